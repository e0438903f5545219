"""What stands after the title of a citation, drawn at random: proceedings, books with editors, journals, reports."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from noumena.domains.citations.reading import phrases

Pieces = list[tuple[str, str]]
"""Texts with the tag that each stands in; an empty tag is none."""


class Rest:
    """The rest of one citation: its year, and the ways to write it."""

    def __init__(self, rng: np.random.Generator, books: Sequence[str], people: str) -> None:
        """`books` are titles that may be those of books, `people` a list of names that may be editors."""
        self.rng, self.books, self.people = rng, books, people
        self.year = int(rng.integers(1960, 2005)) if rng.random() < 0.3 else int(rng.integers(1984, 1999))

    def pieces(self, year_first: bool) -> Pieces:
        """The rest; the year is in it unless it came before the title."""
        drawn = self.rng.random()
        with_year = not year_first and self._chance(0.93)
        if drawn < 0.36:
            answer = self._meeting(with_year)
        elif drawn < 0.54:
            answer = self._book_of_papers(with_year)
        elif drawn < 0.75:
            answer = self.journal(with_year)
        elif drawn < 0.87:
            answer = self._report(with_year)
        elif drawn < 0.96:
            answer = self._book(with_year)
        else:
            answer = self._unpublished(with_year)
        if self._chance(0.04):
            answer.append(
                ("note", self._pick([" (In French).", " To appear.", " in press.", " Also available as TR 12."]))
            )
        return answer

    def journal(self, with_year: bool) -> Pieces:
        """A journal with volume, number and pages, in one of the usual ways."""
        subject = self._subject()
        name = self._pick(phrases.JOURNALS)
        if self._chance(0.35):
            name = self._pick(phrases.JOURNAL_FORMS).format(s=subject)
        v, n, year = self._number(1, 90), self._number(1, 13), self.year
        pages, month = self._page_range(), self._pick(phrases.MONTHS)
        dated = f"{month} {year}" if self._chance(0.3) else f"{year}"
        tail = [
            (f"{v}({n}):", f"{pages}, ", f"{dated}."),
            (f"{v}:", f"{pages}, ", f"{dated}."),
            (f"vol. {v}, no. {n}, ", f"pp. {pages}, ", f"{dated}."),
            (f"{v} ", f"{pages}, ", f"{dated}."),
            (f"{v}, ", f"{pages}, ", f"({year})."),
            (f"{v}, {n}, ", f"{pages}. ", f"{dated}."),
            (f"Vol. {v}, No. {n}, ", f"{dated}, ", f"pp. {pages}."),
            (f"{v} ({year}) ", f"{pages}.", ""),
        ]
        volume, first, second = tail[int(self.rng.integers(len(tail)))]
        if not with_year:
            first, second = f"{pages}.", ""
            volume = volume.replace(f"({year}) ", "")
        lead = self._pick(["", "In ", "in "], [20, 1, 1])
        comma = self._pick([", ", " ", ". "], [8, 3, 0.5])
        return [
            ("journal", f"{lead}{name}{comma}"),
            ("volume", volume),
            ("pages", first),
            ("date", f" {second}" if second else ""),
        ]

    def _meeting(self, with_year: bool) -> Pieces:
        lead = self._pick(["In ", "in ", "", "In: "], [12, 3, 5, 1])
        note: Pieces = [("note", "To appear ")] if self._chance(0.03) else []
        return [
            *note,
            ("booktitle", lead + self.meeting_name() + self._pick([", ", ". ", " "])),
            *self._tail(with_year),
        ]

    def meeting_name(self) -> str:
        """The name of a meeting or of its proceedings."""
        yy = self.year % 100
        short = self._pick(phrases.MEETINGS).format(yy=f"{yy:02d}", yyyy=self.year, v=self._number(1, 12))
        proceedings = self._pick(
            ["Proceedings of the ", "Proc. of the ", "Proc. ", "Proceedings of ", "Procs. ", ""], [8, 5, 4, 3, 0.3, 2]
        )
        if self._chance(0.3):
            return proceedings.replace("the ", "") + short
        ordinal = self._pick(phrases.ORDINALS) + " " if self._chance(0.5) else ""
        kind = self._pick(phrases.MEETING_KINDS)
        name = f"{proceedings}{ordinal}{kind} {self._subject()}"
        return f"{name} ({short})" if self._chance(0.1) else name

    def _book_of_papers(self, with_year: bool) -> Pieces:
        """A chapter of a book, or a paper in proceedings, with editors."""
        book = self.books[0] if self._chance(0.7) else self.meeting_name()
        editors, booktitle = self.people, book
        match int(self.rng.integers(5)):
            case 0:
                word = self._pick([", editor, ", ", editors, ", ", eds., ", ", ed., ", ", Eds., "])
                named: Pieces = [("editor", f"In {editors}{word}"), ("booktitle", f"{booktitle}, ")]
            case 1:
                word = self._pick([" (Ed.), ", " (Eds.), ", " (eds.): ", " (ed) ", " (Eds.) "])
                named = [("editor", f"In {editors}{word}"), ("booktitle", f"{booktitle}{self._pick([', ', '. '])}")]
            case 2:
                word = self._pick([", ed. ", ", edited by ", ", eds. ", " (ed. "])
                named = [("booktitle", f"In {booktitle}"), ("editor", f"{word}{editors}{')' if '(' in word else ''}, ")]
            case 3:
                word = self._pick([", ed., ", ", Eds. ", " (eds.), ", " (Ed.). ", ", editors. "])
                named = [("booktitle", f"{self._pick(['in ', 'In '])}{booktitle}, "), ("editor", f"{editors}{word}")]
            case _:
                named = [("booktitle", f"{self._pick(['In ', 'in ', 'In: '])}{booktitle}{self._pick([', ', '. '])}")]
        return [*named, *self._tail(with_year)]

    def _tail(self, with_year: bool) -> Pieces:
        """Pages, place, publisher and date, some of them, in some order."""
        parts: Pieces = []
        if self._chance(0.6):
            form = self._pick(["pages {}", "pp. {}", "pp {}", "p. {}", "{}", "(pp. {})"], [7, 6, 1, 1, 3, 1])
            parts.append(("pages", form.format(self._page_range())))
        if self._chance(0.35):
            parts.append(("location", self._pick(phrases.PLACES)))
        if self._chance(0.3):
            parts.append(("publisher", self._pick(phrases.PUBLISHERS)))
        if self._chance(0.15):
            parts.append(
                ("volume", self._pick(["volume {}", "vol. {}", "Vol. {}", "LNCS {}"]).format(self._number(1, 900)))
            )
        if with_year:
            month = self._pick(phrases.MONTHS) + " " if self._chance(0.3) else ""
            parts.append(("date", f"{month}{self.year}"))
        if self._chance(0.5):
            self.rng.shuffle(parts)
        separator = self._pick([", ", ". ", ", "])
        answer = [(tag, str(text) + separator) for tag, text in parts]
        if answer:
            tag, text = answer[-1]
            answer[-1] = (tag, text[: -len(separator)] + ".")
        return answer

    def _report(self, with_year: bool) -> Pieces:
        series = self._pick(["TR", "CS", "AI", "CMU-CS", "STAN-CS", "UCB/CSD", "TM", "CW", "No."])
        number = f"{series}{self._pick(['-', ' '])}{self._number(1, 99)}"
        number += f"-{self._number(1, 400)}" if self._chance(0.6) else ""
        parts: Pieces = [("tech", self._pick(phrases.REPORT_KINDS).format(n=number) + ", ")]
        if self._chance(0.5):
            parts.append(("institution", self._pick(phrases.LABORATORIES) + ", "))
        parts.append(("institution", self._pick(phrases.UNIVERSITIES) + self._pick([", ", ". "])))
        if self._chance(0.25):
            parts = [*parts[1:], parts[0]]
        if self._chance(0.3):
            parts.append(("location", self._pick(phrases.PLACES) + ", "))
        month = self._pick(phrases.MONTHS) + " " if self._chance(0.3) else ""
        return [*parts, ("date", f"{month}{self.year}.")] if with_year else parts

    def _book(self, with_year: bool) -> Pieces:
        publisher, place = self._pick(phrases.PUBLISHERS), self._pick(phrases.PLACES)
        forms = [
            f"{publisher}, {place}",
            f"{place}: {publisher}",
            publisher,
            f"{publisher}, {self._pick(phrases.EDITIONS)}",
        ]
        edition = self._pick(["", "(%s). ", "%s. ", "%s, "], [20, 1, 1, 1]).replace("%s", self._pick(phrases.EDITIONS))
        answer: Pieces = [("note", edition), ("publisher", self._pick(forms, [4, 4, 4, 1]))]
        return [*answer, ("date", f", {self.year}.")] if with_year else [*answer, ("", ".")]

    def _unpublished(self, with_year: bool) -> Pieces:
        note = self._pick(
            [
                "Manuscript",
                "To appear",
                "Submitted for publication",
                "Unpublished manuscript",
                "In preparation",
                "Draft",
                "in press",
                "",
            ]
        )
        return [("note", note), ("date", f", {self.year}.")] if with_year else [("note", note)]

    def _subject(self) -> str:
        """A subject from a list, or a few words of a title."""
        if self._chance(0.5):
            return self._pick(phrases.SUBJECTS)
        words = self.books[1].split()
        begin = int(self.rng.integers(max(1, len(words) - 2)))
        return " ".join(words[begin : begin + int(self.rng.integers(1, 4))]).strip(":,.?") or "Computing"

    def _page_range(self) -> str:
        first = self._number(1, 900)
        last = first + self._number(2, 40)
        return self._pick(
            [f"{first}-{last}", f"{first}--{last}", f"{first}{last}", f"{first}", f"{first} - {last}"], [12, 2, 2, 1, 1]
        )

    def _number(self, least: int, beyond: int) -> int:
        return int(self.rng.integers(least, beyond))

    def _chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def _pick(self, choices: Sequence[str], weights: Sequence[float] | None = None) -> str:
        shares = None if weights is None else np.array(weights) / sum(weights)
        return choices[int(self.rng.choice(len(choices), p=shares))]
