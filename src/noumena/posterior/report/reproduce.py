"""How to get the same answer again: the command, the seed, the versions, and what the texts of the model were."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator
from importlib import metadata

from noumena.posterior.posterior import Posterior, version
from noumena.posterior.report.words import shown

_LIBRARIES = ("numpy", "numba", "arviz-stats")


def reproduce_section(posterior: Posterior) -> str:
    """A command or a line of Python, and a list of what it rests on."""
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in _facts(posterior))
    line = shown(_line(posterior))
    return f'<pre tabindex="0" role="region" aria-label="Command"><code>{line}</code></pre><dl>{rows}</dl>'


def _line(posterior: Posterior) -> str:
    if posterior.origin is not None and posterior.origin.command is not None:
        return posterior.origin.command
    options: dict[str, object] = {"engine": posterior.engine}
    if posterior.samples is not None:
        options |= {"samples": posterior.samples, "seed": posterior.seed}
    if posterior.chains is not None:
        options |= {"chains": posterior.chains, "burn_in": posterior.burn_in, "thin": posterior.thin}
        options |= {"backend": posterior.backend}
    files = ", ".join(repr(name) for name in posterior.files)
    given = ", ".join(f"{name}={value!r}" for name, value in options.items())
    return f"nm.Model.from_files({files}).infer(…, {given})"


def _facts(posterior: Posterior) -> Iterator[tuple[str, str]]:
    engine = f"{posterior.engine}, {posterior.backend}"
    yield "Engine", engine if posterior.chains is not None else posterior.engine
    if posterior.seed is not None:
        yield "Seed", str(posterior.seed)
    if posterior.chains is not None:
        yield "Chains", f"{posterior.chains}"
        yield "Burn-in, thin", f"{posterior.burn_in:,} steps, one sample in {posterior.thin:,} steps"
    if posterior.samples is not None:
        yield "Samples", f"{posterior.samples:,}" + (" of each chain" if posterior.chains is not None else "")
    if posterior.steps is not None and posterior.steps_per_second is not None:
        yield "Steps", f"{posterior.steps:,}, {posterior.steps_per_second:,.0f} in a second"
    yield "Seconds", ", ".join(f"{name} {seconds:.3g}" for name, seconds in posterior.seconds.items()) or "–"
    yield "Noumena", shown(version())
    yield "Python", f"{platform.python_version()} on {shown(platform.system())} {shown(platform.machine())}"
    yield "Libraries", ", ".join(f"{name} {shown(metadata.version(name))}" for name in _LIBRARIES)
    for source in posterior.origin.sources if posterior.origin is not None else ():
        digest = hashlib.sha256(source.text.encode("utf-8", "backslashreplace")).hexdigest()
        yield shown(source.name), f"SHA-256 <code>{digest[:16]}…</code>"
