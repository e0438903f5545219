"""Hypothesis strategies for small models of many constructs, whose worlds can all be listed.

A model is made of one or two *parts*, each with statements of its own and with formulas and integer terms about them:
a population with attributes, objects that generate objects, a chain over time, and integers that are added up. Further
formulas, evidence and queries mix the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

PROBABILITIES = st.sampled_from(["0.2", "0.35", "0.5", "0.8"])


@dataclass
class Part:
    """Statements, and what later statements, evidence and queries may say about them."""

    lines: list[str]
    formulas: list[str]
    integers: list[str]
    evidence: list[str] = field(default_factory=list)


def _pick(draw: st.DrawFn, options: Sequence[str]) -> str:
    return draw(st.sampled_from(options))


@st.composite
def populations(draw: st.DrawFn) -> Part:
    """Objects of one type, some guaranteed perhaps, with attributes that draw inside terms, and choices of them."""
    guaranteed = _pick(draw, ["", "distinct T G;"])
    number = _pick(
        draw, ["UniformInt(0, 2)", "1 + Bernoulli(0.5)", "if BooleanDistrib(0.7) then UniformInt(1, 2)", "OneOrTwo"]
    )
    sets = ["{t for T t}", "{t for T t : Red(t)}", "{t for T t : Mark(t) == 1}"]
    first = _pick(draw, sets)
    sets += ["{t for T t : t != P}", "{t for T t : t == P & Red(t)}", "{t for T t : t != P & t != null}"]
    part = Part(
        lines=[
            f"type T; {guaranteed} #T ~ {number}; distribution OneOrTwo = UniformInt(1, 2);",
            f"random Boolean Red(T t) ~ BooleanDistrib({draw(PROBABILITIES)});",
            f"random Integer Mark(T t) ~ if Red(t) then {_pick(draw, ['1', 'Bernoulli(0.3)', '2 * Bernoulli(0.4)'])};",
            f"random T P ~ UniformChoice({first});",
            f"random T Q ~ UniformChoice({_pick(draw, sets)});",
            "random T Next(T t) ~ UniformChoice({u for T u : u != t});",
        ],
        formulas=[
            "P == Q",
            "P == null",
            "Red(Q)",
            "Next(P) == Q",
            "Next(Next(P)) == P",
            "exists T t (Red(t) & t != P)",
            "forall T t (t != P => Red(t))",
            "forall T t (Mark(t) == 1 | t == Q)",
            "exists T t exists T u (t != u & Red(t) & !Red(u))",
            "size({t for T t : size({u for T u : u != t & Red(u)}) == 1}) > 0",
        ],
        integers=[
            "size({t for T t})",
            "#{t for T t : t != P & t != Q}",
            "size({t for T t : Red(t)})",
            "sum({Mark(t) for T t})",
            "max({Mark(t) for T t : t != Q})",
            "Mark(P)",
            "size({t for T t : exists T u (Next(u) == t)})",
            "size({t for T t : t == Next(P) | t == Next(Q)})",
            "iota({Mark(t) for T t : Red(t)})",
        ],
    )
    if not guaranteed:
        part.evidence += [
            "obs {t for T t} = {N1, N2};",
            "obs {t for T t : Red(t)} = {N3};",
            "obs {t for T t : t != P} = {N4}; obs Red(N4) = true;",
        ]
    return part


@st.composite
def families(draw: st.DrawFn) -> Part:
    """Objects that generate others, by two number statements, with choices among those of one generator."""
    generated = _pick(draw, ["Bernoulli(0.4)", "if Old(s) then 1 else Bernoulli(0.5)", "if Old(s) then Bernoulli(0.3)"])
    chosen = [
        "{b for B b}",
        "{b for B b : From(b) == R}",
        "{b for B b : From(b) != null}",
        "{b for B b : From(b) != R}",
    ]
    guaranteed = _pick(draw, ["", "distinct S A;"])
    part = Part(
        lines=[
            f"type S; type B; origin S From(B); {guaranteed}",
            f"#S ~ {_pick(draw, ['UniformInt(0, 2)', 'Categorical({0 -> 0.3, 2 -> 0.7})'])};",
            f"#B ~ {_pick(draw, ['0', 'Bernoulli(0.5)', '1'])}; #B(From = s) ~ {generated};",
            f"random Boolean Old(S s) ~ BooleanDistrib({draw(PROBABILITIES)});",
            "random S R ~ UniformChoice({s for S s});",
            f"random B C ~ UniformChoice({_pick(draw, chosen)});",
            "random Boolean Hot(B b) ~ if Old(From(b)) then BooleanDistrib(0.8) else BooleanDistrib(0.3);",
        ],
        formulas=[
            "From(C) == R",
            "C == null",
            "Hot(C)",
            "Old(From(C))",
            "exists S s (size({b for B b : From(b) == s}) == 1)",
            "forall B b (From(b) == R => Hot(b))",
            "exists B b (From(b) == null & Hot(b))",
        ],
        integers=[
            "#B",
            "#S",
            "size({b for B b : From(b) == R})",
            "size({b for B b : From(b) == null & b != C})",
            "size({b for B b : Old(From(b))})",
            "size({s for S s : exists B b (From(b) == s)})",
        ],
        evidence=["obs {b for B b} = {M1, M2};", "obs {b for B b : From(b) == R} = {M3};"],
    )
    if not guaranteed:
        part.evidence.append("obs {s for S s} = {L1, L2}; obs Old(L1) = true;")
    return part


@st.composite
def chains(draw: st.DrawFn) -> Part:
    """A hidden state over time, seen through noise, with births at each step."""
    later = _pick(draw, ["Bernoulli(0.7)", "1", "min({State(prev(t)), Bernoulli(0.6)})"])
    return Part(
        lines=[
            "random Integer State(Timestep t) ~ if t == @0 then UniformInt(0, 1)",
            f"  else if State(prev(t)) == 1 then {later} else Bernoulli({draw(PROBABILITIES)});",
            "random Boolean Seen(Timestep t) ~ case State(t) in {1 -> BooleanDistrib(0.9), 0 -> BooleanDistrib(0.2)};",
            "type K; origin Timestep Born(K); #K(Born = t) ~ State(t);",
        ],
        formulas=[
            "Seen(@1)",
            "Seen(@2)",
            "exists Timestep t (t < @3 & Seen(t))",
            "forall Timestep t ((t > @0 & t <= @2) => State(t) == State(prev(t)))",
            "exists K k (Born(k) == @1)",
        ],
        integers=[
            "State(@2)",
            "sum({State(t) for Timestep t : t <= @2})",
            "size({k for K k : Born(k) == @2})",
            "State(@2) - State(@0)",
        ],
        evidence=["obs Seen(t) = (t != @1) for Timestep t : t < @3;"],
    )


@st.composite
def sums(draw: st.DrawFn) -> Part:
    """Integers that depend on each other and are added up in several ways, with and without null."""
    first = _pick(draw, ["UniformInt(0, 2)", "Binomial(2, 0.4)", "UniformChoice({0, 1, 1, 2})"])
    second = _pick(draw, ["UniformInt(0, 2)", "UniformInt(0, X)", "if X > 0 then Bernoulli(0.5)"])
    total = _pick(draw, ["X + Y", "X - Y", "X + X", "if X > 1 then Y else X + Y", "X * Y", "Y + UniformInt(0, 2)"])
    return Part(
        lines=[
            f"random Integer X ~ {first}; random Integer Y ~ {second};",
            f"random Integer Total ~ {total};",
            "random Integer Either ~ UniformChoice({X, Y, 1});",
            "random Boolean Bit(Integer i) ~ if i > 0 & Bit(i - 1) then BooleanDistrib(0.7) else BooleanDistrib(0.4);",
        ],
        formulas=[
            "X == Y",
            "Bit(X)",
            "Bit(1)",
            "Total > X",
            "exists Integer i (0 < i & Y >= i & Bit(i))",
            "forall Integer i ((i >= 0 & i < X) => Bit(i))",
            "false => Bit(0)",
        ],
        integers=[
            "Total",
            "Total + Y",
            "Either + Total",
            "Y - X",
            "2 * X",
            "X / 2 + Y % 2",
            "-Y",
            "size({i for Integer i : i >= 0 & i <= X & Bit(i)})",
            "size({i, j for Integer i, Integer j : i >= 0 & i < X & j > i & j <= Y})",
        ],
    )


_PARTS: tuple[Callable[[], st.SearchStrategy[Part]], ...] = (populations, families, chains, sums)


@st.composite
def rich_models(draw: st.DrawFn) -> str:
    """The text of a model with evidence, whose probability may be 0, and queries."""
    kinds = draw(st.lists(st.sampled_from(_PARTS), min_size=1, max_size=2, unique=True))
    parts = [draw(kind()) for kind in kinds]
    lines = [line for part in parts for line in part.lines]
    integers = st.sampled_from([term for part in parts for term in part.integers])
    simple = st.sampled_from([formula for part in parts for formula in part.formulas])
    compared = st.tuples(integers, st.sampled_from([">", "<=", "==", "!="]), st.sampled_from("012")).map(" ".join)
    negated = simple.map(lambda f: f"!({f})")
    formulas = st.one_of(simple, compared, negated)
    joined = st.tuples(formulas, st.sampled_from(["&", "|", "=>"]), formulas).map(lambda t: f"({t[0]}) {t[1]} ({t[2]})")
    formulas = st.one_of(formulas, joined)
    for name in ("Alarm", "Echo")[: draw(st.integers(1, 2))]:
        p, q = draw(PROBABILITIES), draw(PROBABILITIES)
        lines.append(f"random Boolean {name} ~ if {draw(formulas)} then BooleanDistrib({p}) else BooleanDistrib({q});")
    boolean = st.tuples(formulas, st.sampled_from(["true", "false"])).map(lambda t: f"obs ({t[0]}) = {t[1]};")
    number = st.tuples(integers, st.sampled_from(["0", "1", "2", "null"])).map(lambda t: f"obs {t[0]} = {t[1]};")
    special = [statement for part in parts for statement in part.evidence]
    kinds_of_evidence = [st.just("obs Alarm = true;"), boolean, number] + (
        [st.sampled_from(special)] if special else []
    )
    lines += draw(st.lists(st.one_of(kinds_of_evidence), min_size=1, max_size=3, unique=True))
    lines += [f"query {draw(formulas)};", f"query {draw(integers)};", "query Alarm;"]
    return "\n".join(lines)
