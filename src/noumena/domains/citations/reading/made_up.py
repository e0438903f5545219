"""Citations that are made up from a bibliography, with tags, in the many ways in which citations are written.

Hand-tagged citations are few and alike. These have other titles and names, and more ways to write them: title first,
quotes, "in Book, edited by X", a lost "and" or full stop, a front or end that is cut off. All is drawn from a
generator of random numbers, so the same seed gives the same citations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from noumena.domains.citations.bibliography import Name, parsed_name
from noumena.domains.citations.reading.made_up_names import written_names
from noumena.domains.citations.reading.made_up_rest import Pieces, Rest
from noumena.domains.citations.rows import rows_of
from noumena.domains.citations.text_file import read_text

_LONGEST = 254
"""Where some collections of citations cut their texts."""
_GROUPS = ("Forum", "Working Group", "Committee", "Consortium", "Corporation", "Systems", "Team", "Society", "Council")
_SIGNS = re.compile(r"[^\w]+")
_TAG_SIGNS = re.compile(r"[<>{}\\$]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A publication of a bibliography."""

    title: str
    names: tuple[Name, ...]


def read_entries(path: str) -> list[Entry]:
    """The publications of a file with titles and authors (a table, or BibTeX) that have both."""
    return entries_of(row.content for row in rows_of(read_text(path)) if isinstance(row.content, Mapping))


def entries_of(rows: Iterable[Mapping[str, object]]) -> list[Entry]:
    """The publications of rows with `title` and `authors`; names are parted by `;` or " and "."""
    found = []
    for row in rows:
        title = _TAG_SIGNS.sub("", str(row.get("title") or "")).strip(" .")
        written = str(row.get("authors") or row.get("author") or "")
        names = tuple(name for part in re.split(r";|\s+and\s+", written) if (name := parsed_name(part)) is not None)
        if title and names:
            found.append(Entry(title, names))
    return found


def made_up(entries: Sequence[Entry], number: int, seed: int) -> list[str]:
    """So many tagged citations of entries that are drawn at random."""
    rng = np.random.default_rng(seed)
    writer = _Writer(entries, rng)
    return [writer.citation() for _ in range(number)]


