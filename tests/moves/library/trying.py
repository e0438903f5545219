"""How tests of library moves edit their texts and name their cases."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import noumena as nm
from noumena.compiler.load import load_program
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table, make_table
from noumena.posterior.answer import QueryAnswer
from tests.moves.running import program_of


@dataclass(frozen=True)
class Edited(LibraryMove):
    """A move with a part of its text replaced: what somebody could get wrong."""

    move: LibraryMove
    old: str
    new: str

    @property
    def name(self) -> str:
        return f"Edited {self.move.name}"

    def data(self, table: Table) -> Mapping[str, Any]:
        return self.move.data(table)

    def text(self, table: Table) -> str:
        text = self.move.text(table)
        assert self.old in text
        return text.replace(self.old, self.new).replace(f"class {type(self.move).__name__}(", "class Edited(")


def table_of(model: str, concrete: tuple[str, ...] = ()) -> Table:
    """The names of a model."""
    program = program_of(model, concrete)
    return make_table(program.problem, program.layout, load_program(program, "python").module, program.words.encode)


def standard_errors(answer: QueryAnswer, exact: float) -> float:
    """How many standard errors the mean of an answer is off."""
    assert answer.mean is not None
    assert answer.sd is not None
    assert answer.ess is not None
    return abs(answer.mean - exact) / (answer.sd / math.sqrt(answer.ess))


ONE_PAIR = nm.Candidates.from_groups([[0, 1]])
TWO_GROUPS = nm.Candidates.from_groups([[0, 1], [2, 1]])
LOPSIDED = nm.Candidates.from_groups([[0, 1, 2], [1, 2], [2, 1]])
"""Candidates of three objects: two of them alone; not all pairs; all pairs, with different probabilities."""

COIN = "then BooleanDistrib(0.9) else BooleanDistrib(0.2)"

TWO_WAYS = f"""
type Ball; type Draw; distinct Ball G; distinct Draw D1, D2, D3; #Ball ~ UniformInt(1, 3);
random Ball F(Draw d) ~ UniformChoice({{b for Ball b}});
random Ball First ~ UniformChoice({{b for Ball b}});
random Boolean S ~ BooleanDistrib(0.4);
random Boolean Seen(Draw d) ~ if d == D3 & S then BooleanDistrib(0.5) else if F(d) == G {COIN};
random Boolean Y ~ if F(D1) == First {COIN};
obs Seen(D1) = true; obs Seen(D2) = false; obs Seen(D3) = true; obs Y = true; query S;
"""
"""Guaranteed objects beside others, another function that refers to them, and a variable that is not always there."""

GRID = f"""
type Ball; type Row; type Column; distinct Row R1, R2; distinct Column K1, K2; #Ball ~ UniformInt(1, 3);
random Boolean Red(Ball b) ~ BooleanDistrib(0.3);
random Ball At(Row r, Column k) ~ UniformChoice({{b for Ball b}});
random Boolean Seen(Row r, Column k) ~ if Red(At(r, k)) {COIN};
obs Seen(R1, K1) = true; obs Seen(R1, K2) = false; obs Seen(R2, K1) = true; query Red(At(R1, K1));
"""
"""A function of two arguments."""

GUARANTEED = f"""
type A; type B; distinct A A1, A2, A3; distinct B B1, B2, B3;
random B F(A a) ~ Categorical({{B1 -> 0.2, B2 -> 0.5, B3 -> 0.3}});
random Boolean Y ~ if F(A1) == F(A2) {COIN};
random Boolean Z ~ if F(A3) == F(A2) {COIN};
obs Y = true; obs Z = true; query F(A1);
"""
"""Objects that are all guaranteed."""

KNOWN = f"""
type Ball; type Draw; distinct Ball G, H; distinct Draw D1, D2, D3; #Ball ~ UniformInt(0, 2);
random Boolean Red(Ball b) ~ BooleanDistrib(0.3);
random Ball F(Draw d) ~ UniformChoice({{b for Ball b}});
random Boolean Seen(Draw d) ~ if Red(F(d)) {COIN};
obs F(D1) = G; obs Seen(D1) = true; obs Seen(D2) = false; obs Seen(D3) = true; query Red(G);
"""
"""One of the variables is evidence."""

DECIDES = f"""
type Ball; type Draw; distinct Draw D1, D2, D3; #Ball ~ UniformInt(1, 3);
random Ball F(Draw d) ~ UniformChoice({{b for Ball b}});
random Boolean Y ~ if F(D1) == F(D2) then (if F(D3) == F(D1) {COIN}) else BooleanDistrib(0.1);
obs Y = true; query Y;
"""
"""Whether one variable is there depends on others of the same function."""
