"""Answers people read: the posterior of each query, its statistics, tables and JSON."""

from noumena.posterior.answer import Outcome, QueryAnswer
from noumena.posterior.posterior import Posterior
from noumena.posterior.saving import load_posterior

__all__ = ["Outcome", "Posterior", "QueryAnswer", "load_posterior"]
