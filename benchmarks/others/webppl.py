"""The urn in WebPPL, by its single-site Metropolis-Hastings; needs the command `webppl` (npm install -g webppl)."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.others.outcome import Missing, Outcome
from benchmarks.problem import Problem

STEPS_PER_SECOND = 40_000
"""Roughly; it only decides how many steps are asked for."""


def program(problem: Problem, steps: int, burn_in: int) -> str:
    """The model, and a line of JSON with the counts and the milliseconds that sampling took."""
    return f"""\
var seen = {json.dumps(problem.seen.tolist())};
var model = function() {{
  var n = sample(Poisson({{mu: {problem.rate:g}}}));
  factor(n > 0 ? 0 : -Infinity);
  var paint = mem(function(ball) {{ return flip(0.5) ? 0 : 1; }});
  map(function(shown) {{
    var drawn = randomInteger(Math.max(n, 1));
    factor(Math.log(paint(drawn) === shown ? {problem.hit:.12g} : {problem.miss:.12g}));
  }}, seen);
  return n;
}};
var begun = Date.now();
var answer = Infer({{method: 'MCMC', kernel: 'MH', samples: {steps}, burn: {burn_in}}}, model);
var milliseconds = Date.now() - begun;
var counts = map(function(n) {{ return [n, Math.round(Math.exp(answer.score(n)) * {steps})]; }}, answer.support());
display(JSON.stringify({{milliseconds: milliseconds, counts: counts}}));
"""


def measure(problem: Problem, seconds: float) -> Outcome | Missing:
    """Sample for about so many seconds."""
    command = shutil.which("webppl")
    if command is None:
        return Missing("WebPPL", "no command `webppl`: npm install -g webppl")
    steps = max(1000, round(STEPS_PER_SECOND * seconds))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "urn.wppl"
        path.write_text(program(problem, steps, steps // 10), encoding="utf-8")
        done = subprocess.run([command, str(path)], capture_output=True, text=True, timeout=60.0 + 20.0 * seconds)
    if done.returncode:
        return Missing("WebPPL", f"it failed: {' '.join(done.stderr.split())[-100:]}")
    answer = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("{")))
    histogram = np.zeros(problem.most + 1, dtype=np.int64)
    for number, count in answer["counts"]:
        histogram[number] = count
    # The burn-in took part of the time, and is not part of the samples.
    return Outcome("WebPPL", steps, answer["milliseconds"] / 1000.0 / 1.1, histogram, "single-site M-H")
