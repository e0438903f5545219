"""Walks of titles and authors: they sum to 1, and the fast sum is the sum over all walks."""

from __future__ import annotations

from dataclasses import fields
from itertools import product

import numpy as np
import pytest

from noumena.domains.citations.text_model.alphabet import ALPHABET, encoded
from noumena.domains.citations.text_model.author_graph import Name, author_graph, parsed_names
from noumena.domains.citations.text_model.formats import NameFormats
from noumena.domains.citations.text_model.graph import COPY, Graph, GraphBuilder
from noumena.domains.citations.text_model.graph_sum import graph_sum
from noumena.domains.citations.text_model.letters import Letters
from noumena.domains.citations.text_model.noise import Noise
from noumena.domains.citations.text_model.title_graph import title_graph, title_units
from tests.domains.citations.text_model.walks import lengths, walked

LETTERS = Letters({"a": 3, "ab": 5, "b ": 2, " b": 2}, {"c": 2, "cd": 3})
LOUD = Noise(gap_inside=0.05, gap_at_edge=0.08, gap_extended=0.3, start_lost=0.1, end_lost=0.1, space_changed=0.4)
TITLES = ["", "a", "ab", "the b", "a: b", "b-the a (b)"]
AUTHORS = ["", "c", "c, d", "c-d, cd e; d", "c, d; d, c; cd"]


def graphs() -> list[Graph]:
    titles = [title_graph(title, noise) for title in TITLES for noise in (Noise(), LOUD)]
    return titles + [author_graph(authors, Noise(), NameFormats()) for authors in AUTHORS]


def graph_ln(graph: Graph, text: str, start: list[float]) -> np.ndarray:
    codes = encoded(text)
    with np.errstate(divide="ignore"):
        return graph_sum(graph, np.log(np.array(start)), codes, LETTERS.along(codes))


@pytest.mark.parametrize("graph", graphs())
def test_every_walk_ends_so_the_lengths_sum_to_one(graph: Graph) -> None:
    found = lengths(graph, 800)
    assert sum(found) == pytest.approx(1.0, abs=1e-9)
    assert sum(found[400:]) < 1e-5  # the tail


@pytest.mark.parametrize("graph", graphs())
def test_every_node_writes_one_sign(graph: Graph) -> None:
    copies = graph.kind == COPY
    plain = np.array([ALPHABET[sign].isalnum() for sign in graph.sign])
    assert (graph.hit + 35 * graph.miss)[copies & plain] == pytest.approx(1.0)
    assert graph.hit[copies & ~plain] == pytest.approx(1.0)
    assert not graph.miss[~plain].any()


def test_tables_of_letters_sum_to_one() -> None:
    assert LETTERS.tables.sum(axis=2) == pytest.approx(1.0)


@pytest.mark.parametrize("graph", [title_graph("ab", LOUD), author_graph("c, d", Noise(), NameFormats())])
def test_all_texts_of_a_length_have_the_mass_of_the_walks_of_that_length(graph: Graph) -> None:
    masses = lengths(graph, 2)
    for size in range(3):
        texts = ("".join(signs) for signs in product(ALPHABET, repeat=size))
        total = sum(np.exp(graph_ln(graph, text, [1.0] + [0.0] * size)[-1]) for text in texts)
        assert total == pytest.approx(masses[size], rel=1e-10)


@pytest.mark.parametrize(
    ("graph", "text"),
    [
        (title_graph("ab", LOUD), "xab"),
        (title_graph("ab", LOUD), "a-b"),
        (title_graph("the b", LOUD), "b a"),
        (title_graph("a: b", LOUD), "a b,"),
        (author_graph("c", Noise(), NameFormats()), "d. c,"),
        (author_graph("cd, d", Noise(), NameFormats()), "cd, d"),
        (author_graph("c, d; d, c", Noise(), NameFormats()), "c, d"),
    ],
)
def test_the_fast_sum_is_the_sum_over_all_walks(graph: Graph, text: str) -> None:
    start = [0.0] * (len(text) + 1)
    start[0], start[1] = 0.5, 0.25
    found = graph_ln(graph, text, start)
    for end in range(len(text) + 1):
        slow = sum(start[i] * walked(graph, LETTERS, text, i, end) for i in range(min(2, end + 1)))
        assert np.exp(found[end]) == pytest.approx(slow, rel=1e-10)


@pytest.mark.parametrize(
    ("text", "chance"),
    [("ab cd", 0.7 * 0.9), ("ba cd", 0.1 * 0.9), ("ba dc", 0.1 * 0.1), ("cd ab", 0.2), ("ac bd", 0.0)],
)
def test_letters_and_words_change_places(text: str, chance: float) -> None:
    never = dict.fromkeys((f.name for f in fields(Noise)), 0.0) | {"end_lost_extended": 0.5}
    graph = title_graph("ab cd", Noise(**never | {"letters_swapped": 0.1, "words_swapped": 0.2}))
    assert np.exp(graph_ln(graph, text, [1.0] + [0.0] * len(text))[-1]) == pytest.approx(chance)


