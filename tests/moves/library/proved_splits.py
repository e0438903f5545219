"""Models and broken copies of splits by fit, of transfers and of cuts, for `test_every_move_is_proved`."""

from __future__ import annotations

from collections.abc import Mapping

from noumena.moves.library import Resegment, RestrictedSplitMerge, SmartMerge, SmartSplit, Transfer
from noumena.moves.library.written import LibraryMove
from tests.moves.library.test_resegment import DEPENDS
from tests.moves.library.test_resegment import ONE as ONE_TEXT
from tests.moves.library.test_resegment import TWO as TWO_TEXTS
from tests.moves.library.test_restricted_split_merge import NUMBERS, ONE
from tests.moves.library.test_transfer import BLIPS, BOXES, KNOWN_BOXES
from tests.moves.library.trying import COIN, LOPSIDED, ONE_PAIR

TWO = f"""
type Pub; type Cit; distinct Pub G; distinct Cit C1, C2; #Pub ~ UniformInt(0, 1);
random Boolean Title(Pub p) ~ BooleanDistrib(0.3); random Pub PubCited(Cit c) ~ UniformChoice({{p for Pub p}});
random Boolean Text(Cit c) ~ if Title(PubCited(c)) {COIN}; obs Text(C1) = true; obs Text(C2) = false;
"""
EQUAL = f"""
type Ball; type Draw; distinct Ball G; distinct Draw D1, D2; #Ball ~ UniformInt(0, 2);
random Ball F(Draw d) ~ UniformChoice({{b for Ball b}}); random Boolean Seen(Draw d) ~ if F(d) == G {COIN};
obs Seen(D1) = true; obs Seen(D2) = false;
"""

VARIED = """
type Pub; type Cit; distinct Cit C1, C2, C3; #Pub ~ UniformInt(1, 2);
random Integer Title(Pub p) ~ UniformInt(1, 3); random Pub PubCited(Cit c) ~ UniformChoice({p for Pub p});
random Integer Text(Cit c) ~
  if Title(PubCited(c)) == 1 then Categorical({1 -> 0.8, 2 -> 0.1, 3 -> 0.1}) else UniformInt(1, 3);
obs Text(C1) = 1; obs Text(C2) = 2; obs Text(C3) = 3;
"""
"""No value comes from data in two ways."""

_FIT = RestrictedSplitMerge("PubCited", ONE, scans=0)
_SPLIT, _MERGE, _WEIGHT = SmartSplit("PubCited", ONE), SmartMerge("PubCited", ONE), Transfer("Weight", 2)
_TEXTS = Resegment("Head", "Tail", ["aba", "ab"])
_OWNER = (("world.Title.remove(other)", "world.Title.resample(other)"),)

Changes = tuple[tuple[str, str], ...]
SPLITS: Mapping[
    type[LibraryMove], tuple[tuple[tuple[str, LibraryMove], ...], Mapping[str, tuple[str, LibraryMove, Changes]]]
] = {
    RestrictedSplitMerge: (
        (
            (NUMBERS, RestrictedSplitMerge("PubCited", ONE, number=True)),
            (TWO, _FIT),
            (EQUAL, RestrictedSplitMerge("F")),
        ),
        {
            "wrong ratio": (NUMBERS, _FIT, (("return back - log_g", "return 0.4 + back - log_g"),)),
            "no way back": (
                NUMBERS,
                _FIT,
                (
                    (
                        "    splits, back =",
                        "    if kept != other:\n            return nm.REJECT\n        splits, back =",
                    ),
                ),
            ),
            "wrong owner": (NUMBERS, _FIT, _OWNER),
            "uncharged choice": (VARIED, _FIT, (("return back - log_g", "return back"),)),
        },
    ),
    SmartSplit: (
        (
            (NUMBERS, _SPLIT),
            (TWO, _SPLIT),
            (EQUAL, SmartSplit("F")),
            (NUMBERS, SmartSplit("PubCited", ONE, candidates=LOPSIDED)),
            (TWO, SmartSplit("PubCited", ONE, candidates=ONE_PAIR)),
            (EQUAL, SmartSplit("F", candidates=ONE_PAIR)),
        ),
        {
            "wrong ratio": (NUMBERS, _SPLIT, (("return log_back - log_q", "return 0.4 + log_back - log_q"),)),
            "no way back": (NUMBERS, _SPLIT, (("if kept == other or", "if True or"),)),
            "wrong owner": (NUMBERS, _SPLIT, _OWNER),
            "uncharged choice": (NUMBERS, _SPLIT, ((" - math.log(others)", ""),)),
        },
    ),
    SmartMerge: (
        (
            (NUMBERS, _MERGE),
            (TWO, _MERGE),
            (EQUAL, SmartMerge("F")),
            (NUMBERS, SmartMerge("PubCited", ONE, candidates=LOPSIDED)),
            (TWO, SmartMerge("PubCited", ONE, candidates=ONE_PAIR)),
            (EQUAL, SmartMerge("F", candidates=ONE_PAIR)),
        ),
        {
            "wrong ratio": (NUMBERS, _MERGE, (("return log_back + self.log_v", "return log_back - 3.0 + self.log_v"),)),
            "no way back": (
                NUMBERS,
                _MERGE,
                (("if rng.flip(0.5):\n            return", "if False:\n            return"),),
            ),
            "wrong owner": (NUMBERS, _MERGE, _OWNER),
            "uncharged choice": (NUMBERS, _MERGE, (("return -others * math.log(2.0)", "return 0.0"),)),
        },
    ),
    Transfer: (
        ((KNOWN_BOXES, _WEIGHT), (BOXES, _WEIGHT), (BLIPS, Transfer("Blip"))),
        {
            "wrong ratio": (KNOWN_BOXES, _WEIGHT, (("return 0.0", "return 0.3"),)),
            "no way back": (BOXES, _WEIGHT, (("if first == second or", "if first >= second or"),)),
            "wrong owner": (
                KNOWN_BOXES,
                _WEIGHT,
                (
                    (
                        "        world.Weight[second] += k",
                        "        if first < second:\n            world.Weight[second] += k\n        else:\n"
                        "            world.Weight.resample(second)",
                    ),
                ),
            ),
            "uncharged choice": (
                KNOWN_BOXES,
                _WEIGHT,
                (("1 + rng.integer(2)", "1 + rng.integer(max(world.Weight[first], 1))"),),
            ),
        },
    ),
    Resegment: (
        ((ONE_TEXT, Resegment("Head", "Tail", ["aba"])), (TWO_TEXTS, _TEXTS), (DEPENDS, _TEXTS)),
        {
            "wrong ratio": (TWO_TEXTS, _TEXTS, (("return 0.0", "return 0.3 if new > old else 0.1"),)),
            "no way back": (TWO_TEXTS, _TEXTS, (("if new == old or", "if new <= old or"),)),
            "wrong owner": (
                TWO_TEXTS,
                _TEXTS,
                (
                    (
                        "world.Tail[c] = self.tails[new]",
                        "world.Tail[c] = self.tails[new]\n        if new > old:\n            world.Tail.resample(c)",
                    ),
                ),
            ),
            "uncharged choice": (
                TWO_TEXTS,
                _TEXTS,
                (("if new == old or", "if (new < old and rng.flip(0.4)) or new == old or"),),
            ),
        },
    ),
}
"""For each move three models, and a broken copy of each kind."""
