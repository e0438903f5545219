"""From-data: an attribute of an object takes a value that was observed of something that refers to the object.

An example is to propose the title of a publication from the texts of the citations that refer to it. A variable of the
referring function F is drawn whatever the state is, and with it the object p that it refers to; then one of all that
refer to p, all alike; and the attribute of p takes the value that was observed of that one.

Proof. Let k be how many refer to p, and k(v) how many of them have v as their observed value. The object p is drawn
with a probability that depends on F alone, which the move does not change and which the attribute does not decide
(models in which the text does not show that are refused). Given p, the value v′ has the probability k(v′)/k in one
direction and v has k(v)/k in the other:

    ln q(s|s′)/q(s′|s) = ln k(v) - ln k(v′).

If the old value was not observed of any that refers to p, no move brings it back from data, and the move is rejected:
it needs others beside it, and is for states in which attributes have observed values. An attribute that is not in the
state, evidence or derived is a rejection.

Objects are drawn by how often they are referred to, so that all are that something refers to, guaranteed ones too.
"""

from __future__ import annotations

from dataclasses import dataclass

from noumena.moves.library.attributes import check_source
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import any_argument, proposer_text, spread
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table
from noumena.moves.wording import Complaint


@dataclass(frozen=True)
class FromData(LibraryMove):
    """Proposes the values of an attribute from data, such as `FromData("Title", "PubCited", "Text")`.

    `attribute` is a function of the objects to which `function` refers, and `observed` is a function of the same
    guaranteed objects as `function`, all of it evidence, with values of the attribute's type.
    """

    attribute: str
    function: str
    observed: str

    @property
    def name(self) -> str:
        """`FromData(Title)`."""
        return f"FromData({self.attribute})"

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        a, f, d = self.attribute, self.function, self.observed
        attribute = check_source(fitting, a, f, d)
        if attribute.real:
            message = f"the values of `{a}` are reals, which no other move would give an observed value"
            fitting.refuse(Complaint(message, "use Drift"))
        entry = fitting.reference(f)
        type_ = fitting.type_of(entry.result)
        fitting.steady([entry], [attribute])
        body = f"""\
def propose(self, world, rng):
    c = {any_argument(fitting, entry)}
    if not world.{f}.free({spread("c", entry)}):
        return nm.REJECT
    o = world.{f}[c]
    if o == nm.NULL or not world.{a}.free(o):
        return nm.REJECT
    referring = world.{f}.preimage(o)
    old, new = world.{a}[o], world.{d}[referring[rng.integer(referring.number)]]
    forward, back = 0, 0
    for x in world.{f}.preimage(o):
        if world.{d}[x] == new:
            forward += 1
        if world.{d}[x] == old:
            back += 1
    if new == old or back == 0:
        return nm.REJECT
    world.{a}[o] = new
    return math.log(back) - math.log(forward)
"""
        purpose = f"Gives a {type_.name} a {a} that was observed as {d} of one that refers to it."
        return proposer_text("FromData", purpose, self.share, body)
