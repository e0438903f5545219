"""Transfer: one of several whole numbers gives a part to another, so that their sum stays as it is (a11).

Two variables of a function, or of a number statement, are drawn from all, all alike, and a whole number k from 1 to
`most`, all alike. The first becomes smaller by k, and the second greater by k. A sum over all of them, or the size of a
type whose objects they count, keeps its value: where such a term is evidence that cannot be solved, no move of one
variable is ever accepted.

Proof. The reverse draws the same pair in the other order, and the same k, with the same probability, as long as there
are as many arguments in both directions. So ln q(s|s′)/q(s′|s) = 0. If the arguments are numbered objects, how many
there are must not change with the transfer. Therefore the move refuses models in which it may be derived from other
variables, or be solved for. It refuses, too, functions whose values may decide what becomes of others of them. A pair
of which one is not in the state, evidence or derived is a rejection, and it is one in the reverse; so is one with the
variable for which evidence is solved, since that follows whatever moves.

Objects that come with a greater number or go with a smaller one are the engine's, with all that is read of them; a
transfer that would take away an object which something refers to is impossible, and rejected.
"""

from __future__ import annotations

from dataclasses import dataclass

from noumena.model.expressions import BuiltinCall, Comprehension, Draw, Expression, Quantified, RandomCall
from noumena.model.trees import always_drawn, parts
from noumena.model.types import INTEGER, ObjectType
from noumena.moves import wording
from noumena.moves.library.fitting import OWN_PROPOSER, Fitting
from noumena.moves.library.phrases import only_if, proposer_text, spread
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import FunctionEntry, Table, TypeEntry
from noumena.moves.wording import Complaint


@dataclass(frozen=True)
class Transfer(LibraryMove):
    """Lets one variable give a part of its value to another, such as `Transfer("Weight")` or, for numbers, a type.

    `Transfer("Blip")` is for the number variables `#Blip(Source = a)`. The arguments are guaranteed objects or numbered
    ones, of concrete types with one number statement.
    """

    function: str
    most: int = 1

    @property
    def name(self) -> str:
        """`Transfer(Weight)`."""
        return f"Transfer({self.function})"

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        if self.most < 1:
            fitting.refuse(Complaint(f"`most` is {self.most}", "it must be 1 or more"))
        view, entry = self._variables(fitting)
        types = [fitting.type_of(t) for t in entry.objects]
        checks = "".join(_check_number(fitting, type_) for type_ in dict.fromkeys(t.name for t in types))
        drawn = ", ".join(_any_object(type_) for type_ in types)
        argument = drawn if len(types) == 1 else f"({drawn})"
        first, second = spread("first", entry), spread("second", entry)
        k = f"1 + rng.integer({self.most})" if self.most > 1 else "1"
        body = f"""\
def propose(self, world, rng):
{checks}    first, second = {argument}, {argument}
    if first == second or not {view}.free({first}) or not {view}.free({second}):
        return nm.REJECT
    k = {k}
{
            only_if(
                entry.statement >= 0,
                f'''    if {view}[first] < k:
        return nm.REJECT
''',
            )
        }    {view}[first] -= k
    {view}[second] += k
    return 0.0
"""
        purpose = f"Takes a part from one {self.function} and gives it to another."
        return proposer_text("Transfer", purpose, self.share, body)

    def _variables(self, fitting: Fitting) -> tuple[str, FunctionEntry]:
        """The view of the variables, and what they are."""
        name, table = self.function, fitting.table
        counted = [e for e in table.numbers.get(name, ()) if e.objects]
        if name in table.types and not counted:
            fitting.refuse(_no_two_numbers(table, name))
        if name in table.numbers:
            if len(counted) > 1:
                message = f"`{name}` has number statements with different numbers of generating objects"
                fitting.refuse(Complaint(message, OWN_PROPOSER))
            view, entry = f"world.number.{name}", counted[0]
            if not always_drawn(_number_body(table, entry)):
                fitting.refuse(Complaint(f"the number of `{name}` is not drawn in all cases", OWN_PROPOSER))
        else:
            view, entry = f"world.{name}", fitting.changeable(name)
            if entry.result_name != str(INTEGER):
                message = f"the values of `{name}` are {entry.result_name}, and only whole numbers can be shared out"
                fitting.refuse(Complaint(message))
            if not entry.objects:
                fitting.refuse(Complaint(f"`{name}` is one variable only", "the move needs two"))
            fitting.always_read(entry)
            if not always_drawn(table.problem.random[list(table.problem.random)[entry.kind]].body):
                fitting.steady([entry], [entry])
        for t, parameter in zip(entry.objects, entry.parameters, strict=True):
            if t < 0 or (fitting.type_of(t).statements and not fitting.type_of(t).concrete):
                message = f"the arguments of `{name}` are of type {parameter}, and must be guaranteed or numbered"
                fitting.refuse(Complaint(message, OWN_PROPOSER))
        return view, entry


def _no_two_numbers(table: Table, name: str) -> Complaint:
    """Why there are no two number variables under the name of a type."""
    if not table.types[name].statements:
        message = f"`{name}` has guaranteed objects only, and no number statement"
        return Complaint(message, "name a function whose values are whole numbers")
    if any(longer.startswith(f"{name}_") for longer in table.numbers):
        return wording.no_such_number(table, name)
    return Complaint(f"the number of `{name}` is one variable only", "the move needs two")


def _any_object(type_: TypeEntry) -> str:
    """An object of a type, drawn from all."""
    position = f"rng.integer(world.{type_.name}.number)"
    return f"world.{type_.name}[{position}]" if type_.statements else position


def _check_number(fitting: Fitting, name: str) -> str:
    """Lines that reject where a type has no objects; refuses types of which there may be others after a transfer."""
    type_ = fitting.type_named(name)
    if not type_.statements:
        return ""
    number, problem = fitting.counted(type_), fitting.table.problem
    body = _number_body(fitting.table, number)
    terms = [e.term for e in problem.evidence if not _is_size(e.term, name)]
    terms += [f.body for f in problem.random.values() if not always_drawn(f.body)]
    counted = any(isinstance(e, Comprehension) and e.counted and _is_over(e, name) for t in terms for e in parts(t))
    reads = any(isinstance(e, RandomCall | Comprehension | Quantified) for e in parts(body))
    if counted or reads or not isinstance(body, Draw):
        message = f"the number of `{name}` may follow what is transferred, and the move could not count its objects"
        fitting.refuse(Complaint(message, OWN_PROPOSER))
    known = any(_is_size(e.term, name) for e in problem.evidence)
    there = f"world.{name}.number == 0" if known else f"not world.number.{name}.free() or world.{name}.number == 0"
    return f"    if {there}:\n        return nm.REJECT\n"


def _number_body(table: Table, entry: FunctionEntry) -> Expression:
    return next(n.body for n in table.problem.model.numbers if n.index == entry.statement)


def _is_size(e: Expression, type_: str) -> bool:
    """Whether a term is how many objects of a type there are."""
    if not isinstance(e, BuiltinCall) or e.builtin.name != "size" or not isinstance(e.arguments[0], Comprehension):
        return False
    return e.arguments[0].counted and e.arguments[0].condition is None and _is_over(e.arguments[0], type_)


def _is_over(e: Comprehension, type_: str) -> bool:
    return any(isinstance(b.type, ObjectType) and b.type.name == type_ for b in e.bindings)
