"""The names that a proposer can use."""

from __future__ import annotations

from noumena.compiler.load import load_program
from noumena.moves.table import Table, make_table
from tests.moves.running import program_of


def table_of(model: str) -> Table:
    program = program_of(model)
    return make_table(program.problem, program.layout, load_program(program, "python").module, program.words.encode)


def test_functions_types_and_numbers_have_their_names() -> None:
    table = table_of("m03_citations")
    assert table.names() == ["Cit", "Pub", "PubCited", "Text", "Title", "number", "repeat", "weigh"]
    assert list(table.numbers) == ["Pub"]
    assert table.types["Cit"].guaranteed == {"C1": 0, "C2": 1, "C3": 2}


def test_functions_that_only_types_tell_apart_get_longer_names() -> None:
    assert list(table_of("c42_overloading").functions) == ["Grade_Pupil", "Grade_Tutor"]


def test_number_statements_that_only_origins_tell_apart_get_longer_names() -> None:
    names = sorted(table_of("c07_several_number_statements").numbers)
    assert names == ["Aircraft", "Blip", "Blip_Place", "Blip_Source"]


def test_a_name_that_would_hide_another_gets_an_underscore() -> None:
    table = table_of("type Pub; random Integer number ~ UniformInt(0, 1); obs number = 1; query number;")
    assert table.names() == ["Pub", "number", "number_", "repeat", "weigh"]


def test_hidden_functions_have_no_name() -> None:
    assert sorted(table_of("c51_distribution_in_expression").functions) == ["S", "x"]


def test_what_is_evidence_for_all_arguments_is_known() -> None:
    functions = table_of("m03_citations").functions
    assert [functions[name][0].observed for name in ("Text", "Title", "PubCited")] == [True, False, False]


def test_evidence_for_some_arguments_leaves_the_others_free() -> None:
    text = "type T; distinct T A, B; random Boolean F(T t) ~ BooleanDistrib(0.5); obs F(A) = true; query F(B);"
    assert not table_of(text).functions["F"][0].observed


def test_derived_functions_are_computed_where_they_are_read() -> None:
    functions = table_of("c30_deterministic_functions").functions
    assert functions["Half"][0].derived
    assert functions["Half"][0].reader is not None
    assert functions["X"][0].reader is None
