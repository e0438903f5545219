"""Learning to read: the likelihood and its slopes, a tiny set that is learned, and the file of weights."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noumena.domains.citations.reading import Reader
from noumena.domains.citations.reading.chain import best_states
from noumena.domains.citations.reading.features import features_of
from noumena.domains.citations.reading.fitting import Fit, batch_of, fitted, likelihood
from noumena.domains.citations.reading.learning import examples_of, learned, main, slim
from noumena.domains.citations.reading.lexicon import Lexicon
from noumena.domains.citations.reading.made_up import entries_of
from noumena.domains.citations.reading.states import STATES, tagged_states
from noumena.domains.citations.reading.weights import Weights
from noumena.domains.citations.reading.weights_file import read_weights, write_weights
from noumena.model.diagnostics import BlogError

LEXICON = Lexicon({"bee": 50, "wasp": 20}, {"anna": 30}, {"games": 40, "learning": 500, "on": 100})
TAGGED = [
    "<author>A. Bee and C. Wasp.</author> <title>Learning of games.</title> <journal>Journal of Go,</journal> 1990.",
    "<author>Bee, A.</author> <date>(1991).</date> <title>On games.</title> <booktitle>In Proc. Go.</booktitle>",
    "<author>Anna Wasp,</author> <title>Games on games,</title> <tech>Technical Report 7.</tech>",
    "[2] <title>On learning.</title> <booktitle>In Games,</booktitle> <editor>A. Bee, editor.</editor>",
]
FIT = Fit(fewest=1, rounds=30)
ROWS: list[dict[str, object]] = [
    {"title": "Learning of games", "authors": "Bee, Anna; Wasp, C. D."},
    {"title": "On the learning of games: a view", "authors": "Anna Bee"},
]


def test_slopes_are_those_of_the_likelihood() -> None:
    examples = [e for e in examples_of(TAGGED, LEXICON) if len(e.states) == 10] or examples_of(TAGGED[:1], LEXICON)
    words = {name: k for k, name in enumerate({n: 0 for e in examples for f in e.features.words for n in f})}
    gaps = {name: k for k, name in enumerate({n: 0 for e in examples for f in e.features.gaps for n in f})}
    rng = np.random.default_rng(1)
    node, edge = rng.normal(size=(len(words), STATES)), rng.normal(size=(len(gaps), STATES, STATES))
    batch = batch_of(examples, words, gaps)
    value, slopes = likelihood(node, edge, batch)
    assert value < 0.0
    step = 1e-6
    for weights, (rows, slope) in zip((node, edge), slopes, strict=True):
        for number in rng.choice(len(rows), size=12):
            place = (rows[number], *(int(rng.integers(STATES)) for _ in weights.shape[1:]))
            known, values = weights[place], []
            for change in (step, -step):
                weights[place] = known + change
                values.append(likelihood(node, edge, batch)[0])
            weights[place] = known
            expected = (values[0] - values[1]) / (2.0 * step)
            assert slope[(number, *place[1:])] == pytest.approx(expected, abs=1e-6)


def test_a_tiny_set_is_learned() -> None:
    weights = fitted(examples_of(TAGGED, LEXICON), FIT)
    for tagged in TAGGED:
        tokens, states = tagged_states(tagged)
        assert best_states(*weights.scores(features_of(tokens, LEXICON))) == states


def test_equal_titles_count_less_and_equal_citations_once() -> None:
    again = TAGGED[0].replace("1990", "1991")
    weights = [example.weight for example in examples_of([TAGGED[0], TAGGED[0], again, TAGGED[1]], LEXICON)]
    assert weights == pytest.approx([2**-0.5, 2**-0.5, 1.0])
    assert [e.weight for e in examples_of([TAGGED[0], again], LEXICON, alike=False)] == [1.0, 1.0]


def test_citations_without_words_are_left_out() -> None:
    assert examples_of(["", "<title>?</title>"], LEXICON) == []


def test_rare_features_are_left_out() -> None:
    weights = fitted(examples_of(TAGGED, LEXICON), Fit(fewest=3, rounds=1))
    assert "w=games" in weights.words
    assert "w=report" not in weights.words


def test_features_that_hardly_matter_are_left_out() -> None:
    node, edge = np.zeros((3, STATES)), np.zeros((2, STATES, STATES))
    node[2, 5] = -0.5
    small = slim(Weights({"1": 0, "w=a": 1, "w=b": 2}, {"1": 0, "g=.": 1}, node, edge))
    assert small.words == {"1": 0, "w=b": 1}
    assert small.gaps == {"1": 0}
    assert small.node[1, 5] == -0.5


def test_learning_twice_gives_the_same() -> None:
    entries = entries_of(ROWS)
    first, second = (learned(TAGGED, entries, 20, FIT, LEXICON) for _ in range(2))
    assert first.words == second.words
    assert (first.node == second.node).all()


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(BlogError, match="there is no citation to learn from"):
        learned([], [], 10, FIT, LEXICON)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    weights = fitted(examples_of(TAGGED, LEXICON), FIT)
    path = tmp_path / "weights.json.gz"
    size = write_weights(path, weights)
    first = path.read_bytes()
    assert size == len(first)
    read = read_weights(path)
    for name, number in weights.words.items():
        assert read.node[read.words[name]] == pytest.approx(weights.node[number], abs=0.0051)
    for name, number in weights.gaps.items():
        assert read.edge[read.gaps[name]] == pytest.approx(weights.edge[number], abs=0.0051)
    write_weights(path, read)
    assert path.read_bytes() == first


def test_the_command_writes_weights_that_a_reader_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tagged, table, target = tmp_path / "tagged.jsonl", tmp_path / "books.csv", tmp_path / "weights.json.gz"
    tagged.write_text("\n".join(json.dumps({"tagged": text}) for text in TAGGED), encoding="utf-8")
    table.write_text('title,authors\nOn Go,"Bee, A.; Wasp, C."\n', encoding="utf-8")
    assert main([str(tagged), str(table), "-o", str(target), "--made-up", "30"]) == 0
    assert "from 4 tagged citations and 30 made up" in capsys.readouterr().out
    assert Reader(target).readings("A. Bee. On Go.")
    assert main([str(tmp_path / "missing.csv"), "-o", str(target)]) == 2
    assert "missing.csv" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(BlogError, match="cannot write"):
        write_weights(tmp_path / "none" / "weights.json.gz", fitted(examples_of(TAGGED, LEXICON), Fit(rounds=1)))


def packed(**changes: Any) -> bytes:
    content: dict[str, Any] = {
        "kind": "noumena citation reading",
        "version": 1,
        "words": {"names": ["1"], "weights": [[0]] * STATES},
        "gaps": {"names": ["1"], "weights": [[0]] * STATES**2},
    }
    return gzip.compress(json.dumps(content | changes).encode(), mtime=0)


def test_the_smallest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "weights.json.gz"
    path.write_bytes(packed())
    assert read_weights(path).words == {"1": 0}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"no gzip", "this is no file of weights for reading citations, or it is damaged"),
        (packed()[:-9], "this is no file of weights for reading citations, or it is damaged"),
        (gzip.compress(b"[]", mtime=0), "this is no file of weights for reading citations"),
        (packed(kind="other"), "this is no file of weights for reading citations"),
        (packed(version=2), "these weights are of version 2, and only 1 is known here"),
        (packed(words=[]), "these weights are not understood"),
        (packed(gaps={"names": ["1"]}), "these weights are not understood: 'weights'"),
        (packed(words={"names": ["2"], "weights": [[0]] * STATES}), "the feature '1' is missing"),
        (
            packed(words={"names": ["1", "1"], "weights": [[0, 0]] * STATES}),
            "1 features of words have weights of shape",
        ),
        (packed(words={"names": ["1"], "weights": [[0]] * 3}), "these weights are not understood"),
        (packed(words={"names": ["1"], "weights": [[1e999]] * STATES}), "the weights of features of words are not all"),
        (packed(words={"names": ["1"], "weights": [["x"]] * STATES}), "these weights are not understood"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "weights.json.gz"
    path.write_bytes(content)
    with pytest.raises(BlogError, match=message):
        Reader(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BlogError, match="missing"):
        Reader(tmp_path / "missing.json.gz")


def test_the_shipped_weights_are_small_and_hold_no_rows() -> None:
    weights = read_weights()
    assert len(weights.words) > 1000
    assert max(len(name) for name in (*weights.words, *weights.gaps)) < 60
    assert not any(name.startswith("w=") and " " in name for name in weights.words)
