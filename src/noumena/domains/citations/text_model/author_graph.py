"""How the authors of a publication are written in a citation: which of them, in which form, with which separators."""

from __future__ import annotations

import re
from dataclasses import dataclass

from noumena.domains.citations.text_model.formats import NameFormats
from noumena.domains.citations.text_model.graph import Graph, GraphBuilder
from noumena.domains.citations.text_model.letters import NAME
from noumena.domains.citations.text_model.noise import Noise

_GIVEN = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Name:
    """A surname, and given names that are words or initials."""

    surname: str
    given: tuple[str, ...]


def parsed_names(authors: str) -> list[Name]:
    """The names of "surname, given; surname, given"; empty ones are left out."""
    names = []
    for part in authors.split(";"):
        surname, _, given = part.partition(",")
        if surname.strip():
            names.append(Name(surname.strip(), tuple(_GIVEN.findall(given))))
    return names


def author_graph(authors: str, noise: Noise, formats: NameFormats) -> Graph:
    """The walk that writes a list of authors.

    The list is written with given names first, or surnames first, or the first name in the one way and the others in
    the other, or loosely: names in any order. Going through the names, each is written or left out, a name that is not
    of the list may be put in, and "et al." may end it.
    """
    return _AuthorGraph(parsed_names(authors), noise, formats).made()


