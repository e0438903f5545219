"""`noumena demo`: its models, and its answers against brute force that knows nothing of enumeration."""

from __future__ import annotations

import math
from collections.abc import Iterator
from importlib import resources

import pytest

from noumena.distributions import BUILT_IN
from noumena.language.format import format_text
from noumena.model.source import SourceFile
from tests.commands import noumena

TITLES = {"learning to rank": 0.3, "learning to read": 0.3, "learning to reason": 0.4}
TEXTS = ("learning to rank", "lerning to rank", "learning to read", "learning to reas")
ALPHABET = "abcdefghijklmnopqrstuvwxyz "


def urn() -> Iterator[tuple[int, float, float]]:
    """For n balls: the joint probability of n and ten blue draws, and that with the last two of one ball.

    With s the probability that a ball looks blue, eight draws look blue with probability mean(s)^8 and the last two
    are of one ball that looks blue twice with probability mean(s^2) / n.
    """
    for n in range(1, 40):
        prior = math.exp(-6) * 6**n / math.factorial(n)
        for blue in range(n + 1):
            weight = prior * math.comb(n, blue) / 2**n
            once = (0.8 * blue + 0.2 * (n - blue)) / n
            twice = (0.8**2 * blue + 0.2**2 * (n - blue)) / n
            yield n, weight * once**10, weight * once**8 * twice / n


def partitions(items: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to divide the items into sets."""
    if not items:
        yield []
        return
    for rest in partitions(items[1:]):
        yield [(items[0],), *rest]
        for i, block in enumerate(rest):
            yield [*rest[:i], (items[0], *block), *rest[i + 1 :]]


def citations() -> Iterator[tuple[int, list[tuple[int, ...]], dict[str, float]]]:
    """For n publications and each way of citing: the joint probabilities by the title that the last citation means."""
    edit = BUILT_IN["StringEditModel"]
    copied = {
        (title, i): math.exp(edit.log_prob(text, title, 0.03, 0.03, 0.03, ALPHABET))
        for title in TITLES
        for i, text in enumerate(TEXTS)
    }
    for n in range(1, 11):
        prior = math.comb(10, n) * 0.3**n * 0.7 ** (10 - n)
        for blocks in partitions((0, 1, 2, 3)):
            weight = prior * math.perm(n, len(blocks)) / n**4
            by_title = dict.fromkeys(TITLES, weight)
            for block in blocks:
                each = {t: p * math.prod(copied[t, i] for i in block) for t, p in TITLES.items()}
                for title in TITLES:
                    by_title[title] *= each[title] if 3 in block else math.fsum(each.values())
            yield n, blocks, by_title


def rows() -> Iterator[tuple[str, str]]:
    """Each query with the beginning of its most probable row, the figures by brute force."""
    draws = list(urn())
    evidence = math.fsum(p for _, p, _ in draws)
    three = math.fsum(p for n, p, _ in draws if n == 3) / evidence
    yield "#Ball", f"   3  {three:.6f}  "
    same = math.fsum(p for *_, p in draws) / evidence
    yield "Drawn(D[8]) == Drawn(D[9])", f"  false  {1 - same:.6f}  "
    cited = list(citations())
    evidence = math.fsum(math.fsum(p.values()) for *_, p in cited)
    three = math.fsum(math.fsum(p.values()) for n, _, p in cited if n == 3) / evidence
    yield "#Pub", f"   3  {three:.6f}  "
    two = math.fsum(math.fsum(p.values()) for _, blocks, p in cited if len(blocks) == 2) / evidence
    yield "size({p for Pub p : exists Cit c (Cited(c) == p)})", f"  2  {two:.6f}  "
    for text, pair, value in (
        ("Cited(C1) == Cited(C2)", {0, 1}, True),
        ("Cited(C3) == Cited(C4)", {2, 3}, True),
        ("Cited(C1) == Cited(C3)", {0, 2}, False),
    ):
        together = math.fsum(math.fsum(p.values()) for _, blocks, p in cited if any(pair <= set(b) for b in blocks))
        share = together / evidence if value else 1 - together / evidence
        yield text, f"   true  {share:.6f}  " if value else f"  false  {share:.6f}  "
    read = math.fsum(p["learning to read"] for *_, p in cited) / evidence
    yield "Title(Cited(C4))", f'    "learning to read"  {read:.6f}  '


def test_the_demo_answers_every_question_with_a_sentence_and_bars() -> None:
    result = noumena("demo")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    for query, row in rows():
        start = lines.index(query)
        assert lines[start - 1].endswith(("?", "."))
        table = lines[start : lines.index("", start)]
        assert row + "█" * 40 in table


@pytest.mark.parametrize(("folder", "file"), [("urn", "urn.blog"), ("citations", "small.blog")])
def test_the_models_of_the_demo_are_formatted(folder: str, file: str) -> None:
    text = resources.files("noumena.domains").joinpath(folder, file).read_text(encoding="utf-8")
    assert format_text(SourceFile(file, text)) == (text, [])
