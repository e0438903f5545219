"""Going on with a checkpoint from Python: bit for bit, over numbers of workers, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import noumena as nm
from noumena.inference.checkpoint import file
from noumena.inference.checkpoint.saved import saved_in
from tests.commands import COIN, MODELS

SHORT: dict[str, Any] = {"engine": "mh", "backend": "python", "chains": 3, "thin": 2, "burn_in": 200, "seed": 3}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.ckpt"


def model(name: str = "urn_small") -> nm.Model:
    return nm.Model.from_files(MODELS / f"{name}.blog")


def told(posterior: nm.Posterior) -> dict[str, Any]:
    """What a posterior tells, but for times; and all samples."""
    found = {k: v for k, v in posterior.to_dict().items() if k not in ("seconds", "steps_per_second")}
    return found | {"samples of": [answer.marginal.values for answer in posterior]}


@pytest.mark.parametrize("name", ["urn_small", "m03_citations", "c44_strings", "c02_named_set", "c50_linear_evidence"])
def test_a_resumed_run_is_the_one_that_never_stopped(name: str, path: Path) -> None:
    whole = model(name).infer(samples=90, workers=1, **SHORT)
    model(name).infer(samples=41, workers=2, checkpoint=path, **SHORT)
    assert told(nm.resume(path, samples=90, workers=3)) == told(whole)
    assert told(nm.resume(path, workers=1)) == told(whole), "the checkpoint of the resumed run is as good"


def test_a_native_run_is_resumed_bit_for_bit(path: Path) -> None:
    native = SHORT | {"backend": "native"}
    asked = model("m03_citations")  # it has children that are alike, whose fields share records
    whole = asked.infer(samples=2000, workers=1, **native)
    asked.infer(samples=700, workers=2, checkpoint=path, **native)
    assert told(nm.resume(path, samples=2000, workers=2)) == told(whole)


def test_a_run_that_is_stopped_while_moves_adapt_goes_on_adapting(path: Path) -> None:
    long = SHORT | {"burn_in": 2000}
    whole = model().infer(samples=30, **long)
    stopped = model().infer(time=0.05, checkpoint=path, **long)
    assert stopped.samples == 0
    assert stopped.stopped_by == "time: 0.05 s"
    assert told(nm.resume(path, samples=30)) == told(whole)


def test_checked_chains_are_resumed(path: Path) -> None:
    checked = SHORT | {"check": True, "burn_in": 20, "chains": 2}
    whole = model().infer(samples=20, **checked)
    model().infer(samples=10, checkpoint=path, **checked)
    assert told(nm.resume(path, samples=20)) == told(whole)


def test_rules_stop_a_resumed_run_where_they_would_have_stopped_it(path: Path) -> None:
    whole = model().infer(until="ess>150", **SHORT)
    assert whole.stopped_by == "until: ess > 150"
    model().infer(samples=120, until="ess>150", checkpoint=path, **SHORT)
    assert told(nm.resume(path, until="ess>150")) == told(whole)


def test_evidence_given_as_data_and_queries_are_kept(path: Path) -> None:
    text = "type Coin; distinct Coin C1, C2; random Real Bias ~ Beta(1, 1);\n"
    text += "random Boolean Heads(Coin c) ~ BooleanDistrib(Bias);"
    flips = nm.Model.from_text(text)
    asked: dict[str, Any] = {"evidence": {"Heads": {"C1": True, "C2": np.True_}}, "queries": ["Bias"]}
    whole = flips.infer(samples=60, **asked, **SHORT)
    flips.infer(samples=20, checkpoint=path, **asked, **SHORT)
    assert told(nm.resume(path, samples=60)) == told(whole)


def test_samples_beyond_the_most_that_are_kept_are_thinned_and_resumed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noumena.inference.chains.MOST_KEPT", 300)
    whole = model().infer(samples=350, **SHORT)
    assert (whole.samples, whole.thin, whole.steps) == (87, 8, 3 * (200 + 2 * 350))
    assert "of 348 samples in each chain every 4th is kept" in whole.warnings[0]
    model().infer(samples=130, checkpoint=path, **SHORT)
    assert told(nm.resume(path, samples=350)) == told(whole)


class Fair:
    def sample(self, rng: Any) -> bool:
        return bool(rng.random() < 0.5)

    def log_prob(self, value: bool) -> float:
        return float(np.log(0.5))


class Biased:
    def sample(self, rng: Any) -> bool:
        return bool(rng.random() < 0.25)

    def log_prob(self, value: bool) -> float:
        return float(np.log(0.25 if value else 0.75))


def test_code_in_python_must_be_given_again_and_be_the_same(path: Path) -> None:
    text = "random Boolean A ~ Fair(); query A;"
    fair = nm.Model.from_text(text, distributions={"Fair": Fair})
    fair.infer(samples=20, checkpoint=path, **SHORT)
    assert nm.resume(path, model=fair).samples == 20
    with pytest.raises(nm.BlogError, match=r"needs `Fair`, which is Python code\n.*model="):
        nm.resume(path)
    with pytest.raises(nm.BlogError, match="the code of `Fair` has changed since"):
        nm.resume(path, model=nm.Model.from_text(text, distributions={"Fair": Biased}))


class Stay(nm.Proposer):
    def propose(self, world: Any, rng: Any) -> float:
        return nm.REJECT


def test_a_proposer_must_be_given_again(path: Path) -> None:
    whole = model().infer(samples=30, proposer=Stay, **SHORT)
    model().infer(samples=10, checkpoint=path, proposer=Stay, **SHORT)
    with pytest.raises(nm.BlogError, match=r"is of a run with a proposer\n.*proposer="):
        nm.resume(path)
    assert told(nm.resume(path, samples=30, proposer=Stay)) == told(whole)
    with pytest.raises(nm.BlogError, match="the proposer has changed since"):
        nm.resume(path, proposer=nm.moves.SplitMerge("Drawn"))


def test_a_proposer_that_the_run_had_not_is_refused(path: Path) -> None:
    model().infer(samples=10, checkpoint=path, **SHORT)
    with pytest.raises(nm.BlogError, match="is of a run without a proposer"):
        nm.resume(path, proposer=Stay)


def test_another_model_is_refused(path: Path) -> None:
    model().infer(samples=10, checkpoint=path, **SHORT)
    with pytest.raises(nm.BlogError, match="is of another model"):
        nm.resume(path, model=model("urn_blue"))


def changed(path: Path, change: dict[str, Any]) -> None:
    """Writes a checkpoint again with something else in it."""
    data, arrays, _ = file.read(path)
    file.write(path, data | change, arrays)


def test_another_backend_is_refused(path: Path) -> None:
    model().infer(samples=10, checkpoint=path, **SHORT)
    saved = saved_in(path)
    with pytest.raises(nm.BlogError, match="is of the backend python, not native"):
        saved.refuse_unless(saved.program, "native", None)  # type: ignore[arg-type]  # it does not come so far


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"build": "other"}, "written by another build of Noumena: the memory of its chains is laid out otherwise"),
        ({"chains": [{}]}, "written by another build of Noumena: KeyError"),
        ({"facts": {"more": 1}}, "written by another build of Noumena: TypeError"),
    ],
)
def test_the_file_of_another_build_is_refused(path: Path, change: dict[str, Any], message: str) -> None:
    model().infer(samples=10, checkpoint=path, **SHORT)
    changed(path, change)
    with pytest.raises(nm.BlogError, match=message):
        nm.resume(path)


def test_another_machine_is_told(path: Path) -> None:
    model().infer(samples=10, checkpoint=path, **SHORT)
    assert "another processor" not in str(nm.resume(path).warnings)
    changed(path, {"machine": "cpu other"})
    found = nm.resume(path)
    assert f"{path} was written on another processor, or with another Python" in found.run_warnings[0]


def test_a_world_with_other_fields_is_refused(path: Path) -> None:
    model().infer(samples=10, checkpoint=path, **SHORT)
    data, arrays, _ = file.read(path)
    del arrays["0 v_kind"]
    file.write(path, data, arrays)
    with pytest.raises(nm.BlogError, match="laid out otherwise"):
        nm.resume(path)


def test_the_file_of_somebody_else_needs_trust(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model().infer(samples=10, checkpoint=path, **SHORT)
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path / "other"))
    with pytest.raises(nm.BlogError, match=r"was not written by you on this machine\n.*--trust"):
        nm.resume(path)
    assert nm.resume(path, trust=True).samples == 10


def test_a_run_that_time_has_stopped_must_be_told_when_to_stop(path: Path) -> None:
    model().infer(time=0.01, checkpoint=path, **SHORT)
    with pytest.raises(nm.BlogError, match=r"nothing says when the chains of .* are to stop\n.*a number of samples"):
        nm.resume(path)
    assert nm.resume(path, samples=5).samples == 5


def test_time_has_a_run_go_beyond_the_samples_that_it_was_asked_for(path: Path) -> None:
    model().infer(samples=3, checkpoint=path, **SHORT)
    found = nm.resume(path, time=0.3)
    assert found.stopped_by == "time: 0.3 s"
    assert (found.samples or 0) > 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"samples": 0}, "samples must be at least 1, not 0"),
        ({"workers": 0}, "workers must be at least 1, not 0"),
        ({"until": "ess"}, "`ess` must be compared by"),
        ({"time": "soon"}, "this is no time"),
    ],
)
def test_wrong_options_are_refused_and_the_file_stays(path: Path, options: dict[str, Any], message: str) -> None:
    model().infer(samples=10, checkpoint=path, **SHORT)
    before = path.read_bytes()
    with pytest.raises(nm.BlogError, match=message):
        nm.resume(path, **options)
    assert path.read_bytes() == before


def test_params_that_json_does_not_have_are_refused(path: Path) -> None:
    made = nm.Model.from_text(
        "param Real p; random Boolean A ~ BooleanDistrib(p); query A;", params={"p": np.float32(0.5)}
    )
    with pytest.raises(nm.BlogError, match="this model cannot be kept in a checkpoint"):
        made.infer(checkpoint=path, **SHORT)


def test_a_checkpoint_that_cannot_be_written_is_a_warning(path: Path) -> None:
    path.mkdir()
    found = model().infer(samples=10, checkpoint=path, **SHORT)
    assert found.samples == 10
    assert f"the checkpoint {path} could not be written: it is a folder" in found.warnings


def test_an_engine_without_chains_says_that_nothing_is_kept(path: Path) -> None:
    found = nm.Model.from_text(COIN).infer(checkpoint=path, time="1m", until="ess>10")
    assert found.warnings == ("time, until, checkpoint had no effect: the engine `exact` has no Markov chains",)
    assert not path.exists()


def test_all_that_a_world_holds_is_plain_numbers(path: Path) -> None:
    model().infer(samples=10, checkpoint=path, **SHORT)
    data, arrays, _ = file.read(path)
    assert json.loads(json.dumps(data)) == data
    assert {array.dtype.kind for array in arrays.values()} == {"i", "f"}
    assert "host" not in data["chains"][0]["scalars"]
