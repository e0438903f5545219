"""The probability distributions of the language: one family per file, each with sample, log_prob and support."""

from __future__ import annotations

from noumena.distributions.bernoulli import Bernoulli, BooleanDistrib
from noumena.distributions.binomial import Binomial, NegativeBinomial
from noumena.distributions.categorical import Categorical, CharDistrib, Discrete
from noumena.distributions.choice import UniformChoice
from noumena.distributions.dirichlet import Beta, Dirichlet
from noumena.distributions.dont_care import DontCare
from noumena.distributions.gamma import Exponential, Gamma, InvGamma
from noumena.distributions.gaussian import Gaussian, LogNormal, RoundedLogNormal
from noumena.distributions.geometric import BoundedGeometric, Geometric
from noumena.distributions.heavy_tails import Cauchy, Laplace, StudentT
from noumena.distributions.inverse_wishart import InverseWishart
from noumena.distributions.letter_ngram import LetterNgram
from noumena.distributions.multinomial import Multinomial
from noumena.distributions.poisson import Poisson
from noumena.distributions.stick_breaking import GEM
from noumena.distributions.string_edit import StringEditModel
from noumena.distributions.truncated_gaussian import HalfNormal, TruncatedNormal
from noumena.distributions.uniform import UniformInt, UniformReal, UniformVector
from noumena.distributions.vector_gaussian import (
    DiagGaussian,
    IsotropicMultivarGaussian,
    MultivarGaussian,
    PrecisionGaussian,
)
from noumena.model.library import Distribution

_FAMILIES: tuple[Distribution, ...] = (
    Bernoulli(),
    Beta(),
    Binomial(),
    BooleanDistrib(),
    BoundedGeometric(),
    Categorical(),
    Cauchy(),
    CharDistrib(),
    DiagGaussian(),
    Dirichlet(),
    Discrete(),
    DontCare(),
    Exponential(),
    GEM(),
    Gamma(),
    Gaussian(),
    Geometric(),
    HalfNormal(),
    InvGamma(),
    InverseWishart(),
    IsotropicMultivarGaussian(),
    Laplace(),
    LetterNgram(),
    LogNormal(),
    Multinomial(),
    MultivarGaussian(),
    NegativeBinomial(),
    Poisson(),
    PrecisionGaussian(),
    RoundedLogNormal(),
    StringEditModel(),
    StudentT(),
    TruncatedNormal(),
    UniformChoice(),
    UniformInt(),
    UniformReal(),
    UniformVector(),
)

ALIASES: dict[str, str] = {
    "InvWishart": "InverseWishart",
    "MultivarGaussianIndep": "DiagGaussian",
    "TruncatedGauss": "TruncatedNormal",
    "Uniform": "UniformChoice",
    "UnivarGaussian": "Gaussian",
}
"""Other names of some families: those of older dialects."""

_BY_NAME: dict[str, Distribution] = {family.name: family for family in _FAMILIES}

BUILT_IN: dict[str, Distribution] = _BY_NAME | {alias: _BY_NAME[name] for alias, name in ALIASES.items()}
"""The built-in distributions by name, aliases included."""

__all__ = ["ALIASES", "BUILT_IN"]
