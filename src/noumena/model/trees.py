"""The shape of terms and of CPD trees: what stands in them, where they branch, and where they end."""

from __future__ import annotations

from collections.abc import Iterator

from noumena.model.expressions import Case, Draw, Expression, If, children


def parts(e: Expression) -> Iterator[Expression]:
    """A term and all terms within it."""
    yield e
    for child in children(e):
        yield from parts(child)


def branches(body: Expression) -> tuple[Expression, ...]:
    """The branches of a condition or a case; none where a tree ends."""
    if isinstance(body, If):
        return body.then, body.otherwise
    return tuple(branch for _, branch in body.entries) if isinstance(body, Case) else ()


def ends(body: Expression) -> Iterator[Expression]:
    """Where a CPD tree ends; besides, a case ends in null where no key fits."""
    if not branches(body):
        yield body
    for branch in branches(body):
        yield from ends(branch)


def cases(body: Expression) -> Iterator[Case]:
    """The cases of a CPD tree."""
    if isinstance(body, Case):
        yield body
    for branch in branches(body):
        yield from cases(branch)


def all_drawn(body: Expression) -> bool:
    """Whether every end of a CPD tree that is written is a draw; a case may still end in null."""
    return all(isinstance(end, Draw) for end in ends(body))


def always_drawn(body: Expression) -> bool:
    """Whether a CPD tree ends in a draw whatever the state is."""
    return all_drawn(body) and not any(cases(body))
