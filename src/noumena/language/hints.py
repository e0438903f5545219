"""What people write who come from other languages, and what to write instead."""

from __future__ import annotations

from difflib import get_close_matches

from noumena.language.failure import Failure
from noumena.language.lexeme import Lexeme
from noumena.language.tokens import ASSIGNMENT_HINT

_FIRST_WORDS = ("type", "distinct", "origin", "random", "fixed", "param", "distribution", "obs", "query")
_OLD_FIRST_WORDS = ("guaranteed", "generating")

_WORDS = {
    "and": "use & for and",
    "or": "use | for or",
    "elif": "use elseif or else if",
    "elsif": "use elseif or else if",
}

_SIGNS = {
    "**": "use ^ for powers",
    "<>": "use != for different",
    "<-": ASSIGNMENT_HINT,
    "===": "use == to compare",
}

_EXAMPLES = {
    "RANDOM": "random Color Paint(Ball b) ~ …;",
    "FIXED": "fixed Integer Size(Ball b) = …;",
    "PARAM": "param Real p : p > 0;",
    "DISTRIBUTION": "distribution D = …;",
    "OBS": "obs Paint(b) = Blue;",
    "HASH": "#Blip(Source = a) ~ …;",
}


def hint_for_beginning(word: Lexeme) -> str:
    """What to begin a statement with instead of `word`."""
    if word == "extern":
        return "functions from outside are written in Python and given along with the model"
    close = get_close_matches(word.lower(), _FIRST_WORDS + _OLD_FIRST_WORDS, n=1)
    return f"did you mean `{close[0]}`?" if close else f"statements begin with {', '.join(_FIRST_WORDS)} or #"


def hint_for(failure: Failure) -> str | None:
    """What to write instead of what was seen, where it is a known slip."""
    return _wrong_word(failure) or _wrong_sign(failure) or _missing_name(failure) or _example(failure)


def _wrong_word(failure: Failure) -> str | None:
    seen, before = failure.seen, failure.before
    if before is not None and before.type == "NAME" and before.lower() == "not":
        return "use ! for not"
    if seen is None or seen.type != "NAME":
        return None
    if before is not None and before.type in {"INTEGER", "REAL"} and before.end == seen.start:
        return "a name cannot begin with a digit"
    return _WORDS.get(seen.lower())


def _wrong_sign(failure: Failure) -> str | None:
    seen, before = failure.seen, failure.before
    if seen is None:
        return None
    for sign, hint in _SIGNS.items():
        # The sign is several tokens here, and the one seen may be any of them.
        if any(seen.source.text.startswith(sign, max(0, seen.start - shift)) for shift in range(len(sign))):
            return hint
    if seen.type == "EQUALS" and failure.expects_operator:
        return "use == to compare"
    if seen.type == "COLON" and failure.expects_expression and before is not None and before.type == "NAME":
        return "the body of a quantifier follows at once, as in `forall Ball b (…)`"
    return None


def _missing_name(failure: Failure) -> str | None:
    only_a_name = failure.accepted == {"NAME", "EMPTY_BRACKETS"}
    return "a type and a name belong here, as in `Ball b`" if only_a_name else None


def _example(failure: Failure) -> str | None:
    """How the statement is written, where one of its own signs is wrong or missing."""
    kind = failure.piece.tokens[0].type
    missing = not failure.expects_expression and failure.accepted & {"TILDE", "EQUALS"}
    given_a_value = kind == "PARAM" and failure.seen is not None and failure.seen.type in {"TILDE", "EQUALS", "SAME"}
    return f"it is written `{_EXAMPLES[kind]}`" if kind in _EXAMPLES and (missing or given_a_value) else None