class _Writer:
    """Draws one citation after another."""

    def __init__(self, entries: Sequence[Entry], rng: np.random.Generator) -> None:
        self.entries, self.rng = entries, rng

    def entry(self) -> Entry:
        return self.entries[int(self.rng.integers(len(self.entries)))]

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def pick(self, choices: Sequence[str], weights: Sequence[float] | None = None) -> str:
        shares = None if weights is None else np.array(weights) / sum(weights)
        return choices[int(self.rng.choice(len(choices), p=shares))]

    def citation(self) -> str:
        """One citation with its tags."""
        entry, bare = self.entry(), self.chance(0.15)  # bare: tokens were lost, as "and" and full stops
        rest = Rest(self.rng, [other.title for other in (self.entry(), self.entry())], self._people())
        names = self._group() if self.chance(0.03) else written_names(self.rng, entry.names[:8], bare)
        title, year_first = self._title(entry), self.chance(0.35)
        pieces: Pieces = [("", self._label())]
        if self.chance(0.045):
            pieces += [("title", title), ("", self.pick([", ", ". ", " by ", " "])), ("author", names)]
            pieces += [("", self.pick([", ", ". ", " "])), *rest.pieces(year_first=False)]
        elif self.chance(0.03):
            pieces += [("author", names), ("", self.pick([", ", ". "])), *rest.journal(with_year=True)]
        elif self.chance(0.03):
            pieces += [("title", title), ("", self.pick([". ", ", "])), *rest.pieces(year_first=False)]
        else:
            if self.chance(0.04):
                names += self.pick([", editor", ", editors", " (ed.)", " (Eds.)", ", eds", " editor"])
                title = rest.meeting_name() if self.chance(0.4) else title
            between = self._between(rest, year_first, bare)
            if names.endswith(".") and between[0][1].startswith("."):
                names = names[:-1]
            pieces += [("author", names), *between, *self._quoted(title)]
            pieces += rest.pieces(year_first)
        if self.chance(0.015):
            pieces = [(tag, _SIGNS.sub(" ", text)) for tag, text in pieces]
        return tagged_text(self._cut(pieces))

    def _people(self) -> str:
        names = [name for _ in range(int(self.rng.integers(1, 4))) for name in self.entry().names[:1]]
        return written_names(self.rng, names, bare=False)

    def _group(self) -> str:
        """A body that stands in the place of authors."""
        words = self.entry().title.split()[: int(self.rng.integers(1, 5))]
        name = " ".join([*words, self.pick(_GROUPS)])
        return name if self.chance(0.8) else f"{name}, {self.pick(['Inc', 'editors', 'USA', 'Corp'])}"

    def _label(self) -> str:
        if self.chance(0.9):
            return ""
        number = int(self.rng.integers(1, 120))
        surname = self.entry().names[0].surname
        labels = [
            f"[{number}] ",
            f"{number}. ",
            f"[{surname[:4]}{number % 100:02d}] ",
            f"({number}) ",
            f"pp. {number}. ",
        ]
        return self.pick(
            [*labels, f"[{surname} {number % 100:02d}] ", f"{self.pick(['MIT Press', 'to appear', '1990'])}. "]
        )

    def _title(self, entry: Entry) -> str:
        title = entry.title
        if ":" in title and self.chance(0.15):
            title = title.split(":")[0].strip()
        if self.chance(0.03):
            title += self.pick(
                [" (Extended Abstract)", " (abstract)", ": A survey", " II", ", Part I", ": Preliminary report"]
            )
        return title

    def _between(self, rest: Rest, year_first: bool, bare: bool) -> Pieces:
        """What stands between authors and title."""
        if year_first:
            rest_year = str(rest.year) + (self.pick(["a", "b"]) if self.chance(0.06) else "")
            forms = [
                "({y}). ",
                "({y}) ",
                "({y}), ",
                "{y}. ",
                "{y}, ",
                "[{y}]. ",
                "({y}): ",
                "{y}: ",
                "[{y}] ",
                "({y}, ",
            ]
            form = self.pick(forms, [8, 4, 2, 4, 2, 1, 2, 1, 1, 0])
            return [("", self.pick([" ", ", ", ". "], [6, 1, 2])), ("date", form.format(y=rest_year))]
        if bare:
            return [("", self.pick([" ", ", ", ". "], [8, 1, 1]))]
        return [("", self.pick([". ", ", ", ": ", "; ", " "], [10, 6, 1.5, 0.3, 0.7]))]

    def _quoted(self, title: str) -> Pieces:
        """The title with what ends it."""
        if self.chance(0.2):
            return [("", '"'), ("title", title), ("", self.pick([',"', '."', '",', '".', '"'], [6, 4, 3, 2, 2]) + " ")]
        end = self.pick([".", ",", ";", ":", ""], [14, 5, 0.3, 0.2, 0.7])
        if title.endswith(("?", "!")) and self.chance(0.7):
            end = ""
        return [("title", title), ("", end + " ")]

    def _cut(self, pieces: Pieces) -> Pieces:
        """The pieces without what is lost at the front or at the end."""
        first, last = 0, _LONGEST if self.chance(0.5) else 600
        if self.chance(0.03):
            first = int(self.rng.integers(1, 60))
        if self.chance(0.06):
            last = int(self.rng.integers(60, 200))
        answer, place = [], 0
        for tag, text in pieces:
            kept = text[max(0, first - place) : max(0, last - place)]
            if kept:
                answer.append((tag, kept))
            place += len(text)
        return answer


def tagged_text(pieces: Pieces) -> str:
    """The pieces as one text, each within its tag; pieces without a tag stand alone."""
    return "".join(f"<{tag}>{text}</{tag}>" if tag else text for tag, text in pieces)
