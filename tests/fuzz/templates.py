"""How a term of each type may be written: tables of texts with gaps.

A gap such as «Integer» is filled with a term of that type and «{Integer}» with a set of them. «T» is a basic type and
«O» an object type, the same in all gaps of one text. Gaps in small letters are numbers in a range that a distribution
takes.
"""

from __future__ import annotations

BASIC_TYPES = ("Boolean", "Integer", "Real", "String", "Timestep", "RealMatrix")

LITERALS: dict[str, tuple[str, ...]] = {
    "Boolean": ("true", "false"),
    "Integer": ("0", "1", "2", "3", "5", "7", "-1", "10", "(-2)"),
    "Real": ("0.0", "1.0", "0.5", "2.5", "-1.5", "1e-3", "3.0", ".25", "7.", "pi", "e"),
    "String": ('""', '"a"', '"ab"', "'x'", '"Ann Lee"', '"7"', '"\\n\\u00e9"'),
    "Timestep": ("@0", "@1", "@2", "@3"),
    "RealMatrix": ("[1.0, 2.0; 3.0, 4.0]", "[1, 2; 0, 3]", "eye(2)", "[0.5, 0.5]", "[2; 1]", "zeros(2, 2)", "[1.0]"),
}

EXTREMES: dict[str, tuple[str, ...]] = {
    "Boolean": ("null",),
    "Integer": ("9223372036854775807", "-9223372036854775807", "1000000", "4294967296"),
    "Real": ("1e308", "1e-308", "(0.0 - 1e300)", "1e100", "(1e308 * 10.0)", "(1e308 * 10.0 - 1e308 * 10.0)"),
    "String": ("null", '"\\\\\\"\\t"', 'repeat("ab", 1000)'),
    "Timestep": ("@1000000", "@9223372036854775807", "null"),
    "RealMatrix": ("zeros(0, 0)", "[1e308, 1e308]", "ones(1, 50)", "null"),
}

RANGES: dict[str, tuple[str, ...]] = {
    "probability": ("0.5", "0.1", "0.9", "0.25", "1.0", "0.0"),
    "positive": ("1.0", "0.5", "2.0", "3", "10.0"),
    "rate": ("0.5", "1", "2.0", "3"),
    "few": ("1", "2", "3", "4"),
    "vector": ("[1.0, 2.0]", "[0.5; 0.5]", "[1, 1]", "ones(2, 1)"),
    "covariance": ("eye(2)", "[2.0, 0.5; 0.5, 1.0]", "2.0 * eye(2)"),
}
"""Numbers in a range, and the type they are of: see `RANGE_TYPES`."""

RANGE_TYPES = {
    "probability": "Real",
    "positive": "Real",
    "rate": "Real",
    "few": "Integer",
    "vector": "RealMatrix",
    "covariance": "RealMatrix",
}

