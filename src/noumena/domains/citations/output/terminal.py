"""What was found, on the terminal: the publications, most cited first, and the pairs that are in doubt."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from noumena.domains.citations.decisions import ids
from noumena.domains.citations.matches import Matches
from noumena.domains.citations.written import cut, printable, said

MOST_PUBLICATIONS = 20
MOST_QUESTIONS = 10
_MOST_AUTHORS = 3


def show(found: Matches, console: Console) -> None:
    """Prints the publications, the doubtful pairs and, with a truth, the scores; no line is wider than the console."""
    _Screen(found, console).show()


class _Screen:
    """The lines of one answer."""

    def __init__(self, found: Matches, console: Console) -> None:
        self.found, self.console = found, console
        self.is_plain = console.options.ascii_only
        self.dots = "..." if self.is_plain else "…"

    def show(self) -> None:
        self._line((", " if self.is_plain else " · ").join(self._heading()), "dim")
        self._line()
        self._publications()
        self._questions()
        if self.found.accuracy is not None:
            self._line()
            self._scores()

    def _heading(self) -> list[str]:
        found = self.found
        parts = [
            _counted(len(found.records), "citation"),
            f"{_counted(len(found.publications), 'publication')} found",
            _counted(len(found.researchers), "researcher"),
            f"{sum(run.samples for run in found.runs):,} samples",
            f"{sum(found.seconds):.1f} s",
        ]
        return parts if len(found.runs) == 1 else [*parts[:3], f"{len(found.runs)} runs", *parts[3:]]

    def _publications(self) -> None:
        self._line("cited  prob.  publication", "bold")
        for number, publication in enumerate(self.found.publications[:MOST_PUBLICATIONS]):
            cluster = publication.cluster
            line = f"{len(cluster.members):>5}  {cluster.probability:5.2f}  "
            self._line(line + cut(self._described(number), self.console.width - len(line), self.dots))
        rest = self.found.publications[MOST_PUBLICATIONS:]
        if rest:
            once = sum(len(publication.cluster.members) == 1 for publication in rest)
            cited = f", {once} of them cited once" if once else ""
            self._line(f"{self.dots} {len(rest):,} more{cited}: --out and --report have them all", "dim")

    def _described(self, number: int) -> str:
        """`Judea Pearl: Probabilistic reasoning in intelligent systems, 1988`."""
        publication = self.found.publications[number]
        names = [said(name) for name in self.found.authors(number)]
        shown = ", ".join(names[:_MOST_AUTHORS]) + (" and others" if len(names) > _MOST_AUTHORS else "")
        title = self.found.title(number) or "(no title)"
        year = str(publication.year.value or "")
        return printable(", ".join(filter(None, [f"{shown}: {title}" if shown else title, year])))

    def _questions(self) -> None:
        asked = self.found.questions
        called = ids(self.found.records)
        self._line()
        if not asked:
            self._line("No pair of citations is in doubt.")
            return
        self._line("Pairs in doubt", "bold")
        for question in asked[:MOST_QUESTIONS]:
            pair = question.pair
            more = f"  (and {_counted(question.others, 'pair')} like it)" if question.others else ""
            self._line(f"{pair.probability:.2f}: are these the same?{more}")
            for item in (pair.first, pair.second):
                begin = f"  {cut(printable(called[item]), 20, self.dots):>5}  "
                text = printable(self.found.records[item].text)
                self._line(begin + cut(text, self.console.width - len(begin), self.dots))
        if len(asked) > MOST_QUESTIONS:
            more = f"{self.dots} {len(asked) - MOST_QUESTIONS:,} more questions"
            self._line(f"{more}: --report has them; answer them by --same and --different", "dim")

    def _scores(self) -> None:
        accuracy = self.found.accuracy
        assert accuracy is not None
        scores = accuracy.estimate
        self._line("Against the truth", "bold")
        self._line(
            f"true clusters found exactly: {scores.accuracy:.1f} % by the estimate, "
            f"{accuracy.average:.1f} % by samples on average, {accuracy.final:.1f} % by the last"
        )
        self._line(f"pairs: precision {scores.precision:.3f}, recall {scores.recall:.3f}, F1 {scores.f1:.3f}")

    def _line(self, text: str = "", style: str = "") -> None:
        """Prints text as it is: citations are full of brackets that rich would take for markup."""
        self.console.print(Text(text, style), soft_wrap=True)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
