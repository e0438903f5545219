"""How strings of the model are shown to people: with the capitals and accents that the citations have.

The model knows titles and names in lower case and few signs. What it found is looked for in the citations; where it
stands in one of them, word for word, it is shown as it stands there.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from noumena.domains.citations.bibliography import PARTICLES
from noumena.domains.citations.normal_form import name_form, normal, title_form

_MOST_TEXTS = 50
"""More citations of one publication are not looked through."""
_ODD = re.compile(r"[{}\\$_^~<>|\ufffd]")
"""What stands in a citation by mistake, or means something to LaTeX or HTML."""
_TOKEN = re.compile(r"[^\W_]+(?:[-'’./][^\W_]+)*")


def printable(text: str) -> str:
    """The text without signs that steer a terminal or turn the direction of writing; each becomes U+FFFD."""
    return "".join("\ufffd" if unicodedata.category(sign) in ("Cc", "Cf", "Cs") else sign for sign in text)


def cut(text: str, width: int, dots: str = "…") -> str:
    """The text in at most that many signs."""
    return text if len(text) <= width else text[: max(0, width - len(dots))].rstrip() + dots


class Writing:
    """How the citations of one publication write things."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = [printable(text) for text in texts[:_MOST_TEXTS]]
        self._tokens = [[(_plain(t[0]), t.start(), t.end()) for t in _TOKEN.finditer(text)] for text in self._texts]

    def title(self, title: str) -> str:
        """The title as a citation has it if one does, with a capital letter."""
        found = self._found(re.sub(r"[:,?!()]", "", title).split(), lambda text: title_form(text) == title)
        shown = found or title
        return shown[:1].upper() + shown[1:]

    def name(self, name: str) -> str:
        """`Surname, Given` of "surname, given"; a letter alone is an initial and gets a full stop."""
        surname, _, given = name.partition(",")
        parts = [self._name(surname.strip()), " ".join(self._given(word) for word in given.split())]
        return ", ".join(filter(None, parts))

    def _name(self, name: str) -> str:
        return self._found(name.split(), lambda text: name_form(text) == name) or _capitalised(name)

    def _given(self, word: str) -> str:
        return f"{word.upper()}." if len(word) == 1 else self._name(word)

    def _found(self, words: Sequence[str], is_it: Callable[[str], bool]) -> str | None:
        """What stands most often where these words stand, not all in one case if there is a choice."""
        counts = Counter(text for text in self._places(words) if is_it(text) and not _ODD.search(text))
        return max(counts, key=lambda text: (not (text.isupper() or text.islower()), counts[text]), default=None)

    def _places(self, words: Sequence[str]) -> Iterator[str]:
        for text, tokens in zip(self._texts, self._tokens, strict=True):
            plain = [token[0] for token in tokens]
            for begin in range(len(plain) - len(words) + 1):
                if plain[begin : begin + len(words)] == list(words) and words:
                    start, end = tokens[begin][1], tokens[begin + len(words) - 1][2]
                    marks = len(text) - end - len(text[end:].lstrip(")?!"))
                    yield from dict.fromkeys((text[start:end], text[start : end + marks]))


def said(name: str) -> str:
    """`Given Surname` of `Surname, Given`."""
    surname, _, given = name.partition(", ")
    return f"{given} {surname}".strip()


def _capitalised(name: str) -> str:
    """Capitals at the beginning of words, and after hyphens and apostrophes; `van der` stays as it is."""
    words = name.split()
    lone = len(words) == 1
    return " ".join(
        word if PARTICLES.fullmatch(word) and not lone else re.sub(r"(^|[-'])(\w)", lambda m: m[1] + m[2].upper(), word)
        for word in words
    )


@lru_cache(maxsize=1 << 16)
def _plain(token: str) -> str:
    return normal(token)
