"""Lists of names as citations write them, drawn at random."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from noumena.domains.citations.bibliography import Name

_ORDERS = ("natural", "turned", "first turned")
_GIVEN = ("stops", "tight stops", "bare", "joined", "full", "none")


def written_names(rng: np.random.Generator, names: Sequence[Name], bare: bool) -> str:
    """The names in one style: order of given names and surname, initials or full, separators, perhaps "et al.".

    `bare`: the word "and" is lost, and often the comma where it stood.
    """
    order = _ORDERS[int(rng.choice(3, p=[0.55, 0.37, 0.08]))]
    form = _GIVEN[int(rng.choice(6, p=[0.45, 0.12, 0.05, 0.03, 0.32, 0.03]))]
    comma = ", " if rng.random() < 0.9 else " "
    written = [
        _written(name, form, order == "turned" or (order == "first turned" and place == 0), comma)
        for place, name in enumerate(names)
    ]
    if len(written) > 2 and rng.random() < 0.06:
        return f"{', '.join(written[: int(rng.integers(1, 3))])}{'' if rng.random() < 0.5 else ','} et al."
    if bare:
        separator = str(rng.choice([" ", ", ", ",, "], p=[0.4, 0.5, 0.1]))
        text = separator.join(written)
        return text.rstrip(".") if rng.random() < 0.7 else text
    middle = str(rng.choice([", ", "; ", " and ", " & "], p=[0.88, 0.05, 0.05, 0.02]))
    last = str(rng.choice([" and ", ", and ", " & ", ", & ", ", ", "; "], p=[0.42, 0.3, 0.08, 0.08, 0.1, 0.02]))
    return f"{middle.join(written[:-1])}{last if len(written) > 1 else ''}{written[-1]}"


def _written(name: Name, form: str, turned: bool, comma: str) -> str:
    given = _given(name, form)
    if not given:
        return name.surname
    return f"{name.surname}{comma}{given}" if turned else f"{given} {name.surname}"


def _given(name: Name, form: str) -> str:
    if not name.given or form == "none":
        return ""
    middle = name.middle.split()
    initials = [name.given[0], *middle]
    match form:
        case "stops":
            return " ".join(f"{initial}." for initial in initials)
        case "tight stops":
            return "".join(f"{initial}." for initial in initials)
        case "bare":
            return " ".join(initials)
        case "joined":
            return "".join(initials)
    stop = "." if len(name.given) == 1 else ""
    return " ".join([name.given + stop, *(f"{initial}." for initial in middle)])
