"""How a title is written in a citation: copied letter by letter, with gaps, other signs and lost ends."""

from __future__ import annotations

import re

from noumena.domains.citations.text_model.graph import Graph, GraphBuilder
from noumena.domains.citations.text_model.letters import SIGN, TITLE
from noumena.domains.citations.text_model.noise import Noise

_UNITS = re.compile(r"[a-z0-9]|[^a-z0-9]+")
_ARTICLES = ("a", "an", "the")
_ADDED = ("the ", "a ")


def title_units(title: str) -> list[str]:
    """A title as letters, digits and, between words, whole runs of signs; signs at its ends are left to separators."""
    units = _UNITS.findall(title)
    while units and not _plain(units[-1]):
        units.pop()
    while units and not _plain(units[0]):
        units.pop(0)
    return units


def title_graph(title: str, noise: Noise) -> Graph:
    """The walk that writes a title.

    At each place of the title the walk copies the next unit, or opens a gap (leaves units out, each more with
    probability `left_out_extended`, or puts signs in, each more with `gap_extended`), or ends. Two letters, or two
    words, may change places. At the start it may skip to a later word. Articles are left out and put in at a price of
    their own. Between words the signs may be others, or none. To lose nearly all must cost much: any text would do.
    """
    units = title_units(title)
    builder = GraphBuilder()
    hubs = [0]
    dropping = -1
    for place, unit in enumerate(units):
        hub = hubs[place]
        opened = noise.gap_at_edge if _at_edge(units, place) else noise.gap_inside
        _insertion(builder, hub, opened, noise)
        dropped = builder.silent()
        builder.arc(hub, dropped, opened if place else noise.gap_at_start)
        if dropping >= 0:
            builder.arc(dropping, dropped, noise.left_out_extended)
        after = builder.silent()
        builder.otherwise(dropped, after)
        if _plain(unit):
            copied = builder.copy(unit, noise.title_letter_wrong)
            builder.otherwise(copied, after)
            builder.otherwise(hub, copied)
        else:
            _between_words(builder, hub, unit, after, noise)
        dropping = dropped
        hubs.append(after)
    _insertion(builder, hubs[-1], noise.gap_at_edge, noise)
    end = builder.silent()
    builder.otherwise(hubs[-1], end)
    for place in range(_first_word_end(units), len(units)):
        builder.arc(hubs[place], end, _end_lost(units, place, noise))
    _articles(builder, units, hubs, noise)
    _swapped(builder, units, hubs, noise)
    _start_lost(builder, units, hubs, noise)
    return builder.graph()


def _plain(unit: str) -> bool:
    return unit.isalnum()


def _at_edge(units: list[str], place: int) -> bool:
    return place == 0 or not _plain(units[place]) or not _plain(units[place - 1])


def _word_starts(units: list[str]) -> list[int]:
    return [i for i, unit in enumerate(units) if _plain(unit) and (i == 0 or not _plain(units[i - 1]))]


def _word_end(units: list[str], start: int) -> int:
    return next((end for end in range(start, len(units)) if not _plain(units[end])), len(units))


def _insertion(builder: GraphBuilder, hub: int, opened: float, noise: Noise) -> None:
    inserted = builder.letter(TITLE)
    builder.arc(hub, inserted, opened)
    builder.arc(inserted, inserted, noise.gap_extended)
    builder.otherwise(inserted, hub)


def _between_words(builder: GraphBuilder, hub: int, signs: str, after: int, noise: Noise) -> None:
    """The same signs as in the title, or a space, or another sign with or without a space, or none."""
    changed = noise.space_changed if signs == " " else noise.signs_changed
    same = builder.chain(hub, None, signs)
    space, other = builder.copy(" "), builder.letter(SIGN)
    builder.arc(hub, after, 0.2 * changed)
    builder.arc(hub, space, 0.4 * changed)
    builder.arc(hub, other, 0.4 * changed)
    builder.arc(other, space, 0.7)
    for node in (same, space, other):
        builder.otherwise(node, after)


def _first_word_end(units: list[str]) -> int:
    """Where the first word that is no article ends: so much of a title is left if its end is lost."""
    for start in _word_starts(units):
        end = _word_end(units, start)
        if "".join(units[start:end]) not in _ARTICLES:
            return end
    return len(units)


def _end_lost(units: list[str], place: int, noise: Noise) -> float:
    """The probability that the title ends before the unit at `place`, which is not the end."""
    if ":" in units[place] or "(" in units[place]:
        return noise.end_lost_after_colon
    near = noise.end_lost_extended ** (len(units) - place)
    return near * (noise.end_lost if _at_edge(units, place) else noise.end_lost_in_word)


def _articles(builder: GraphBuilder, units: list[str], hubs: list[int], noise: Noise) -> None:
    for start in _word_starts(units):
        end = _word_end(units, start)
        if "".join(units[start:end]) in _ARTICLES and end < len(units):
            builder.arc(hubs[start], hubs[end + 1], noise.article_lost)
            continue
        for article in _ADDED:
            last = builder.chain(hubs[start], noise.article_added / len(_ADDED), article)
            builder.otherwise(last, hubs[start])


def _swapped(builder: GraphBuilder, units: list[str], hubs: list[int], noise: Noise) -> None:
    """Two letters of a word change places; or two words, what stands between them staying there."""
    for place in range(len(units) - 1):
        if _plain(units[place]) and _plain(units[place + 1]) and units[place] != units[place + 1]:
            last = builder.chain(hubs[place], noise.letters_swapped, units[place + 1] + units[place])
            builder.otherwise(last, hubs[place + 2])
    starts = [*_word_starts(units), len(units) + 1]
    for first, second, third in zip(starts, starts[1:], starts[2:], strict=False):
        one, two = "".join(units[first : second - 1]), "".join(units[second : third - 1])
        last = builder.chain(hubs[first], noise.words_swapped, two + units[second - 1] + one)
        builder.otherwise(last, hubs[third - 1])


def _start_lost(builder: GraphBuilder, units: list[str], hubs: list[int], noise: Noise) -> None:
    starts = _word_starts(units)[1:]
    for start in starts:
        share = noise.start_lost_to_colon if ":" in units[start - 1] else noise.start_lost
        builder.arc(0, hubs[start], share * noise.start_lost_extended**start)
