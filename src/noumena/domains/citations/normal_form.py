r"""The normal form of text, titles and names: what the model compares is written in few signs and in one way.

`normal` is for any text, also for whole citations. `title_form` and `name_form` go further, since a prior must give
every title and name one string only:

* a title is words with separators between them. A word is letters a-z and digits, with single `-`, `'`, `.` and `/`
  between two of them (`first-order`, `turing's`, `c4.5`, `tcp/ip`). A separator is a space; before it may stand `)`,
  then one of `: , ? !`, and after it `(`. At the end may stand `)`, then `?` or `!`. The colon and the brackets are
  kept because subtitles and remarks are often left out as a whole, the comma because it parts lists, `?` and `!`
  because they end a title in place of a full stop. Quotes, full stops after words and all other signs differ from one
  citation to the next and say nothing of the title: they are left out. `&` is written `and`; a dash that stands
  alone, and a semicolon, become a colon, whose work they do.
* a name is letters a-z, with single hyphens, apostrophes and spaces inside: `van der waals`, `o'hara`, `jean-pierre`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

WORD_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
WORD_SIGNS = "-'./"
NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz"
NAME_SIGNS = "-' "
MARKS = ":,?!"
SIGNS = " .,:;()[]\"'-/&+?!*#%=<>@_"
"""All that a text in normal form is written with beside letters and digits."""

_KEPT = frozenset(WORD_LETTERS + SIGNS)
_LETTERS = {
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th",
    "ı": "i", "ȷ": "j", "ħ": "h", "ŧ": "t", "ŋ": "n",
}  # fmt: skip
_TRANSLATED = str.maketrans(
    _LETTERS
    | dict.fromkeys("“”„‟«»″〝〞", '"')
    | dict.fromkeys("‘’‚‛‹›`´′ʹʻʼʽˈ", "'")
    | dict.fromkeys("‐‑‒–—―−⸺⸻﹘﹣－", "-")
    | {"×": "*", "⁄": "/", "∕": "/"}
)
_COMMAND_LETTERS = {
    "o": "o", "O": "o", "l": "l", "L": "l", "i": "i", "j": "j", "ss": "ss",
    "ae": "ae", "AE": "ae", "oe": "oe", "OE": "oe", "aa": "a", "AA": "a",
}  # fmt: skip
_COMMAS = re.compile(",(?: ?,)+")
_INITIALS_APART = re.compile(r"(?<=\b[a-z]\.) - (?=[a-z]\.)")
_COMMAND = re.compile(r"\\([a-zA-Z]+)[ \t\n]*|\\([^a-zA-Z]|$)")
_MISPLACED_QUOTE = re.compile(r"(?<![a-z0-9])'|'(?![a-z0-9])")
_WORD = re.compile("[a-z0-9]+(?:[-'./][a-z0-9]+)*")
_TITLE_PIECE = re.compile(rf"({_WORD.pattern})|[{MARKS}()]")
_SEPARATOR = re.compile(rf"\)?[{MARKS}]? \(?")
_END = re.compile(r"\)?[?!]?")
_NAME_PART = re.compile("[a-z]+(?:[-'][a-z]+)*")


def normal(text: str) -> str:
    r"""The text in lower case and few signs: `a-z0-9`, one space at a time, and `.,:;()[]"'-/&+?!*#%=<>@_`.

    Accents are taken off (`ü` becomes `u`), letters of other kinds written by two (`ß` becomes `ss`). LaTeX commands,
    braces, dollar signs and invisible characters are left out. All double quotes become `"`, and so do single ones
    that are no apostrophe between two letters; all dashes become `-`. Any other sign becomes a space. What differs from
    one typist to the next becomes one: `&` has a space on both sides, several commas are one, and initials with a
    hyphen have no space in them (`z.-q. luo`).
    normal(normal(text)) = normal(text).
    """
    plain = re.sub(r"[{}$]", "", _COMMAND.sub(_without_command, text))
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", plain).casefold())
    seen = "".join(letter for letter in decomposed if unicodedata.category(letter) not in ("Mn", "Cf"))
    signs = "".join(letter if letter in _KEPT else " " for letter in seen.translate(_TRANSLATED))
    quoted = re.sub('"+', '"', _MISPLACED_QUOTE.sub('"', signs))
    spaced = " ".join(re.sub("-+", "-", quoted).replace("&", " & ").split())
    return _INITIALS_APART.sub("-", _COMMAS.sub(",", spaced))


def title_form(text: str) -> str:
    """The title as the model has it, or an empty string if there is no word in it. It is a fixed point of itself."""
    plain = normal(text).replace("&", " and ").replace(";", ":")
    plain = re.sub(r"(?<![a-z0-9])-(?![a-z0-9])", ":", plain)
    written, marks = "", ""
    for piece in _TITLE_PIECE.finditer(plain):
        if piece[1] is None:
            marks += piece[0]
        else:
            written += (_separator(marks) if written else "") + piece[1]
            marks = ""
    return written + _end(marks) if written else ""


class TitleParts(NamedTuple):
    """The words of a title, the separators between them, and what stands after the last."""

    words: list[str]
    separators: list[str]
    end: str


def title_parts(title: str) -> TitleParts | None:
    """The only way to take a title apart, or None if it is not in the form of titles."""
    words: list[str] = []
    separators: list[str] = []
    place = 0
    while word := _WORD.match(title, place):
        words.append(word[0])
        place = word.end()
        separator = _SEPARATOR.match(title, place)
        if separator is None:
            end = title[place:]
            return TitleParts(words, separators, end) if _END.fullmatch(end) else None
        separators.append(separator[0])
        place = separator.end()
    return None


def all_separators() -> tuple[str, ...]:
    """Every separator that may stand between two words; the single space comes first."""
    return tuple(
        f"{closing}{mark} {opening}" for closing in ("", ")") for mark in ("", *MARKS) for opening in ("", "(")
    )


def all_ends() -> tuple[str, ...]:
    """All that may stand after the last word; nothing comes first."""
    return tuple(closing + mark for closing in ("", ")") for mark in ("", "?", "!"))


def name_form(text: str) -> str:
    """A surname or given name as the model has it, or an empty string if there is no letter in it."""
    return " ".join(_NAME_PART.findall(normal(text)))


def _without_command(found: re.Match[str]) -> str:
    r"""What a LaTeX command leaves: letters such as `\o`, escaped signs such as `\&`; all others leave nothing."""
    if found[1] is not None:
        return _COMMAND_LETTERS.get(found[1], "")
    return found[2] if found[2] in ("&", "%", "#", "_") else " " if found[2] == "\\" else ""


def _separator(marks: str) -> str:
    """A bracket counts if it closes something before or opens something after; of other marks the first does."""
    brackets = re.sub("[^()]", "", marks)
    mark = re.sub("[()]", "", marks)[:1]
    return f"{')' if brackets.startswith(')') else ''}{mark} {'(' if brackets.endswith('(') else ''}"


def _end(marks: str) -> str:
    closing = ")" if re.sub("[^()]", "", marks).startswith(")") else ""
    return closing + re.sub("[^?!]", "", marks)[:1]
