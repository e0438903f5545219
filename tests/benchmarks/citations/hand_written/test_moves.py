"""The hand-written moves are those of the library: with the same random numbers they propose the same, by the same q.

The library's proposers run on a world of dictionaries with the state of the sampler and its random words. What they
make of it, and their ln q, are compared with the sampler's plan, and ln p is summed anew before and after. String
models are made up, and half of the proposals are accepted whatever the ratio is, so that all cases come about.
"""

from __future__ import annotations

import math
from collections import Counter
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from noumena.domains.citations.matching import SHARES
from tests.benchmarks.citations.hand_written.plain_world import ATTRIBUTES, OF_LINES, Models, log_weight
from tests.benchmarks.citations.hand_written.small_set import interpreted, sampler, small_set, world_of

STEPS = 8_000
PRIORS = [f"{name}Prior" for name in (*ATTRIBUTES, "Name", "Size")]
NAMES = [*PRIORS, *(f"{name}Variant" for name in OF_LINES.values()), "CitationText"]


class Words:
    """The random numbers of a proposer, drawn from the words that the sampler has."""

    def __init__(self, words: Any) -> None:
        self._held = SimpleNamespace(words=words.copy())
        self._draws = interpreted("draws")

    def integer(self, bound: int) -> int:
        """One of 0 … bound-1."""
        return int(self._draws.integer(self._held, bound))

    def uniform(self) -> float:
        """A number in [0, 1)."""
        return float(self._draws.uniform(self._held))

    def flip(self, chance: float) -> bool:
        """True with this probability."""
        return bool(self._draws.flip(self._held, chance))


def made_up() -> Models:
    """A number between -1.5 and 0 for each call, always the same."""

    def model(name: str) -> Any:
        return lambda *given: -(crc32(repr((name, *map(str, given))).encode()) % 1000) / 667.0

    return {name: model(name) for name in NAMES}


HANDED_OVER = (
    *(f"{pubs} {what}" for pubs in (1, -1) for what in ("nothing", "an attribute", "one with its line")),
    "1 one with the line of both",
)


COMING_AND_GOING = tuple(f"lines {k} teams {team}" for k in (1, -1) for team in (0, k))
REGROUPED = tuple(f"{pubs} regroups, handed {handed}" for pubs in (1, -1) for handed in (0, 1))


def regroups(s: Any) -> bool:
    """Whether a planned split or merge changes the team of the line that stays."""
    state = interpreted("state")
    changes = s.plan[state.CHANGED] != state.NONE and s.plan[state.WITH_LINE] != 0
    return bool(changes and s.plan[state.WHICH] == state.AUTHORS)


def handed_over(s: Any) -> str:
    """What a planned split or merge changes in the publication that stays."""
    state = interpreted("state")
    if s.plan[state.CHANGED] == state.NONE:
        return "nothing"
    if not s.plan[state.WITH_LINE]:
        return "an attribute"
    is_split = s.plan[state.TO] == state.NONE
    is_shared = is_split and s.plan[state.LINE_TO] == s.publication[s.plan[state.CHANGED], state.LINE]
    return "one with the line of both" if is_shared else "one with its line"


@pytest.fixture(autouse=True)
def wrapping() -> Any:
    """Words of 64 bits wrap around, which NumPy warns of."""
    with np.errstate(over="ignore"):
        yield


def test_shares_are_those_of_the_library() -> None:
    chain, counts = interpreted("chain"), interpreted("counts")
    assert dict(zip(chain.MOVES, chain.SHARES, strict=True)) == {move.__name__: share for move, share in SHARES.items()}
    assert counts.SHARES_OF_FAMES == (0.6, 0.22, 0.12, 0.06)


