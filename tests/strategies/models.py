"""Hypothesis strategies for small random models whose worlds can all be listed.

A model has Boolean constants that depend on each other, a type with a random number of objects, attributes of the
objects, object-valued constants, and terms over the population; evidence on some and queries about others.
"""

from __future__ import annotations

from hypothesis import strategies as st

PROBABILITIES = st.sampled_from(["0.2", "0.35", "0.5", "0.8"])


@st.composite
def conditions(draw: st.DrawFn, booleans: list[str], objects: list[str]) -> str:
    """A formula over the constants declared so far and the population."""
    options = [
        st.sampled_from(booleans),
        st.sampled_from([f"!{b}" for b in booleans]),
        st.just("size({t for T t}) > 1"),
        st.just("size({t for T t : Red(t)}) == 1"),
        st.just("exists T t (Red(t) & Big(t))"),
        st.just("forall T t (Red(t) => Big(t))"),
        st.just("min({Age(t) for T t}) == 0"),
        st.just("sum({Age(t) for T t : Red(t)}) >= 1"),
    ]
    if objects:
        named = st.sampled_from(objects)
        options += [
            named.map(lambda o: f"Red({o})"),
            named.map(lambda o: f"{o} == null"),
            named.map(lambda o: f"Age({o}) == 1"),
            st.tuples(named, named).map(lambda pair: f"{pair[0]} == {pair[1]}"),
            named.map(lambda o: f"size({{t for T t : t != {o}}}) == 1"),
        ]
    first = draw(st.one_of(options))
    if draw(st.booleans()):
        return first
    return f"({first}) {draw(st.sampled_from(['&', '|', '=>']))} ({draw(st.one_of(options))})"


@st.composite
def models(draw: st.DrawFn) -> str:
    """The text of a model with evidence of positive probability for some of its worlds, and queries."""
    number = draw(st.sampled_from(["UniformInt(0, 2)", "UniformInt(1, 2)", "Categorical({0 -> 0.2, 2 -> 0.8})"]))
    guaranteed = draw(st.sampled_from(["", "distinct T G;\n"]))
    lines = [
        f"type T;\n{guaranteed}#T ~ {number};",
        f"random Boolean Red(T t) ~ BooleanDistrib({draw(PROBABILITIES)});",
        f"random Boolean Big(T t) ~ if Red(t) then BooleanDistrib({draw(PROBABILITIES)}) else BooleanDistrib(0.4);",
        f"random Integer Age(T t) ~ if Big(t) then 1 else Bernoulli({draw(PROBABILITIES)});",
        f"random Boolean B0 ~ BooleanDistrib({draw(PROBABILITIES)});",
    ]
    booleans, objects = ["B0"], list[str]()
    for i in range(draw(st.integers(1, 2))):
        sets = ["{t for T t}", "{t for T t : Red(t)}"] + [f"{{t for T t : t != {o}}}" for o in objects]
        lines.append(f"random T O{i} ~ UniformChoice({draw(st.sampled_from(sets))});")
        objects.append(f"O{i}")
    for i in range(1, draw(st.integers(2, 3))):
        condition = draw(conditions(booleans, objects))
        p, q = draw(PROBABILITIES), draw(PROBABILITIES)
        lines.append(f"random Boolean B{i} ~ if {condition} then BooleanDistrib({p}) else BooleanDistrib({q});")
        booleans.append(f"B{i}")
    lines.append(f"obs {booleans[-1]} = true;")
    if draw(st.booleans()):
        lines.append(f"obs ({draw(conditions(booleans, objects))}) = {draw(st.sampled_from(['true', 'false']))};")
    for _ in range(2):
        lines.append(f"query {draw(conditions(booleans, objects))};")
    lines.append("query size({t for T t});")
    return "\n".join(lines)
