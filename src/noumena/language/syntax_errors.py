"""What is told about a statement that does not parse: what was seen, and what would work."""

from __future__ import annotations

from noumena.language.failure import Failure
from noumena.language.grammar import spellings
from noumena.language.hints import hint_for, hint_for_beginning
from noumena.language.lexeme import Lexeme
from noumena.language.split import CLOSERS, OPENERS, OpenBrackets, begins_line
from noumena.model.diagnostics import Diagnostic

_MISSING_WORDS = {
    "THEN": ("`then` is missing after the condition of `if`", {"IF", "ELSEIF"}),
    "IN": ("`in` is missing after the subject of `case`", {"CASE"}),
}


def explain(failure: Failure) -> Diagnostic:
    """One diagnostic for a statement or expression that does not parse."""
    return (
        _bad_beginning(failure)
        or _bad_bracket(failure)
        or _missing_word(failure)
        or _keyword_as_name(failure)
        or Diagnostic(failure.message(), failure.span, hint_for(failure))
    )


def uses_keyword_as_name(failure: Failure) -> bool:
    """Whether a keyword stands where only a name can, as in `random Integer type ~ 3`.

    A word that begins a line is rather the next statement, after one that was left unfinished.
    """
    seen = failure.seen
    if seen is None or "NAME" not in failure.accepted or failure.expects_expression or failure.expects_operator:
        return False
    is_keyword = seen.type != "NAME" and seen.isalpha()
    return is_keyword and not (failure.at_end and begins_line(seen))


def _bad_beginning(failure: Failure) -> Diagnostic | None:
    if failure.seen is None or failure.position > 0 or "QUERY" not in failure.accepted:
        return None
    message = f"a statement cannot begin with `{failure.seen}`"
    return Diagnostic(message, failure.span, hint_for_beginning(failure.seen))


def _bad_bracket(failure: Failure) -> Diagnostic | None:
    inner, alone = _brackets(failure)
    seen = failure.seen
    if seen is not None and seen.type in OPENERS and seen.start in alone:
        if inner is None:
            hint = f"no `{spellings()[OPENERS[seen.type]]}` is open here"
            return Diagnostic(f"unexpected `{seen}`", failure.span, hint)
        wanted = spellings()[CLOSERS[inner.type]]
        return Diagnostic(f"`{inner}` is closed by `{seen}`", failure.span, f"close it with `{wanted}`")
    if inner is not None and inner.start in alone and CLOSERS[inner.type] in failure.accepted:
        hint = f"`{spellings()[CLOSERS[inner.type]]}` is missing"
        return Diagnostic(f"unclosed `{inner}` opened here", inner.span, hint)
    return None


def _brackets(failure: Failure) -> tuple[Lexeme | None, set[int]]:
    """The innermost bracket open at the failure, and the offsets of all brackets of the piece without a partner."""
    brackets = OpenBrackets()
    inner: Lexeme | None = None
    alone: list[Lexeme] = []
    for position, token in enumerate(failure.piece.tokens):
        if position == failure.position:
            inner = brackets.stack[-1] if brackets.stack else None
        alone += brackets.read(token)
    if failure.at_end:
        inner = brackets.stack[-1] if brackets.stack else None
    return inner, {bracket.start for bracket in alone + brackets.stack}


def _missing_word(failure: Failure) -> Diagnostic | None:
    for kind, (message, openers) in _MISSING_WORDS.items():
        following = [token.type for token in failure.rest if token.type in openers | {kind}]
        if kind in failure.accepted and following[:1] != [kind]:
            return Diagnostic(message, failure.span, hint_for(failure))
    return None


def _keyword_as_name(failure: Failure) -> Diagnostic | None:
    if not uses_keyword_as_name(failure):
        return None
    return Diagnostic(f"`{failure.seen}` is a keyword and cannot be a name", failure.span)
