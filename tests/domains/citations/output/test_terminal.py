"""What was found, on the terminal."""

from __future__ import annotations

from io import BytesIO, StringIO, TextIOWrapper

from rich.console import Console

from noumena.domains.citations.matches import Matches, matches
from noumena.domains.citations.output.terminal import MOST_PUBLICATIONS, MOST_QUESTIONS, show
from noumena.domains.citations.records import Record
from tests.domains.citations.hand_made import draws
from tests.domains.citations.output.found_by_hand import found


def lines(made: Matches, width: int = 60) -> list[str]:
    file = StringIO()
    show(made, Console(file=file, width=width, color_system=None))
    return file.getvalue().split("\n")


def test_publications_and_questions() -> None:
    assert lines(found()) == [
        "4 citations · 3 publications found · 4 researchers · 10 samples · 5.8 s",
        "",
        "cited  prob.  publication",
        "    2   0.70  Bo Ek, Al Dee: On urns and balls, 1990",
        "    1   0.70  B. Ek: On urns and balls",
        "    1   1.00  Cy Fox: LaTeX",
        "",
        "Pairs in doubt",
        "0.30: are these the same?  (and 1 pair like it)",
        "   ek90  Bo Ek & Al Dee. On Urns_and {Balls}. Journal of 10…",
        "   ek89  Ek, B. On urns <b>and</b> balls. TR 7",
        "",
    ]


def test_with_a_truth_the_scores_come_last() -> None:
    assert lines(found(truth=True))[-4:] == [
        "Against the truth",
        "true clusters found exactly: 100.0 % by the estimate, 80.0 % by samples on average, 33.3 % by the last",
        "pairs: precision 1.000, recall 1.000, F1 1.000",
        "",
    ]


def test_a_terminal_without_unicode_gets_ascii() -> None:
    file = TextIOWrapper(BytesIO(), encoding="ascii")
    show(found(truth=True), Console(file=file, width=40, color_system=None))
    file.seek(0)
    made = file.read().split("\n")
    assert made[0] == "4 citations, 3 publications found, 4 researchers, 10 samples, 5.8 s"
    assert "   ek90  Bo Ek & Al Dee. On Urns_and..." in made


def test_several_runs_are_told() -> None:
    assert lines(found(runs=2))[0].endswith(" · 4 researchers · 2 runs · 20 samples · 11.5 s")


def test_nothing_is_in_doubt() -> None:
    made = matches([Record(1, "Bo Ek. On urns")], [(0, draws([[0]]))])
    assert lines(made)[0].startswith("1 citation · 1 publication found · 1 researcher · 1 samples")
    assert lines(made)[-2] == "No pair of citations is in doubt."


def test_long_answers_are_cut() -> None:
    number = 2 * (MOST_PUBLICATIONS + 5)
    records = [Record(k + 1, "x" * 10_000) for k in range(number)]
    halves = [k // 2 for k in range(number)]
    apart = [k if k % 2 and k > 3 else k // 2 * 100 for k in range(number)]
    drawn = draws([halves] * 3 + [apart], title=["x" * 500], authors=["a, b; c, d; e; f"])
    made = lines(matches(records, [(0, drawn)]))
    hints = [line for line in made if line.startswith("…")]
    assert all(len(line) <= 60 for line in made[1:] if line not in hints)
    assert "    2   1.00  B. A, D. C, E and others: Xxxxxxxxxxxxxxxxxxx…" in made
    more = number // 2 - 2 - MOST_QUESTIONS
    assert hints == [
        "… 5 more: --out and --report have them all",
        f"… {more} more questions: --report has them; answer them by --same and --different",
    ]


def test_publications_cited_once_are_counted() -> None:
    number = MOST_PUBLICATIONS + 2
    records = [Record(k + 1, "x") for k in range(number)]
    assert "… 2 more, 2 of them cited once: --out and --report have them all" in lines(
        matches(records, [(0, draws([list(range(number))]))])
    )


def test_no_citation_steers_the_terminal() -> None:
    records = [Record(1, "\x1b[31m[bold]a[/bold]"), Record(2, "b\x07")]
    made = lines(matches(records, [(0, draws([[0, 0], [0, 1]], title=["a\x1b"]))]))
    assert "      1  \ufffd[31m[bold]a[/bold]" in made
    assert not {"\x1b", "\x07"} & set("".join(made))
    assert any(line.endswith("A\ufffd") for line in made)
