"""Text of generated functions: what is found once."""

from __future__ import annotations

from noumena.compiler.text import Text, Word
from noumena.inference.metropolis_hastings import chain_program
from tests.asking import problem


def test_a_value_is_found_once_where_it_was_found_in_any_case() -> None:
    text = Text("return")
    first = text.once("a", lambda: text.keep(Word("f(a)")))
    with text.block("if x:"):
        assert text.once("a", lambda: text.keep(Word("f(a)"))) == first
        within = text.once("b", lambda: text.keep(Word("f(b)")))
        assert text.once("b", lambda: text.keep(Word("f(b)"))) == within
    # Whether x held is not known here.
    assert text.once("b", lambda: text.keep(Word("f(b)"))) != within
    assert sum("f(a)" in line for line in text.lines) == 1
    assert sum("f(b)" in line for line in text.lines) == 2


def test_what_a_variable_reads_twice_is_read_once() -> None:
    asked = problem("""
        type Pub; type Cit; distinct Pub P[2]; distinct Cit C[2];
        random Integer Year(Pub p) ~ UniformInt(0, 5);
        random Integer Pages(Pub p) ~ UniformInt(0, 5);
        random Pub Cited(Cit c) ~ UniformChoice({p for Pub p});
        random Integer Told(Cit c) ~ UniformInt(0, Year(Cited(c)) + Pages(Cited(c)));
        obs Told(C[0]) = 2;
        query Cited(C[0]) == P[0];
    """)
    text = chain_program(asked, ()).text
    told = text.split("  # Told ")[-1].split("\n\n\n")[0]
    assert [line.split(" = read_")[1][0] for line in told.splitlines() if " = read_" in line] == ["2", "0", "1"]