TERMS: dict[str, tuple[str, ...]] = {
    "Boolean": (
        *("(«Integer» < «Integer»)", "(«Integer» >= «Integer»)", "(«Real» <= «Real»)", "(«Real» > «Real»)"),
        *("(«T» == «T»)", "(«T» != «T»)", "(«O» == «O»)", "(«O» != «O»)", "(«O» != null)", "(«T» == null)"),
        *("(«Boolean» & «Boolean»)", "(«Boolean» | «Boolean»)", "(«Boolean» => «Boolean»)", "!«Boolean»"),
        *("(«Timestep» < «Timestep»)", "(«String» < «String»)", "startsWith(«String», «String»)"),
        *("contains(«{Integer}», «Integer»)", "isEmpty(«{O}»)"),
        *("subset(«{O}», «{O}»)", "contains(«String», «String»)"),
        *("({«T», «T»} == {«T», «T»})", "([«T», «O»] == [«T», «O»])", "(«{T}» != «{T}»)", "isEmptyString(«String»)"),
    ),
    "Integer": (
        *("(«Integer» + «Integer»)", "(«Integer» - «Integer»)", "(«Integer» * «Integer»)", "(«Integer» / «Integer»)"),
        *("(«Integer» % «Integer»)", "-«Integer»", "size(«{O}»)"),
        *("size(«{T}»)", "sum(«{Integer}»)", "max(«{Integer}»)"),
        *("min(«Integer», «Integer»)", "abs(«Integer»)", "toInt(«Real»)", "toInt(«Boolean»)", "toInt(«Timestep»)"),
        *("round(«Real»)", "length(«String»)", "(«Timestep» - «Timestep»)", "«Integer[]»[«few»]", "Succ(«Integer»)"),
        *("iota(«{Integer}»)", "numrows(«RealMatrix»)", "editDistance(«String», «String»)", "toInt(«O»)"),
        *("product(«{Integer}»)", "size(«Integer[]»)", "{«T» -> «Integer», «T» -> «Integer»}[«T»]"),
        *("floor(«Real»)", "rank(«RealMatrix»)", "indexOf(«String», «String»)", "size({«T» -> «T»})", "#«{O}»"),
        *("size(union(«{T}», «{T}»))", "size(intersection(«{O}», «{O}»))"),
        *("size(difference(«{O}», «{O}»))", "#«{T}»"),
    ),
    "Real": (
        *("(«Real» + «Real»)", "(«Real» - «Real»)", "(«Real» * «Real»)", "(«Real» / «Real»)", "(«Real» ^ «Integer»)"),
        *("«Integer»", "-«Real»", "exp(«Real»)", "log(«Real»)"),
        *("sqrt(abs(«Real»))", "sum(«{Real}»)", "max(«{Real}»)"),
        *("average(«{Real}»)", "toReal(«Integer»)", "«RealMatrix»[«few»]", "«RealMatrix»[0][1]", "sin(«Real»)"),
        *("det(«RealMatrix»)", "trace(«RealMatrix»)", "matsum(«RealMatrix»)", "(«Real» % «Real»)", "«Real[]»[0]"),
        *("min(«Real», «Real»)", "gamma(«Real»)", "atan2(«Real», «Real»)", "norm(«RealMatrix»)", "toReal(«String»)"),
        *("jaroWinkler(«String», «String»)", "pow(«Real», «Real»)", "cond(«RealMatrix»)", "product(«Real[]»)"),
    ),
    "String": (
        *("(«String» + «String»)", "toString(«T»)", "toString(«O»)", "upper(«String»)", "concat(«String», «String»)"),
        *("substring(«String», 0, «few»)", "charAt(«String», «Integer»)", "«String»[0]", "reverse(«String»)"),
        *('join(«String[]», ", ")', "replace(«String», «String», «String»)"),
        *("toString(«{T}»)", "repeat(«String», «few»)"),
        *("min(«String», «String»)", "split(«String», «String»)[0]", "trim(«String»)", "toString([«T», «T»])"),
    ),
    "Timestep": (
        *("(«Timestep» + «few»)", "(«Timestep» - «Integer»)", "prev(«Timestep»)", "next(«Timestep»)", "@(«few»)"),
        *("toTimestep(«Integer»)", "max(«Timestep», «Timestep»)", "iota(«{Timestep}»)", "min(«{Timestep}»)"),
    ),
    "RealMatrix": (
        *("(«RealMatrix» + «RealMatrix»)", "(«RealMatrix» * «RealMatrix»)"),
        *("(«Real» * «RealMatrix»)", "-«RealMatrix»"),
        *("transpose(«RealMatrix»)", "inv(«RealMatrix»)", "[«Real», «Real»; «Real», «Real»]", "[«Real»; «Real»]"),
        *("hstack(«RealMatrix», «RealMatrix»)", "vstack(«Real», «Real»)", "diag(«RealMatrix»)", "chol(«RealMatrix»)"),
        *("getrow(«RealMatrix», «Integer»)", "exp(«RealMatrix»)"),
        *("colsum(«RealMatrix»)", "repmat(«RealMatrix», «few», 1)"),
        *("«Real[]»", "(«RealMatrix» / «Real»)", "submat(«RealMatrix», 0, 0, «few», «few»)", "pinv(«RealMatrix»)"),
    ),
    "object": ("iota(«{O}»)", "argmax({«O» -> «Real»})", "[«O», «O»][0]"),
}
"""Terms that are made of other terms; those of object types are under "object"."""

