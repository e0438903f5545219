"""Programs changed at random: some changes keep the syntax as a rule, others break it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

_TOKEN = re.compile(
    r"""\s+ | //[^\n]* | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | [A-Za-z_]\w* | (?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?
    | ==|!=|<=|>=|=>|-> | .""",
    re.VERBOSE | re.DOTALL,
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_GROUP = re.compile(r"\([^()]*\)")
_KEYWORDS = frozenset(
    (
        *("type", "distinct", "guaranteed", "origin", "generating", "random", "fixed", "param", "distribution", "obs"),
        *("query", "if", "then", "else", "elseif", "case", "in", "for", "exists", "forall", "List", "Map"),
        *("true", "false", "null"),
    )
)
_ALIKE = (
    ("+", "-", "*", "/", "%", "^"),
    ("==", "!=", "<", ">", "<=", ">="),
    ("&", "|", "=>"),
    ("~", "="),
    ("exists", "forall"),
    ("true", "false", "null"),
    ("random", "fixed"),
    ("Boolean", "Integer", "Real", "String", "Timestep", "RealMatrix", "NaturalNum"),
    ("size", "sum", "min", "max", "iota", "average", "isEmpty", "toInt", "toString", "toReal", "distinct"),
    ("Poisson", "Geometric", "Bernoulli", "Exponential", "BooleanDistrib", "StudentT", "HalfNormal", "Discrete"),
    ("Gaussian", "UniformInt", "UniformReal", "Beta", "Gamma", "Binomial", "Laplace", "Cauchy", "GEM", "DontCare"),
    ("UniformChoice", "Categorical", "Uniform", "CharDistrib", "Dirichlet", "LetterNgram", "StringEditModel"),
)
_NUMBERS = (
    *("0", "1", "2", "3", "7", "0.5", "0.0", "1.0", "-1", "-0.5", "1e-9", "100", "1000", "1e6", "1000000"),
    *("9223372036854775807", "9223372036854775808", "1e308", "1e309"),
    *("1e-320", "99999999999999999999999", "1e18", "2.5e9"),
)
_PIECES = (
    *("(", ")", "[", "]", "{", "}", ";", ",", ":", "=", "~", "#"),
    *("@", "!", "&", "|", "<", ">", "+", "-", "*", "/", "^"),
    *("type", "random", "obs", "query", "if", "then", "else"),
    *("elseif", "case", "in", "for", "exists", "List<", "Map<"),
    *("->", "=>", "&&", "||", ":=", "//", "/*", "*/", '"', "'"),
    *("\\", "[]", "null", "x", "0", ".", "1e", "$", "é", "\0"),
    *("\ufeff", "\u2028", "\U0001f600", "\ud7ff", "\t", "\r\n", "size(", "{x for ", "Poisson(", "f1(", "(-1)", '""'),
)
_WRAPPERS = (
    "({})",
    "-{}",
    "!{}",
    "@{}",
    "[{}]",
    "{{{}}}",
    "size({{{}}})",
    "({} == null)",
    "{}[0]",
    "{}(0)",
    "[{0}, {0}]",
)
_LEVELS = ("(_)", "-_", "!_", "_ + 1", "[_]", "{_}", "if true then _", "f1(_)", "_[0]", "_ => true", "max(_, 1)")


def mutate(rng: Random, text: str, other: str) -> str:
    """A text with one to three changes; `other` is a program to take parts from."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        changes = _GENTLE if rng.random() < 0.75 else _HARSH
        text = rng.choice(changes)(rng, text, other)
    return text


def tokens(text: str) -> list[str]:
    """The pieces of a text, blanks and comments included: joined they are the text."""
    return [match[0] for match in _TOKEN.finditer(text)]


def statements(text: str) -> list[str]:
    """The statements of a text with their semicolons, roughly: a semicolon in a string or matrix may end one too."""
    return [piece + ";" for piece in text.split(";") if piece.strip()]


def _replace_name(rng: Random, text: str, other: str) -> str:
    """A name replaced by another one of the two texts."""
    parts = tokens(text)
    places = [i for i, part in enumerate(parts) if _NAME.fullmatch(part) and part not in _KEYWORDS]
    names = [part for part in (*parts, *tokens(other)[:200]) if _NAME.fullmatch(part) and part not in _KEYWORDS]
    if places:
        parts[rng.choice(places)] = rng.choice(names)
    return "".join(parts)


