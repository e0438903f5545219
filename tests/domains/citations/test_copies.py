"""Texts that are the same count once, unless a person has told them apart."""

from __future__ import annotations

import numpy as np

from noumena.domains.citations.copies import copies
from noumena.domains.citations.draws import Options
from noumena.domains.citations.matching import match

TEXTS = ["r. ek. on urns. 1990", "b. lo. of games. 1991", "r. ek. on urns. 1990", "r. ek. on urns. 1990"]


def test_each_text_is_there_once() -> None:
    found = copies(TEXTS)
    assert found.texts == tuple(TEXTS[:2])
    assert found.place.tolist() == [0, 1, 0, 0]
    options = found.of_pairs(Options(same=((0, 2), (3, 1)), different=((1, 2), (3, 1))))
    assert (options.same, options.different) == (((0, 1),), ((0, 1),))


def test_what_the_normal_form_leaves_out_tells_texts_apart() -> None:
    found = copies(["李. 語言. 1990", "王. 數學. 1990", "A  b", "a B"])
    assert found.texts == (". . 1990", ". . 1990", "a b")
    assert found.place.tolist() == [0, 1, 2, 2]


def test_what_a_person_has_told_apart_is_kept_apart() -> None:
    found = copies(TEXTS, (), ((0, 3),))
    assert found.texts == (TEXTS[0], TEXTS[1], TEXTS[0], TEXTS[0])
    assert found.of_pairs(Options(different=((0, 3),))).different == ((0, 3),)


def test_copies_do_not_make_decisions_contradict_each_other() -> None:
    assert len(copies(TEXTS, ((2, 1),), ((0, 1),)).texts) == 4
    assert len(copies(TEXTS, ((2, 1), (0, 1))).texts) == len(copies(TEXTS, (), ((0, 1),)).texts) == 2


def test_copies_cite_the_same_and_may_be_told_apart() -> None:
    texts = [text.upper() for text in TEXTS]
    draws = match(texts, Options(samples=30))
    assert draws.publication.shape == (30, 4)
    assert draws.researchers.shape[1] == 4
    assert np.array_equal(draws.publication[:, 0], draws.publication[:, 2])
    assert not np.array_equal(draws.publication[:, 0], draws.publication[:, 1])
    apart = match(texts, Options(samples=30, different=((0, 3),)))
    assert np.all(apart.publication[:, 0] != apart.publication[:, 3])