class _AuthorGraph:
    """The parts of the graph; silent nodes are made in the order in which they lead on."""

    def __init__(self, names: list[Name], noise: Noise, formats: NameFormats) -> None:
        self.names, self.noise, self.formats = names, noise, formats
        self.builder = GraphBuilder()

    def made(self) -> Graph:
        builder, names, formats = self.builder, self.names, self.formats
        exits = []
        surname_first, natural = builder.silent(), builder.silent()
        orderly = 1.0 - self.noise.any_order if names else 1.0
        builder.arc(0, surname_first, orderly * formats.surname_first)
        builder.arc(0, natural, orderly * (1.0 - formats.surname_first))
        joining = None
        if names:
            exits.append(self._loosely())
            turned = builder.silent()
            builder.arc(natural, turned, formats.first_turned)
            joining = self._name(turned, names[0], surname_first=True)
        exits += self._list(surname_first, None, surname_first=True)
        exits += self._list(natural, joining, surname_first=False)
        end = builder.silent()
        for node in exits:
            builder.otherwise(node, end)
        return builder.graph()

    def _list(self, start: int, joining: int | None, surname_first: bool) -> list[int]:
        """The names in order, from `start`; `joining` has written the first name, and goes on with the second."""
        builder, noise, exits = self.builder, self.noise, []
        blank, written = start, builder.silent()
        for place in range(len(self.names) + 1):
            if joining is not None and place == 1:
                builder.otherwise(joining, written)
            self._added(blank, written, surname_first)
            others = builder.chain(written, noise.others_left_out, " et al")
            exits += [others, builder.chain(others, 0.9, ".")]
            if place == len(self.names):
                break
            entry = builder.silent()
            builder.otherwise(blank, entry)
            kept = 1.0 - noise.name_lost - noise.name_added - noise.others_left_out
            self._separator(written, kept, entry, last=place == len(self.names) - 1)
            name = self._name(entry, self.names[place], surname_first)
            after_blank, after_written = builder.silent(), builder.silent()
            builder.arc(blank, after_blank, noise.name_lost)
            builder.otherwise(written, after_written)
            builder.otherwise(name, after_written)
            blank, written = after_blank, after_written
        return [*exits, blank, written]

    def _added(self, blank: int, written: int, surname_first: bool) -> None:
        """A name that is not of the list; then the list goes on where it was."""
        builder, noise = self.builder, self.noise
        entry = builder.silent()
        builder.arc(blank, entry, noise.name_added)
        self._separator(written, noise.name_added, entry, last=False)
        word = builder.letter(NAME)
        builder.arc(word, word, noise.longer)
        if surname_first:
            builder.otherwise(entry, word)
            comma = builder.chain(word, (1.0 - noise.longer) * 0.8, ", ")
            self._unknown_given(comma, None, written, trailing=False)
        else:
            given = builder.silent()
            builder.arc(entry, given, 0.7)
            builder.otherwise(entry, word)
            self._unknown_given(given, None, word, trailing=True)
        builder.otherwise(word, written)

    def _unknown_given(self, source: int, probability: float | None, after: int, trailing: bool) -> None:
        """One or more given names that are not known, each an initial or a word; `trailing`: a space may end them."""
        builder = self.builder
        letter, dot, space = builder.letter(NAME), builder.copy("."), builder.copy(" ")
        if probability is None:
            builder.otherwise(source, letter)
        else:
            builder.arc(source, letter, probability)
        builder.arc(letter, letter, 0.3)
        builder.arc(letter, dot, 0.5)
        builder.arc(dot, letter, 0.1)
        builder.arc(space, letter, 0.2)
        for node in (letter, dot):
            builder.arc(node, space, 0.15 if node == letter else 0.6 if trailing else 0.1)
            builder.otherwise(node, after)
        builder.otherwise(space, after if trailing else letter)

    def _separator(self, source: int, weight: float, after: int, last: bool) -> None:
        """What stands between two names, `last`: before the last of them."""
        builder, formats = self.builder, self.formats
        comma, semicolon, space = builder.copy(","), builder.copy(";"), builder.copy(" ")
        builder.arc(source, comma, weight * formats.comma)
        builder.arc(source, semicolon, weight * formats.semicolon)
        builder.arc(source, space, weight * (1.0 - formats.comma - formats.semicolon))
        for sign in (comma, semicolon):
            builder.arc(sign, comma, 0.01)
            builder.arc(sign, after, 0.03)
            builder.otherwise(sign, space)
        joined = formats.and_before_last if last else formats.and_before_others
        for text, share in (("and ", 1.0 - formats.ampersand), ("& ", formats.ampersand)):
            builder.otherwise(builder.chain(space, joined * share, text), after)
        builder.otherwise(space, after)

    def _name(self, entry: int, name: Name, surname_first: bool) -> int:
        """One name from a silent node on; the silent node that it ends at."""
        builder, noise = self.builder, self.noise
        left_out = noise.given_left_out if name.given else 1.0 - noise.given_added_where_unknown
        if not surname_first:
            hub = self._given(entry, left_out, name.given, trailing=True)
            return self._surname(hub, name.surname)
        after = self._surname(entry, name.surname)
        commas = [(", ", 0.85), (" ", 0.1), (",", 0.05)]
        given = [builder.chain(after, (1.0 - left_out) * share, text) for text, share in commas]
        start = builder.silent()
        for node in given:
            builder.otherwise(node, start)
        hub = self._given(start, 0.0, name.given, trailing=False)
        builder.otherwise(after, hub)
        return hub

    def _given(self, start: int, none: float, given: tuple[str, ...], trailing: bool) -> int:
        """Given names from `start`, or none; the silent node after them. `trailing`: a separator follows each."""
        builder, noise = self.builder, self.noise
        hub, spaces = start, []
        for place, word in enumerate(given):
            initial, whole = self._one_given(hub, word)
            after = builder.silent()
            if place:
                builder.arc(hub, after, noise.later_given_left_out)
            separated = trailing or place < len(given) - 1
            for node, share in ((initial, 0.7), (whole, 0.96)):
                if separated:
                    spaces += [(builder.chain(node, share, " "), after), (builder.chain(node, 0.02, "-"), after)]
                builder.otherwise(node, after)
            hub = after
        for space, after in spaces:
            builder.otherwise(space, after)
        after = builder.silent()
        builder.arc(start, after, none)
        if given:
            self._unknown_given(hub, noise.given_added, after, trailing)
            builder.otherwise(hub, after)
        else:
            self._unknown_given(hub, None, after, trailing)
        return after

    def _one_given(self, hub: int, word: str) -> tuple[int, int]:
        """A given name: its initial, with a stop or not, or the word; the silent nodes after either."""
        builder, noise = self.builder, self.noise
        first, dot = builder.copy(word[0], noise.name_letter_wrong), builder.copy(".")
        builder.otherwise(hub, first)
        initial, whole = builder.silent(), builder.silent()
        if len(word) > 1:
            spelled = self.formats.given_in_full
            builder.otherwise(builder.chain(first, spelled, word[1:], noise.name_letter_wrong), whole)
        else:
            spelled = noise.initial_spelled_out
            letter = builder.letter(NAME)
            builder.arc(first, letter, spelled)
            builder.arc(letter, letter, noise.longer)
            builder.otherwise(letter, whole)
        builder.arc(first, dot, (1.0 - spelled) * self.formats.initial_with_stop)
        builder.otherwise(first, initial)
        builder.otherwise(dot, initial)
        return initial, whole

    def _surname(self, hub: int, surname: str) -> int:
        """A surname letter by letter with typing mistakes; the silent node after it."""
        builder, noise = self.builder, self.noise
        for sign in surname:
            copied, added = builder.copy(sign, noise.name_letter_wrong), builder.letter(NAME)
            after = builder.silent()
            builder.arc(hub, added, noise.name_letter_added)
            builder.otherwise(added, hub)
            builder.arc(hub, after, noise.name_letter_lost if sign.isalnum() else noise.name_sign_lost)
            builder.otherwise(hub, copied)
            builder.otherwise(copied, after)
            hub = after
        return hub

    def _loosely(self) -> int:
        """Names in any order, each in either form; the silent node at the end."""
        builder, noise, count = self.builder, self.noise, len(self.names)
        hub = builder.silent()
        builder.arc(0, hub, noise.any_order)
        ends = []
        for name in self.names:
            for surname_first, share in ((True, self.formats.surname_first), (False, 1.0 - self.formats.surname_first)):
                entry = builder.silent()
                builder.arc(hub, entry, share / count)
                ends.append(self._name(entry, name, surname_first))
        end = builder.silent()
        for node in ends:
            builder.otherwise(node, end)
        self._separator(end, count / (count + 1.0), hub, last=False)
        return end