def _replace_number(rng: Random, text: str, other: str) -> str:
    parts = tokens(text)
    if places := [i for i, part in enumerate(parts) if part[0].isdigit()]:
        parts[rng.choice(places)] = rng.choice(_NUMBERS)
    return "".join(parts)


def _replace_alike(rng: Random, text: str, other: str) -> str:
    """An operator or word replaced by one that may stand in the same place."""
    parts = tokens(text)
    places = [(i, group) for i, part in enumerate(parts) for group in _ALIKE if part in group]
    if places:
        place, group = rng.choice(places)
        parts[place] = rng.choice(group)
    return "".join(parts)


def _delete_statement(rng: Random, text: str, other: str) -> str:
    pieces = statements(text)
    if pieces:
        del pieces[rng.randrange(len(pieces))]
    return "".join(pieces)


def _copy_statement(rng: Random, text: str, other: str) -> str:
    """A statement of either text put in somewhere."""
    pieces = statements(text)
    found = rng.choice(statements(rng.choice((text, other))) or [";"])
    pieces.insert(rng.randint(0, len(pieces)), found)
    return "".join(pieces)


def _splice(rng: Random, text: str, other: str) -> str:
    """The beginning of one text and the end of the other, cut between statements."""
    first, second = statements(text), statements(other)
    return "".join(first[: rng.randint(0, len(first))] + second[rng.randint(0, len(second)) :])


def _graft(rng: Random, text: str, other: str) -> str:
    """A part in parentheses replaced by one of either text."""
    parts = [found[0] for found in _GROUP.finditer(rng.choice((text, other)))]
    places = list(_GROUP.finditer(text))
    if not places:
        return text
    place = rng.choice(places)
    return text[: place.start()] + rng.choice([*parts, "(null)", "()"]) + text[place.end() :]


def _wrap(rng: Random, text: str, other: str) -> str:
    """A name or number put into a larger term."""
    parts = tokens(text)
    places = [i for i, part in enumerate(parts) if part[0].isalnum() and part not in _KEYWORDS]
    if places:
        place = rng.choice(places)
        parts[place] = rng.choice(_WRAPPERS).format(parts[place])
    return "".join(parts)


def _nest(rng: Random, text: str, other: str) -> str:
    """A name or number put under many levels."""
    parts = tokens(text)
    places = [i for i, part in enumerate(parts) if part[0].isalnum() and part not in _KEYWORDS]
    if places:
        place, depth = rng.choice(places), rng.choice((20, 90, 110, 400, 3000))
        before, after = rng.choice(_LEVELS).split("_")
        parts[place] = before * depth + parts[place] + after * depth
    return "".join(parts)


def _delete_token(rng: Random, text: str, other: str) -> str:
    parts = tokens(text)
    if parts:
        del parts[rng.randrange(len(parts))]
    return "".join(parts)


def _copy_token(rng: Random, text: str, other: str) -> str:
    parts = tokens(text)
    if parts:
        parts.insert(rng.randrange(len(parts)), rng.choice(parts))
    return "".join(parts)


def _swap_tokens(rng: Random, text: str, other: str) -> str:
    parts = tokens(text)
    if parts:
        i, j = rng.randrange(len(parts)), rng.randrange(len(parts))
        parts[i], parts[j] = parts[j], parts[i]
    return "".join(parts)


def _insert_piece(rng: Random, text: str, other: str) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice(_PIECES) + text[place:]


def _truncate(rng: Random, text: str, other: str) -> str:
    place = rng.randint(0, len(text))
    return text[:place] if rng.random() < 0.7 else text[place:]


def _scramble(rng: Random, text: str, other: str) -> str:
    """A few characters replaced by any others."""
    characters = list(text)
    for _ in range(rng.randint(1, 4) if text else 0):
        highest = rng.choice((127, 127, 255, 0xD7FF, 0x10FFFF))
        code = rng.randint(0, highest)
        characters[rng.randrange(len(characters))] = chr(code) if not 0xD800 <= code < 0xE000 else "\ufffd"
    return "".join(characters)


_Change = Callable[[Random, str, str], str]
_GENTLE: tuple[_Change, ...] = (
    *(_replace_name, _replace_name, _replace_number, _replace_number, _replace_alike, _replace_alike),
    *(_delete_statement, _copy_statement, _splice, _graft, _graft, _wrap),
)
_HARSH: tuple[_Change, ...] = (
    *(_delete_token, _copy_token, _swap_tokens, _insert_piece, _insert_piece, _truncate, _scramble, _nest),
)
