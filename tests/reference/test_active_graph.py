"""The active graph of a world drawn from the prior."""

from __future__ import annotations

import noumena as nm
from noumena.reference.active_graph import active_graph

SWITCH = """\
random Boolean U ~ BooleanDistrib(1.0);
random Integer A ~ UniformInt(1, 3);
random Integer B ~ UniformInt(4, 6);
random Integer Twice = 2 * A;
random Integer X ~ if U then Poisson(Twice) else Poisson(B);
"""


def test_only_what_is_read_on_the_path_is_a_parent_and_what_is_derived_is_seen_through() -> None:
    graph = active_graph(nm.Model.from_text(SWITCH).problem(), 0)
    assert graph.parents["X"] == ["U", "A"]
    assert graph.parents["A"] == []
    assert "Twice" not in graph.values


def test_values_are_those_of_the_sampled_world() -> None:
    model = nm.Model.from_text(SWITCH)
    world = dict(model.sample_world(4))
    assert active_graph(model.problem(), 4).values.items() <= world.items()


def test_a_choice_among_objects_reads_their_number() -> None:
    model = nm.Model.from_text("type B; #B ~ UniformInt(2, 2); random B X ~ UniformChoice({b for B b});")
    assert active_graph(model.problem(), 0).parents["X"] == ["#B"]
