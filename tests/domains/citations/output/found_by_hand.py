"""What was found in a few citations, for tests of outputs."""

from __future__ import annotations

from noumena.domains.citations.matches import Matches, matches
from noumena.domains.citations.records import Record
from noumena.domains.citations.text_model.formats import JOURNAL, REPORT, UNKNOWN
from tests.domains.citations.hand_made import draws

TEXTS = (
    "Bo Ek & Al Dee. On Urns_and {Balls}. Journal of 100% Urns, 1990",
    "B. Ek, A. Dee: On urns and balls. 1990",
    "Ek, B. On urns <b>and</b> balls. TR 7",
    'Cy Fox. \\LaTeX\x1b[31m "quoted" </script><script>alert(1)</script> \'tis',
)
NAMES = ("ek90", "ek90b", "ek89", "fox")


def found(truth: bool = False, named: bool = True, runs: int = 1) -> Matches:
    """Four citations: the first two together, the third with them in 3 of 10 samples, the last alone."""
    true = ("a", "a", "b", "c") if truth else (None,) * 4
    records = [
        Record(number, text, true[number - 1], number, NAMES[number - 1] if named else None)
        for number, text in enumerate(TEXTS, start=1)
    ]
    made = draws(
        [[0, 0, 1, 2]] * 7 + [[0, 0, 0, 2]] * 3,
        title=["on urns and balls"] * 3 + ["latex"],
        authors=["ek, bo; dee, al"] * 2 + ["ek, b", "fox, cy"],
        venue=["journal urns 100"] * 2 + ["tr 7", ""],
        year=[1990, 1990, 0, 0],
        kind=[JOURNAL, JOURNAL, REPORT, UNKNOWN],
    )
    return matches(records, [(3 + run, made) for run in range(runs)])
