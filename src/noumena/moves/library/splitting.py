"""What moves that split and merge by fit have in common: the checks, and lines of their texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from noumena.moves.candidates import Candidates
from noumena.moves.library.attributes import attribute_methods, check_attributes
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import spread
from noumena.moves.library.readers import weighed
from noumena.moves.table import FunctionEntry, TypeEntry
from noumena.moves.wording import Complaint


@dataclass(frozen=True)
class Splitting:
    """A function whose objects may be split and merged, with the attributes that the move sets and removes."""

    fitting: Fitting
    f: str
    entry: FunctionEntry
    type: TypeEntry
    others: tuple[str, ...]
    """Other functions that refer to the objects."""
    named: Mapping[str, str]

    def methods(self) -> str:
        """The methods `draw` and `log_r` for attributes, and `fit`: ln of the factors that read F at an argument."""
        x = spread("x", self.entry)
        readers = weighed(self.fitting, self.f, self.entry, self.named)
        fit = " + ".join(f"world.{reader}.log_prob({x})" for reader in readers)
        return f"""\
{attribute_methods(self.fitting, self.f, self.named)}def fit(self, world, x):
    return {fit}

"""

    def gain(self) -> str:
        """The method `gain`: ln of how much better a variable fits the one object than the other."""
        return f"""\
def gain(self, world, x, kept, other):
    world.{self.f}[x] = kept
    fit = self.fit(world, x)
    world.{self.f}[x] = other
    gain = self.fit(world, x) - fit
    # Both factors may be 0; and none is so small that it may not be drawn.
    return 0.0 if math.isnan(gain) else min(max(gain, -700.0), 700.0)

"""

    def launch(self) -> str:
        """Lines that give two objects the attributes that were observed of first and second."""
        return "".join(
            f"    world.{a}[kept], world.{a}[other] = world.{d}[first], world.{d}[second]\n"
            for a, d in self.named.items()
        )

    def no_way_back(self) -> str:
        """The condition that no split undoes a merge: `other` is guaranteed, or would stay in use."""
        given = len(self.type.guaranteed)
        reasons = [f"other < {given}"] if given else []
        return " or ".join([*reasons, *(f"world.{g}.preimage(other).number > 0" for g in self.others)])


def splitting(fitting: Fitting, f: str, named: Mapping[str, str], number: bool = False) -> Splitting:
    """Refuses functions whose objects cannot be split, or whose variables a move could not count."""
    entry = fitting.reference(f)
    if not entry.objects:
        fitting.refuse(Complaint(f"`{f}` has no arguments, and one variable cannot be split", "use MoveReferrer"))
    type_ = fitting.type_of(entry.result)
    fitting.identified(type_)
    referring = fitting.referring(type_)
    causes = [entry, *check_attributes(fitting, f, named)]
    if number:
        fitting.steady_in_number([*referring.values()], causes, type_.name)
    else:
        fitting.steady([*referring.values()], causes)
    return Splitting(fitting, f, entry, type_, tuple(g for g in referring if g != f), named)


def check_looking_at_all(fitting: Fitting, entry: FunctionEntry, limit: int, near: Candidates | None) -> None:
    """Refuses functions of several arguments, or of so many objects that a step which looks at all is too long.

    With candidates it looks at those that have some.
    """
    if len(entry.objects) != 1:
        message = f"`{entry.name}` has {len(entry.objects)} arguments, and the move goes through single objects"
        fitting.refuse(Complaint(message, "use RestrictedSplitMerge"))
    number = len(fitting.type_of(entry.objects[0]).guaranteed if near is None else near.paired)
    if number > limit:
        message = f"a step would look at all {number:,} variables of `{entry.name}`"
        message += "" if near is None else " that have candidates"
        fitting.refuse(Complaint(message, "use RestrictedSplitMerge with candidates, or a higher `limit`"))


def check_looking_at_one(fitting: Fitting, entry: FunctionEntry, limit: int, near: Candidates | None) -> None:
    """The same for a step that looks at all or, with candidates, at those of one object."""
    if near is None:
        check_looking_at_all(fitting, entry, limit, near)
    elif near.most > limit:
        message = f"a step would look at {near.most:,} candidates of one variable of `{entry.name}`"
        fitting.refuse(Complaint(message, "make the groups smaller, or use a higher `limit`"))
