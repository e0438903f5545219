"""The families of distributions that have kernels: what the generator of code needs to call them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class NativeFamily:
    """Three functions of a kernel module: `valid_<stem>(…)`, `log_<stem>(value, …)` and `sample_<stem>(w, …)`.

    `parameters` has a letter for each parameter, and `result` one for the value: "i" for an integer or a Boolean
    (0 or 1), "r" for a real. A call may leave out as many of the last parameters as there are `defaults`, all or none.
    A `tabled` family has `tabled_<stem>(w, value, …)` besides, the same as `log_<stem>` from the tables of the world.
    """

    module: str
    stem: str
    parameters: str
    result: str
    defaults: tuple[float, ...] = ()
    tabled: bool = False


NATIVE_FAMILIES: Mapping[str, NativeFamily] = MappingProxyType(
    {
        "Bernoulli": NativeFamily("trials", "bernoulli", "r", "i"),
        "Beta": NativeFamily("gammas", "beta", "rr", "r"),
        "Binomial": NativeFamily("trials", "binomial", "ir", "i"),
        "BooleanDistrib": NativeFamily("trials", "boolean_distrib", "r", "i"),
        "BoundedGeometric": NativeFamily("trials", "bounded_geometric", "ri", "i"),
        "Cauchy": NativeFamily("heavy_tails", "cauchy", "rr", "r"),
        "Exponential": NativeFamily("gammas", "exponential", "r", "r"),
        "Gamma": NativeFamily("gammas", "gamma", "rr", "r"),
        "Gaussian": NativeFamily("normals", "gaussian", "rr", "r"),
        "Geometric": NativeFamily("trials", "geometric", "r", "i"),
        "HalfNormal": NativeFamily("normals", "half_normal", "r", "r"),
        "InvGamma": NativeFamily("gammas", "inv_gamma", "rr", "r"),
        "Laplace": NativeFamily("heavy_tails", "laplace", "rr", "r"),
        "LogNormal": NativeFamily("normals", "log_normal", "rr", "r"),
        "NegativeBinomial": NativeFamily("counts", "negative_binomial", "rr", "i"),
        "Poisson": NativeFamily("counts", "poisson", "r", "i", tabled=True),
        "PrecisionGaussian": NativeFamily("normals", "precision_gaussian", "rr", "r"),
        "RoundedLogNormal": NativeFamily("counts", "rounded_log_normal", "rr", "i"),
        "StudentT": NativeFamily("heavy_tails", "student_t", "rrr", "r", defaults=(0.0, 1.0)),
        "TruncatedNormal": NativeFamily("normals", "truncated_normal", "rrrr", "r"),
        "UniformInt": NativeFamily("uniforms", "uniform_int", "ii", "i"),
        "UniformReal": NativeFamily("uniforms", "uniform_real", "rr", "r"),
    }
)
"""The kernels by the name of the family, for the signatures all of whose types are Boolean, Integer or Real.

The modules are those of `noumena.runtime.kernel`, and of the compiled package beside it.
"""