def test_every_proposal_is_the_librarys_and_ln_p_changes_by_what_is_said() -> None:
    given, models, chain = small_set(), made_up(), interpreted("chain")
    made = sampler(given, models, 5)
    proposers = [move(given.data) for move in SHARES]
    random = np.random.default_rng(6)
    seen: Counter[str] = Counter()
    world = world_of(made)
    weight = log_weight(world, given.texts, models)
    for _ in range(STEPS):
        move = chain.DIVIDE if random.random() < 0.5 else int(random.integers(len(proposers)))  # it has most cases
        rng = Words(made.state.words)
        log_q, gain = chain.propose(made.state, move)
        if move <= chain.RETELL and log_q > -math.inf:
            gain = chain.with_texts(made.state, gain, -math.inf)
        numbers = dict(world.number.Pub), world.number.Line[()]
        people = dict(world.People.values), len(world.Size.values)
        wanted = proposers[move].propose(world, rng)
        np.testing.assert_array_equal(rng._held.words, made.state.words)
        name = chain.MOVES[move]
        if wanted == -math.inf:
            assert log_q == -math.inf
            seen[f"{name} rejects"] += 1
        else:
            assert log_q == pytest.approx(wanted, abs=1e-9), name
            proposed = log_weight(world, given.texts, models)
            assert gain == pytest.approx(proposed - weight, abs=1e-8) or proposed == gain == -math.inf
            if gain > -math.inf and random.random() < 0.5:
                chain.accept(made.state, move)
                assert world_of(made).canonical() == world.canonical()
                weight = proposed
                pubs = sum(world.number.Pub.values()) - sum(numbers[0].values())
                if name in ("Retell", "Retheme") and world.People.values != people[0]:
                    seen[f"{name} people {np.sign(len(world.Size.values) - people[1])}"] += 1
                if name in ("Recite", "Realign", "Divide") and len(world.People.values) != len(people[0]):
                    lines, teams = len(world.People.values) - len(people[0]), len(world.Size.values) - people[1]
                    seen[f"{name} lines {lines} teams {teams}"] += 1
                if name == "Divide" and regroups(made.state):
                    seen[f"Divide {pubs} regroups, handed {made.state.plan[interpreted('state').HANDED]}"] += 1
                if name == "Divide":
                    seen[f"Divide {pubs} {handed_over(made.state)}"] += 1
                seen[f"{name} {pubs if move < 2 else 0} {world.number.Line[()] - numbers[1] if move < 4 else 0}"] += 1
        world = world_of(made)
    wanted_cases = {
        "Recite": ("0 0", "1 0", "1 1", "-1 0", "-1 -1", "rejects", *COMING_AND_GOING),
        "Divide": ("1 0", "1 1", "-1 0", "-1 -1", "rejects", *HANDED_OVER, *COMING_AND_GOING, *REGROUPED),
        "Realign": ("0 0", "0 1", "0 -1", "rejects", *COMING_AND_GOING),
        "Retell": ("0 0", "rejects", "people 0"),
        "Retheme": ("0 0", "people 0", "people 1", "people -1"),
        "Promote": ("0 0", "rejects"),
        "Recount": ("0 0",),
    }
    for name, cases in wanted_cases.items():
        for case in cases:
            assert seen[f"{name} {case}"] >= 1, (name, case)


def test_steps_keep_ln_p_of_what_is_there() -> None:
    given, models, state = small_set(), made_up(), interpreted("state")
    made = sampler(given, models, 7)
    made.run(500)
    s, world = made.state, world_of(made)
    pubs = np.unique(s.citation[:, state.CITED])
    lines = np.unique(s.publication[pubs, state.LINE])
    kept = s.text.sum() + s.own[pubs].sum() + s.count_weight.sum()
    kept += sum(s.prior[a, s.line[line, a]] for line in lines for a in (state.TITLE, state.YEAR))
    kept += sum(map(models["NamePrior"], world.Name.values.values()))
    kept += sum(map(models["SizePrior"], world.Size.values.values()))
    assert kept == pytest.approx(log_weight(world, given.texts, models), abs=1e-8)
    assert s.tally[:, 0].sum() == 500
    assert made.acceptance()["Retell"] > 0.1


def test_tables_grow_and_forget_nothing() -> None:
    known = interpreted("known")
    old, bigger = known.table(8, known.TEXT_ENTRY), known.table(16, known.TEXT_ENTRY)
    calls: list[tuple[int, ...]] = []

    def ask(*given: int) -> float:
        calls.append(given)
        return -float(sum(given))

    s = SimpleNamespace(texts=old, scalars=np.zeros(interpreted("state").SCALARS, np.int64), ask=ask)
    keys = [(c, np.arange(6) + c) for c in range(6)]
    first = [known.log_text(s, c, told) for c, told in keys]
    known.grown(old, bigger, 2)
    s.texts = bigger
    assert [known.log_text(s, c, told) for c, told in keys] == first
    assert len(calls) == len(keys)


def test_what_a_string_model_raises_is_raised() -> None:
    given, models = small_set(), made_up()
    made = sampler(given, models, 9)

    def broken(*_: Any) -> float:
        raise ZeroDivisionError("a broken model")

    object.__setattr__(made._models, "text", broken)
    with pytest.raises(ZeroDivisionError, match="a broken model"):
        made.run(1_000)


@pytest.mark.campaign
def test_compiled_steps_are_those_that_python_takes() -> None:
    given, models = small_set(), made_up()
    compiled, plain = (sampler(given, models, 11, is_compiled) for is_compiled in (True, False))
    for made in (compiled, plain):
        made.run(3_000)
    for name in ("citation", "counts", "words", "tally"):
        np.testing.assert_array_equal(getattr(compiled.state, name), getattr(plain.state, name))
    assert world_of(compiled).canonical() == world_of(plain).canonical()
    np.testing.assert_allclose(compiled.state.text, plain.state.text, rtol=0.0, atol=1e-9)


def test_a_factor_of_one_is_the_chain_itself_and_a_small_one_flattens_it() -> None:
    given, steps = small_set(), 300
    plain, same, flat = (sampler(given, made_up(), 1) for _ in range(3))
    with np.errstate(over="ignore"):  # words of 64 bits wrap around
        plain.run(steps)
        same.run(steps, 1.0)
        flat.run(steps, 0.01)
    assert same.partition().tolist() == plain.partition().tolist()
    assert same.state.tally.tolist() == plain.state.tally.tolist()
    tried, done = flat.state.tally[interpreted("chain").PROMOTE]
    assert done > 0.6 * tried  # a fame is proposed alike there and back, and one in four is the same, which is rejected
    assert done > plain.state.tally[interpreted("chain").PROMOTE, 1]
