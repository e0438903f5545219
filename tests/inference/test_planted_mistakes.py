"""Each mistake of the semantics that the engine or a default move could make is planted, and its matrix shows it.

The figures are the stationary answers that the mistakes lead to; the right answers are those of the models' oracles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from noumena.inference.checking import Checker
from noumena.inference.transitions import Canonical, Kernel, invariance
from noumena.model.diagnostics import RunError
from noumena.model.values import Value
from noumena.reference.variables import FunctionVariable, NumberVariable
from noumena.runtime.kernel import chain as kernel_chain
from noumena.runtime.kernel import completion, flags, forcing, moves, ratio, readers, verbs
from tests.asking import model_problem, problem
from tests.inference.chains import Applied, chosen_kernels, kernels, made, stationary
from tests.oracles.brute_force import MODEL_FOLDER

PRINTED = 1e-6

drawing: Any = moves
"""Where the functions that draw are replaced by ones that enumerate."""

Plant = Callable[[pytest.MonkeyPatch, Any], None]


def with_mistake(
    name: str, plant: Plant, monkeypatch: pytest.MonkeyPatch, wanted: Iterable[Applied] = (), concrete: bool = True
) -> list[Kernel]:
    """The matrices of the `wanted` moves, or of all default moves, the mistake being planted."""
    chain = made(problem(name) if ";" in name else model_problem(name), concrete=() if concrete else None, first=False)
    plant(monkeypatch, chain.code.module)
    chain.initialise()
    return chosen_kernels(chain, monkeypatch, wanted) if wanted else list(kernels(chain, monkeypatch).values())


def is_wrong(found: list[Kernel]) -> bool:
    """Whether some move changes the posterior."""
    return max(map(invariance, found)) > 1e-6


def value(function: str, *arguments: Value) -> Callable[[Canonical], object]:
    """The value of a variable in a state."""
    return lambda state: dict(state).get(FunctionVariable(function, arguments))


def number_of(type_: str) -> Callable[[Canonical], object]:
    """How many objects of a type there are in a state."""

    def asked(state: Canonical) -> object:
        numbers = {v: x for v, x in state if isinstance(v, NumberVariable) and v.application.type == type_}
        return sum(numbers.values())

    return asked


def around_acceptance(change: Callable[[Any, float], float]) -> Plant:
    """Plants a change of ln of the acceptance ratio, without the move's q."""

    def plant(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        right = ratio.log_acceptance

        def changed(w: Any) -> float:
            total = right(w)
            return change(w, total) if total > -math.inf else total

        monkeypatch.setattr(kernel_chain, "log_acceptance", changed)

    return plant


def test_m1_the_old_value_is_charged_and_the_new_one_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(w: Any, right: float) -> float:
        drawn = [t for t in range(w.t_top) if w.v_flags[w.t_variable[t]] & flags.DRAWN]
        return right - math.fsum(w.t_score[t] for t in drawn)

    found = with_mistake("m01_parental", around_acceptance(change), monkeypatch, [("parental", "X")])
    assert is_wrong(found)
    assert stationary(found, value("X"))[True] == pytest.approx(0.507042, abs=PRINTED)


def test_m2_the_falling_factorial_is_kept_without_what_the_engine_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        monkeypatch.setattr(ratio, "_account_application", _without_draws)

    found = with_mistake("m02_completion_draws_objects", plant, monkeypatch)
    assert is_wrong(found)


def _without_draws(w: Any, a: int) -> None:
    """As in the kernel, but without the factors n - t of the identifiers that the engine draws."""
    if w.a_done[a] != 0:
        return
    w.a_done[a] = 1
    v = w.a_variable[a]
    mark = w.v_mark[v]
    old = w.t_int[mark] if w.v_stamp[v] == w.step else w.v_int[v]
    w.log_ratio += ratio.log_falling_ratio(w, w.v_int[v], w.a_used[a], old, w.a_old[a])


def test_m4_aircraft_are_abstract(monkeypatch: pytest.MonkeyPatch) -> None:
    found = with_mistake("m04_observed_total", lambda *_: None, monkeypatch, concrete=False)
    assert abs(stationary(found, number_of("Aircraft"))[1] - 0.258065) > 0.01
    with pytest.raises(RunError, match="has an object that no term denotes"):
        Checker(made(model_problem("m04_observed_total"), concrete=None)).advance(100)


def test_m5_the_falling_factorials_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(w: Any, right: float) -> float:
        return right - math.fsum(_falling(w, a, False) - _falling(w, a, True) for a in range(w.a_top))

    # In the model itself the names are not part of the state, since no evidence is about them.
    text = (MODEL_FOLDER / "m05_names.blog").read_text(encoding="utf-8") + "obs (Source(b1) == null) = false;"
    assert not is_wrong(
        with_mistake(
            text,
            around_acceptance(lambda _, right: right),
            monkeypatch,
            [("several", 2), ("parental", "#Aircraft"), ("parental", "b1")],
        )
    )
    assert is_wrong(
        with_mistake(
            text,
            around_acceptance(change),
            monkeypatch,
            [("several", 2), ("parental", "#Aircraft"), ("parental", "b1")],
        )
    )


def _falling(w: Any, a: int, before: bool) -> float:
    return ratio.log_falling(w, *_numbers(w, a, before)) if w.o_concrete[w.a_type[a]] == 0 else 0.0


def test_m6_guaranteed_members_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        right = ratio._account_shared

        def account(w: Any, t: int) -> None:
            v = w.t_variable[t]
            kept = w.v_int[v], w.t_int[t]
            w.v_int[v], w.t_int[t] = max(1, kept[0] - 1), max(1, kept[1] - 1)
            right(w, t)
            w.v_int[v], w.t_int[t] = kept

        monkeypatch.setattr(ratio, "_account_shared", account)

    found = with_mistake("m06_empty_set_guaranteed", plant, monkeypatch, [("step", "#Ball"), ("identity", "F")])
    assert is_wrong(found)
    sizes = stationary(found, number_of("Ball"))
    assert [sizes[n] for n in (0, 1, 2)] == pytest.approx([0.203390, 0.542373, 0.254237], abs=PRINTED)


def test_m7_drawn_until_the_evidence_holds_and_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    found = with_mistake(
        "m07_hard_evidence", around_acceptance(lambda *_: 0.0), monkeypatch, [("parental", x) for x in "SXYW"]
    )
    assert is_wrong(found)
    assert stationary(found, value("S"))[True] == pytest.approx(0.5, abs=PRINTED)


def any_variable(w: Any, _: int) -> float:
    """Draws one variable anew, picked uniformly among all of the state; the engine charges the choice."""
    listed = [w.m_variable[w.k_list[k] + i] for k in range(w.first_shared) for i in range(w.k_size[k])]
    v = listed[drawing.integer(w, len(listed))]
    verbs.resample(w, v)
    w.v_flags[v] |= flags.PICKED
    w.several = 1
    return 0.0


def test_m8_the_choice_of_a_variable_is_not_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    def uncharged(w: Any) -> float:
        w.several = 0
        return right(w)

    assert not is_wrong(with_mistake("m08_switch", lambda *_: None, monkeypatch, [(any_variable, 0)]))
    right = ratio.log_acceptance
    monkeypatch.setattr(kernel_chain, "log_acceptance", uncharged)
    found = with_mistake("m08_switch", lambda *_: None, monkeypatch, [(any_variable, 0)])
    assert is_wrong(found)
    assert stationary(found, value("S"))[True] == pytest.approx(0.806678, abs=PRINTED)


def test_m8_a_move_that_does_not_apply_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        right = moves.choose_any

        def again(w: Any, kind: int) -> int:
            # Another function is picked until one has a variable: which one it is depends on the state.
            names = [k for k in range(w.first_shared) if w.k_size[k] > 0]
            return right(w, kind if w.k_size[kind] > 0 else names[drawing.integer(w, len(names))])

        monkeypatch.setattr(moves, "choose_any", again)

    assert is_wrong(with_mistake("m08_switch", plant, monkeypatch, [("parental", "V"), ("parental", "U1")]))


def test_m9_what_has_lost_its_readers_is_dropped_before_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        right = readers.release_dirty

        def release(w: Any) -> None:
            right(w)
            for t in range(w.t_top if w.n_top == 0 else 0):
                v = w.t_variable[t]
                if w.v_flags[v] & flags.SUSPENDED and not w.v_flags[v] & (flags.DIRTY | flags.ENTERED):
                    w.v_flags[v] |= flags.DIRTY | flags.PENDING

        monkeypatch.setattr(completion, "release_dirty", release)
        monkeypatch.setattr(completion, "let_go_dirty", release)  # where there are no evidence terms

    assert is_wrong(with_mistake("m09_sweep", plant, monkeypatch, [("parental", "S")]))


def test_m10_the_falling_factorial_is_taken_for_the_type(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(w: Any, right: float) -> float:
        for type_ in range(w.types):
            concerned = [a for a in range(w.a_top) if w.a_type[a] == type_]
            before, after = [_numbers(w, a, True) for a in concerned], [_numbers(w, a, False) for a in concerned]
            for sign, pairs in ((1.0, after), (-1.0, before)):
                right -= sign * sum(ratio.log_falling(w, n, m) for n, m in pairs)
                right += sign * ratio.log_falling(w, sum(n for n, _ in pairs), sum(m for _, m in pairs))
        return right

    found = with_mistake("m10_generators", around_acceptance(change), monkeypatch)
    assert is_wrong(found)
    sizes = stationary(found, number_of("Res"))
    assert [sizes[n] for n in (1, 2)] == pytest.approx([0.524590, 0.475410], abs=PRINTED)


def _numbers(w: Any, a: int, before: bool) -> tuple[int, int]:
    """n and m of an application before or after the patch under way."""
    v, touched = w.a_variable[a], w.a_stamp[a] == w.step
    if v == flags.NONE:
        return 0, 0
    was = w.v_stamp[v] == w.step
    if before:
        fresh = was and w.t_flags[w.v_mark[v]] & flags.FRESH
        n = 0 if fresh else w.t_int[w.v_mark[v]] if was else w.v_int[v]
        return n, w.a_old[a] if touched else w.a_used[a]
    return 0 if w.v_flags[v] & flags.SUSPENDED else w.v_int[v], w.a_used[a]


def test_m13_the_released_value_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def unforce(w: Any, evidence: int, v: int) -> None:
        w.v_int[evidence] = 0
        w.v_flags[v] &= ~flags.FORCED

    def plant(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        monkeypatch.setattr(forcing, "unforce", unforce)
        monkeypatch.setattr(completion, "unforce", unforce)

    found = with_mistake("m13_forced_value", plant, monkeypatch)
    assert is_wrong(found)


def test_m14_without_the_jacobian(monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        right = module.evaluate

        def evaluate(w: Any, v: int, draw: int) -> float:
            score: float = right(w, v, draw)
            return 0.0 if w.v_kind[v] >= w.first_evidence and score > -math.inf else score

        monkeypatch.setattr(module, "evaluate", evaluate)

    found = with_mistake("m14_jacobian", plant, monkeypatch, [("other", "X")])
    assert is_wrong(found)
    assert stationary(found, value("X"))[1] == pytest.approx(0.407333, abs=PRINTED)


def test_m15_mass_and_density_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(w: Any, right: float) -> float:
        w.density = 0
        return right

    found = with_mistake("m15_atom", around_acceptance(change), monkeypatch, [("other", "B"), ("parental", "B")])
    assert stationary(found, value("B"))[True] == pytest.approx(0.285174, abs=PRINTED)
