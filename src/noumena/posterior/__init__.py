"""Answers people read: the posterior of each query, its statistics, tables and JSON."""

from noumena.posterior.answer import Outcome, QueryAnswer
from noumena.posterior.posterior import Posterior

__all__ = ["Outcome", "Posterior", "QueryAnswer"]
