"""Programs made at random: typed, so that about half of them pass the checker and can be sampled."""

from __future__ import annotations

from random import Random

from tests.fuzz.templates import FIXED
from tests.fuzz.terms import Function, Scope, Terms, Vocabulary

_TYPES = ("Ball", "Site", "Blip", "Color")
_ARGUMENTS = ("Boolean", "Integer", "Timestep")
PARAMETERS: dict[str, object] = {"rate": 1.5, "limit": 3, "wet": True, "word": "ab"}
"""The values given for params: a program may declare those of these names."""

_PARAMETER_TEXTS = {
    "rate": "param Real rate : rate > 0;",
    "limit": "param Integer limit : limit > 0 & limit < 10;",
    "wet": "param Boolean wet;",
    "word": "param String word;",
}
_PARAMETER_TYPES = {"rate": "Real", "limit": "Integer", "wet": "Boolean", "word": "String"}


def generate(rng: Random) -> str:
    """The text of a program; its params have the values of `PARAMETERS`."""
    return _Program(rng).text()


class _Program:
    """Declares one thing after the other, each made of those before, so that few dependencies go in circles."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._known = Vocabulary()
        self._paper = rng.random() < 0.3
        self._terms = Terms(rng, self._known, self._paper)
        self._statements: list[str] = []

    def text(self) -> str:
        rng = self._rng
        for name in _TYPES[: rng.randint(0, 3)]:
            self._type(name)
        makers = [self._random] * rng.randint(1, 5) + [self._fixed] * rng.randint(0, 2)
        makers += [self._number] * rng.randint(0, 2) + [self._parameter] * rng.randint(0, 1)
        makers += [self._distribution] * (rng.random() < 0.2)
        rng.shuffle(makers)
        if rng.random() < 0.7:  # Functions can then range over what is generated.
            makers.sort(key=lambda make: make != self._number)
        for make in makers:
            make()
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            self._evidence()
        for _ in range(rng.choice((1, 1, 2, 3))):
            self._query()
        if rng.random() < 0.2:  # The order of statements does not matter.
            rng.shuffle(self._statements)
        return "\n".join(self._statements) + "\n"

    def _add(self, statement: str) -> None:
        self._statements.append(statement)

    def _type(self, name: str) -> None:
        self._known.objects[name] = []
        self._add(f"type {name};")
        if self._rng.random() < 0.5:
            word = "guaranteed" if self._paper else "distinct"
            if self._rng.random() < 0.3:
                size = self._rng.randint(1, 3)
                self._add(f"{word} {name} {name}s[{size}];")
                self._known.objects[name] += [f"{name}s[{i}]" for i in range(size)]
            else:
                made = [f"{name}{i}" for i in range(self._rng.randint(1, 3))]
                self._add(f"{word} {name} {', '.join(made)};")
                self._known.objects[name] += made
        if self._known.objects[name]:
            self._known.finite.append(name)

    def _number(self) -> None:
        """A number statement, with up to two origin functions; objects of a type exist once it has one."""
        rng, known = self._rng, self._known
        # A type that is listed already may be read by what came before; generating it anew could go in circles.
        fresh = [t for t in known.objects if t not in known.generated and t not in known.timed]
        if not fresh:
            return
        type_ = rng.choice(fresh)
        origins: list[tuple[str, str, str]] = []
        sources = [t for t in (*known.finite, *known.timed) if t != type_]
        for source in rng.sample([*sources, "Timestep", "Boolean"], rng.choice((0, 0, 1, 1, 2 if sources else 1))):
            name = f"Source{len(known.functions)}"
            self._add(f"{'generating' if self._paper else 'origin'} {source} {name}({type_});")
            known.functions.append(Function(name, (type_,), source, random=False))
            origins.append((name, source, f"s{len(origins)}"))
        scope = Scope(tuple((variable, source) for _, source, variable in origins), draws=True)
        head = f"({', '.join(f'{name} = {variable}' for name, _, variable in origins)})" if origins else ""
        body = rng.choice(("~ Poisson(1)", "~ UniformInt(0, 3)", "~ 2", "")) or self._body("Integer", scope, 2)
        self._add(f"#{type_}{head} {body};")
        infinite = [name for name, source, _ in origins if source == "Timestep" or source in known.timed]
        if infinite:
            known.timed[type_] = infinite[0]
            known.finite = [t for t in known.finite if t != type_]
        elif type_ not in known.finite:
            known.finite.append(type_)
        known.generated.add(type_)

    def _body(self, type_: str, scope: Scope, depth: int) -> str:
        if not self._paper:
            return "~ " + self._terms.body(type_, scope, depth)
        body = self._terms.body(type_, scope, depth, marked=True)
        return body if body.startswith(("if ", "case ", "~", "=")) else f"~ {body}"

    def _parameters(self) -> tuple[tuple[str, str], ...]:
        """Names and types of the parameters of a function."""
        count = self._rng.choice((0, 0, 1, 1, 1, 2))
        types = [self._rng.choice([*self._known.objects, *self._known.objects, *_ARGUMENTS]) for _ in range(count)]
        return tuple((f"a{i}", type_) for i, type_ in enumerate(types))

    def _head(self, kind: str, name: str, result: str, parameters: tuple[tuple[str, str], ...]) -> str:
        listed = ", ".join(f"{type_} {variable}" for variable, type_ in parameters)
        return f"{kind} {result} {name}" + (f"({listed})" if parameters or self._rng.random() < 0.1 else "")

    def _random(self) -> None:
        result = self._terms.some_type() if self._rng.random() < 0.94 else self._rng.choice(("Integer[]", "Real[]"))
        parameters = self._parameters()
        name = self._new_name(tuple(type_ for _, type_ in parameters))
        scope = Scope(parameters, draws=True)
        head = self._head("random", name, result, parameters)
        if ("a0", "Timestep") in parameters and not result.endswith("[]") and self._rng.random() < 0.7:
            self._add(f"{head} {self._over_time(name, result, parameters, scope)};")
        elif result.endswith("[]"):
            body = self._terms.draw(result, scope, 1) if result == "Integer[]" else self._terms.term(result, scope, 2)
            self._add(f"{head} ~ {body};")
        else:
            self._add(f"{head} {self._body(result, scope, self._rng.randint(1, 3))};")
        self._known.functions.append(Function(name, tuple(t for _, t in parameters), result, random=True))

    def _new_name(self, parameters: tuple[str, ...]) -> str:
        """A name that is new, or of a function with other parameters."""
        others = [f.name for f in self._known.functions if f.random and f.parameters != parameters]
        used = [f.name for f in self._known.functions if f.parameters == parameters]
        if others and self._rng.random() < 0.1 and (name := self._rng.choice(others)) not in used:
            return name
        return f"f{len(self._known.functions)}"

    def _over_time(self, name: str, result: str, parameters: tuple[tuple[str, str], ...], scope: Scope) -> str:
        """A body that reads its own value at the timestep before."""
        others = "".join(f", {variable}" for variable, _ in parameters[1:])
        before = scope.bind(f"{name}(prev(a0){others})", result)
        first, later = self._terms.draw(result, scope, 1), self._terms.body(result, before, 2)
        return f"~ if a0 == @0 then {first} else {later}"

    def _fixed(self) -> None:
        result, name = self._rng.choice(("Boolean", "Integer", "Real", "String")), f"c{len(self._known.functions)}"
        if self._rng.random() < 0.5:
            statement, use, types, result = self._rng.choice(FIXED)
            self._add(self._terms.filled(statement.format(name), result, Scope(random=False), 1))
            self._known.functions.append(Function(use.format(name), types, result, random=False))
            return
        parameters = self._parameters()
        term = self._terms.term(result, Scope(parameters, random=False), 2)
        self._add(f"{self._head('fixed', name, result, parameters)} = {term};")
        self._known.functions.append(Function(name, tuple(t for _, t in parameters), result, random=False))

    def _parameter(self) -> None:
        name = self._rng.choice(list(PARAMETERS))
        self._add(_PARAMETER_TEXTS[name])
        self._known.functions.append(Function(name, (), _PARAMETER_TYPES[name], random=False))

    def _distribution(self) -> None:
        name, type_ = f"D{len(self._known.distributions)}", self._rng.choice(("Boolean", "Integer", "Real"))
        self._add(f"distribution {name} = {self._terms.draw(type_, Scope(), 1)};")
        self._known.distributions[name] = type_

    def _evidence(self) -> None:
        rng, terms = self._rng, self._terms
        observable = [f for f in self._known.functions if f.random]
        generated = [t for t in self._known.generated if t in self._known.finite]
        choice = rng.random()
        if choice < 0.25 and generated:
            type_ = rng.choice(generated)
            condition = f" : {terms.term('Boolean', Scope((('x', type_),)), 2)}" if rng.random() < 0.3 else ""
            names = ", ".join(f"n{i}" for i in range(rng.randint(1, 2)))
            left = f"{{x for {type_} x{condition}}}"
            right = f"{{{names}}}" if not self._known.objects[type_] and rng.random() < 0.5 else None
            self._add(f"obs {left} = {right};" if right else f"obs size({left}) = {rng.randint(0, 3)};")
        elif observable and choice < 0.7:
            function = rng.choice(observable)
            arguments = ", ".join(terms.term(p, Scope(), rng.choice((0, 0, 0, 1))) for p in function.parameters)
            value = terms.term(function.result, Scope(random=False), 0)
            self._add(f"obs {function.name}({arguments}) = {value};")
        elif observable and choice < 0.8:
            self._add_loop(rng.choice(observable))
        elif observable:
            self._derived_evidence(rng.choice(observable))

    def _derived_evidence(self, function: Function) -> None:
        """Evidence on a term made of a function and something else."""
        rng, terms = self._rng, self._terms
        arguments = ", ".join(terms.term(p, Scope(), 1) for p in function.parameters)
        term = f"{function.name}({arguments})"
        if rng.random() < 0.2:
            inner, loop = terms.loop(Scope(), 1)
            arguments = ", ".join(terms.term(p, inner, 0) for p in function.parameters)
            values = ", ".join(terms.term(function.result, Scope(random=False), 0) for _ in range(rng.randint(1, 3)))
            self._add(f"obs {{{function.name}({arguments}) for {loop}}} = {{{values}}};")
        elif function.result in ("Integer", "Real", "String", "RealMatrix") and rng.random() < 0.7:
            sign = "+" if function.result == "String" else rng.choice("+-*")
            sides = rng.sample([term, terms.term(function.result, Scope(), 2)], 2)
            self._add(f"obs {sides[0]} {sign} {sides[1]} = {terms.term(function.result, Scope(random=False), 0)};")
        else:
            self._add(f"obs ({term} {rng.choice(('==', '!='))} {terms.term(function.result, Scope(), 2)}) = true;")

    def _add_loop(self, function: Function) -> None:
        """Evidence on a function in a loop over some of its arguments."""
        inner, loop = self._terms.loop(Scope(random=False), 1)
        arguments = ", ".join(self._terms.term(p, inner, 0) for p in function.parameters)
        self._add(f"obs {function.name}({arguments}) = {self._terms.term(function.result, inner, 0)} for {loop};")

    def _query(self) -> None:
        type_ = self._terms.some_type()
        choice = self._rng.random()
        if choice < 0.15:
            self._add(f"query {self._terms.set_of(type_, Scope(), 3)};")
        elif choice < 0.3:
            inner, loop = self._terms.loop(Scope(random=False), 1)
            self._add(f"query {self._terms.term(type_, Scope(inner.variables), 2)} for {loop};")
        elif choice < 0.35:
            parts = self._terms.term(type_, Scope(), 1), self._terms.term(self._terms.some_type(), Scope(), 2)
            self._add(f"query [{parts[0]}, {parts[1]}];" if choice < 0.33 else f"query {{{parts[0]} -> {parts[1]}}};")
        elif choice < 0.45 and self._known.finite:
            self._add(f"query #{self._rng.choice(self._known.finite)};")
        else:
            self._add(f"query {self._terms.term(type_, Scope(), 3)};")