@pytest.mark.parametrize(("title", "share"), [("ab cd", 0.1), ("ab: cd", 0.3), ("ab: (cd", 0.3)])
def test_a_start_before_a_colon_is_lost_more_often(title: str, share: float) -> None:
    never = dict.fromkeys((f.name for f in fields(Noise)), 0.0) | {"end_lost_extended": 0.5}
    lost = {"start_lost": 0.1, "start_lost_to_colon": 0.3, "start_lost_extended": 0.5}
    graph = title_graph(title, Noise(**never | lost))
    assert np.exp(graph_ln(graph, "cd", [1.0, 0.0, 0.0])[-1]) == pytest.approx(share * 0.5**3)


def test_a_start_is_seldom_lost_in_any_way() -> None:
    """Of Cora's 1,841 titles three have lost a name before a colon, and none another start."""
    noise, lost, kept = Noise(), "large ", "random urns"
    graph = title_graph(lost + kept, noise)
    alone = [1.0] + [0.0] * len(kept)
    short, whole = (graph_ln(written, kept, alone)[-1] for written in (graph, title_graph(kept, noise)))
    first_letters = noise.gap_at_start * noise.left_out_extended ** (len(lost) - 1) * (1.0 - noise.left_out_extended)
    word = noise.start_lost * noise.start_lost_extended ** len(lost)
    assert short - whole == pytest.approx(np.log(first_letters + word), abs=0.05)
    assert short - whole < np.log(1 / 1841)


@pytest.mark.parametrize("text", ["mark d. johnston, steven minton", "johnston, mark d., minton, steven"])
def test_names_in_another_order_are_written_as_they_would_be_in_order(text: str) -> None:
    noise = Noise()
    swapped, ordered = (
        graph_ln(author_graph(authors, noise, NameFormats()), text, [1.0] + [0.0] * len(text))[-1]
        for authors in ("minton, steven; johnston, mark d", "johnston, mark d; minton, steven")
    )
    # Any order: each of the two names is one of two, then the list ends with 1/3 and goes on with 2/3.
    share = noise.any_order * (1 / 2) ** 2 * (2 / 3) * (1 / 3)
    assert swapped - ordered > np.log(share) - 2.0  # each name is in either form by itself
    assert swapped - ordered < np.log(noise.any_order)


def test_a_title_that_is_not_there_is_unlikely() -> None:
    """Else any text would do for any publication."""
    noise, kept, lost = Noise(), "the role of natural language", " in a multimodal interface"
    graph = title_graph(kept + lost, noise)
    nothing = graph_ln(graph, "", [1.0])[-1]
    word = graph_ln(graph, "language", [1.0] + [0.0] * 8)[-1]
    assert nothing < -14.0
    assert word < -14.0
    alone = [1.0] + [0.0] * len(kept)
    short, whole = (graph_ln(written, kept, alone)[-1] for written in (graph, title_graph(kept, noise)))
    assert short - whole == pytest.approx(np.log(noise.end_lost * noise.end_lost_extended ** len(lost)), abs=0.05)


def test_a_walk_may_begin_anywhere_however_unlikely_the_start_is() -> None:
    graph = title_graph("ab", Noise())
    codes = encoded("ab" * 20)
    along = LETTERS.along(codes)
    start = np.full(41, -np.inf)
    start[2], start[36] = -2000.0, -400.0
    found = graph_sum(graph, start, codes, along)
    once = np.full(41, -np.inf)
    once[36] = 0.0
    assert found[38] == pytest.approx(graph_sum(graph, once, codes, along)[38] - 400.0)
    assert found[4] == pytest.approx(graph_sum(graph, once, codes, along)[38] - 2000.0)
    assert not np.isfinite(found[:2]).any()


def test_texts_are_drawn_as_often_as_the_sum_says() -> None:
    rng = np.random.default_rng(1)
    graph = title_graph("a b", LOUD)
    drawn = [graph.draw(rng, LETTERS, "") for _ in range(4000)]
    for text in ("a b", "a", "b", "ab", "a the b"):
        share = float(np.exp(graph_ln(graph, text, [1.0] + [0.0] * len(text))[-1]))
        spread = np.sqrt(share * (1.0 - share) / len(drawn))
        assert abs(drawn.count(text) / len(drawn) - share) < 5.3 * spread  # false alarm below 1e-6 in all


def test_titles_and_names_are_taken_apart() -> None:
    assert title_units('"on c: (a) b.') == ["o", "n", " ", "c", ": (", "a", ") ", "b"]
    assert parsed_names("de jong, k. a.; o'brien; ; smith, mary ann") == [
        Name("de jong", ("k", "a")),
        Name("o'brien", ()),
        Name("smith", ("mary", "ann")),
    ]


def test_a_graph_that_is_no_process_is_refused() -> None:
    builder = GraphBuilder()
    builder.arc(0, builder.silent(), 0.5)
    with pytest.raises(ValueError, match=r"the arcs of node 0 sum to 0\.5, and must sum to 1"):
        builder.graph()
    builder = GraphBuilder()
    later = builder.silent()
    builder.silent()
    builder.arc(0, later, 1.0)
    builder.arc(later, 0, 1.0)
    with pytest.raises(ValueError, match="the silent node 1 leads back to the silent node 0"):
        builder.graph()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"gap_inside": 1.5}, "`gap_inside` is 1.5; it must be between 0 and 1"),
        ({"year_wrong": 0.97}, "`year_off_by_one`, `year_wrong` sum to 1.005; they must sum to at most 1"),
    ],
)
def test_figures_that_are_no_probabilities_are_refused(given: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Noise(**given)