FIXED: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    ("fixed Map<Integer, Real> {} = {{1 -> 0.5, 2 -> «Real»}};", "{}[1]", (), "Real"),
    ('fixed Map<String, Integer> {} = {{"a" -> «Integer»}};', '{}["b"]', (), "Integer"),
    ("fixed Integer[] {} = [1, 2, «Integer»];", "{}", (), "Integer[]"),
    ("fixed List<String> {} = [«String», «String»];", "{}", (), "String[]"),
    ("fixed RealMatrix {} = «RealMatrix»;", "{}", (), "RealMatrix"),
    ("fixed Real {}(Integer a0) = TabularInterp(1, 0, 0.5, 1, «Real»);", "{}", ("Integer",), "Real"),
    ("fixed Boolean {}(Integer a0) = ListInterp(1, 0, 2, «Integer»);", "{}", ("Integer",), "Boolean"),
    ("fixed Integer {0}(Integer a0) = if a0 <= 0 then 1 else a0 * {0}(a0 - 1);", "{}", ("Integer",), "Integer"),
    ("fixed Integer {0}(Integer a0) = if a0 > 5 then 1 else {0}(a0 + 1) + {0}(a0 + 2);", "{}", ("Integer",), "Integer"),
    ("fixed Boolean {0}(Integer a0) = if a0 == 0 then true else !{0}(a0 - 1);", "{}", ("Integer",), "Boolean"),
)
"""Fixed functions: the statement with a gap for the name, how terms use it, its parameters and its result."""

DRAWS: dict[str, tuple[str, ...]] = {
    "Boolean": ("BooleanDistrib(«probability»)",) * 3 + ("Categorical({true -> «positive», false -> 1})",),
    "Integer": (
        *("Poisson(«rate»)", "UniformInt(0, «few»)", "Bernoulli(«probability»)", "Binomial(«few», «probability»)"),
        *("Geometric(«probability»)", "NegativeBinomial(«rate», «probability»)", "Discrete([0.2, 0.3, «positive»])"),
        *("Categorical({1 -> «positive», 2 -> «positive»})", "UniformChoice(«{Integer}»)"),
        *("UniformInt(-2, «Integer»)",),
        *("BoundedGeometric(«probability», «few»)", "RoundedLogNormal(«Real», 1.0)", "Uniform({1, 2, 5})"),
    ),
    "Real": (
        *("Gaussian(«Real», «positive»)", "UniformReal(0.0, «positive»)", "Beta(«positive», «positive»)"),
        *("Exponential(«rate»)", "Gamma(«positive», «rate»)", "Laplace(«Real», «positive»)", "Poisson(«rate»)"),
        *("StudentT(«Real»)", "Cauchy(0.0, 1)"),
        *("LogNormal(«Real», 1.0)", "TruncatedNormal(0.0, 1.0, -1.0, «positive»)"),
        *("InvGamma(«positive», 2)", "HalfNormal(«positive»)", "Categorical({0.5 -> 1, «Real» -> 2})"),
        *("UnivarGaussian(«Real», «positive»)", "UniformChoice(«{Real}»)", "PrecisionGaussian(«Real», «positive»)"),
    ),
    "String": (
        *('Categorical({"a" -> «positive», "ab" -> 1})', "CharDistrib(«String»)"),
        *('LetterNgram("Ann\\nBob", 2)', 'LetterNgram["Ann", 3]'),
        *("StringEditModel(«String»)", "StringEditModel(«String», 0.1, 0.1, 0.1)", "UniformChoice(«{String}»)"),
    ),
    "Timestep": ("UniformChoice(«{Timestep}»)", "UniformChoice({@0, @1, «Timestep»})"),
    "RealMatrix": (
        *("MultivarGaussian(«vector», «covariance»)", "Dirichlet(«vector»)", "InverseWishart(«covariance», 4.0)"),
        *("UniformVector(0.0, 1.0, 2.0, «Real»)", "DiagGaussian(«vector», «vector»)", "GEM(«rate», «few»)"),
        *("IsotropicMultivarGaussian(«vector», «positive»)",),
    ),
    "Integer[]": ("Multinomial(«few», «vector»)",),
    "object": ("UniformChoice(«{O}»)", "Uniform(«{O}»)", "Categorical({«O» -> «positive», «O» -> 1})"),
}
"""Distributions of each type; those of object types are under "object"."""
