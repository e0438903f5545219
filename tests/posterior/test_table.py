"""Tables as people see them: rows, bars, widths, and characters that every terminal has."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console

from noumena.model.types import BOOLEAN, INTEGER, MATRIX, REAL, STRING, ObjectType
from noumena.model.values import Guaranteed, Matrix
from noumena.posterior import Posterior, QueryAnswer
from noumena.posterior.numbers import short
from noumena.posterior.table import as_text, show, show_answer
from tests.posterior.making import answer, marginal, posterior


def shown(answer: QueryAnswer, width: int = 80, encoding: str = "utf-8") -> list[str]:
    """The lines of an answer's table."""
    data = io.BytesIO()
    file = io.TextIOWrapper(data, encoding=encoding)
    show_answer(answer, Console(file=file, width=width))
    file.flush()
    return data.getvalue().decode(encoding).splitlines()


def test_exact_probabilities_have_six_digits_and_bars_relative_to_the_largest() -> None:
    assert shown(answer([1, 2, 3], [0.5, 0.25, 0.25], sampled=False)) == [
        "X",
        "  mean 1.750   sd 0.8292   5% 1   50% 1   95% 3",
        "  1  0.500000  " + "█" * 40,
        "  2  0.250000  " + "█" * 20,
        "  3  0.250000  " + "█" * 20,
    ]


def test_sampled_probabilities_have_standard_errors() -> None:
    lines = shown(answer([True, False, True, True], type_=BOOLEAN, text="A == B"))
    assert lines == [
        "A == B",
        "   true  0.7500 ± 0.2165  " + "█" * 40,
        "  false  0.2500 ± 0.2165  " + "█" * 13 + "▍",
    ]


def test_bars_are_drawn_in_eighths_of_a_cell() -> None:
    lines = shown(answer([1, 2], [320, 3], sampled=False))
    assert lines[-1] == "  2  0.009288  ▍"


def test_a_bar_too_short_to_draw_leaves_no_blanks_behind() -> None:
    assert shown(answer([1, 2], [100_000, 1], sampled=False))[-1] == "  2  0.000010"


def test_at_most_twenty_rows_are_shown_the_most_probable_in_their_order() -> None:
    weights = [1.0] * 30
    weights[25] = weights[3] = 5.0
    lines = shown(answer(list(range(30)), weights, sampled=False))
    rows = [line.split()[0] for line in lines[2:22]]
    assert rows == [str(k) for k in sorted([*range(19), 25])]
    assert lines[22] == f"  … 10 more, together {10 / 38:.6f}"


def test_what_would_be_written_as_0_has_no_row() -> None:
    exact = shown(answer([1, 2, 3], [1.0, 1e-8, 1e-9], sampled=False))
    assert exact[-1] == "  … 2 more, together 1.1e-08"
    sampled = shown(answer([1, 2, 3], [1.0, 1e-5, 1e-6]))
    assert sampled[-1] == "  … 2 more, together 0.0000"


def test_where_everything_is_improbable_some_rows_are_shown_all_the_same() -> None:
    lines = shown(answer(list(range(30_000))))
    assert len(lines) == 2 + 20 + 1
    assert lines[-1] == "  … 29980 more, together 0.9993"


def test_reals_have_a_histogram_of_ten_bins() -> None:
    draws = np.random.default_rng(0).normal(size=1000).tolist()
    lines = shown(answer(draws, type_=REAL, text="Height"))
    assert lines[0] == "Height"
    assert lines[1].startswith("  mean -0.04")
    assert " ± 0.031   sd 0.97" in lines[1]
    assert len(lines) == 13
    assert all("…" in line and "█" in line for line in lines[2:12])
    assert lines[12] == "  … beyond these, together 0.0190"


def test_atoms_of_reals_come_before_the_histogram_of_the_rest() -> None:
    draws = np.random.default_rng(0).normal(size=1000).tolist()
    lines = shown(answer([*draws, *[0.0] * 1000], type_=REAL))
    assert lines[2].startswith("  0.0  0.5000 ± 0.0112  ███")
    assert lines[3].count("…") == 1


def test_numbers_that_are_sometimes_null_say_so() -> None:
    lines = shown(answer([None, 1, 3, 3], type_=INTEGER, sampled=False))
    assert lines[1].startswith("  given that it is not null: mean 2.333   sd")
    assert lines[-1].split()[:2] == ["null", "0.250000"]


def test_matrices_that_all_differ_say_so() -> None:
    lines = shown(answer([Matrix([[1, 2]]), Matrix([[1, 3]])], type_=MATRIX))
    assert lines == ["X", "  another value in every sample"]


def test_long_values_are_cut_and_lines_fit_the_width() -> None:
    titles = ["a very long title of a very long book " * 3, "b"]
    for width in (80, 60, 50):
        lines = shown(answer(titles, type_=STRING), width)
        assert all(len(line) <= width for line in lines[1:])
        assert '"a very' in lines[1]
        assert "…" in lines[1]
        assert "█" in lines[1]


def test_wide_characters_count_as_two_cells() -> None:
    lines = shown(answer(["漢字", "abcd"], type_=STRING, sampled=False))
    assert sorted(line.index("0.5") for line in lines[1:]) == [8, 10]


def test_brackets_are_no_markup() -> None:
    lines = shown(answer(["[red]x[/red]"], type_=STRING, text="F(D[0])"))
    assert lines[0] == "F(D[0])"
    assert '"[red]x[/red]"' in lines[1]


def test_ascii_where_there_is_nothing_else() -> None:
    found = posterior(
        marginal(list(range(30)) * 10), marginal(np.random.default_rng(0).normal(size=300).tolist(), type_=REAL)
    )
    data = io.BytesIO()
    file = io.TextIOWrapper(data, encoding="ascii")
    show(found, Console(file=file, width=80))
    file.flush()
    text = data.getvalue().decode("ascii")
    assert "a.blog, b.blog, lw, 300 samples, 300 effective, 0.25 s, ln p(evidence) = -1.500" in text
    assert "0.0333 +/- 0.0104  ####" in text
    assert "... 10 more, together 0.3333" in text


def test_no_colour_codes_but_on_a_terminal(two: Posterior) -> None:
    assert "\x1b" not in as_text(two)
    file = io.StringIO()
    show(two, Console(file=file, force_terminal=True, color_system="standard", width=80))
    assert "\x1b[36m" in file.getvalue()


@pytest.fixture
def two() -> Posterior:
    color = ObjectType("Color")
    return posterior(
        marginal([1, 2], sampled=False),
        marginal([Guaranteed("Color", 0, "Blue")], type_=color, text="Paint(B)", sampled=False),
        engine="exact",
    )


def test_the_summary_has_a_heading_and_a_table_for_each_query(two: Posterior) -> None:
    assert two.summary().splitlines() == [
        "a.blog · b.blog · exact · 0.25 s · ln p(evidence) = -1.500",
        "",
        "X",
        "  mean 1.500   sd 0.5000   5% 1   50% 1   95% 2",
        "  1  0.500000  " + "█" * 40,
        "  2  0.500000  " + "█" * 40,
        "",
        "Paint(B)",
        "  Blue  1.000000  " + "█" * 40,
    ]


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (4.4531, "4.453"),
        (-0.012345, "-0.01235"),
        (123456.7, "123457"),
        (7, "7"),
        (1234567890123, "1234567890123"),
        (0.0, "0"),
        (1.23456e-7, "1.235e-07"),
        (2.5e12, "2.5e+12"),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
    ],
)
def test_numbers_are_short(number: float, expected: str) -> None:
    assert short(number) == expected
