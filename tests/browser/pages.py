"""Pages to look at in a browser: of chains, of exact answers, of hostile text, and of citations."""

from __future__ import annotations

import noumena as nm
from noumena.domains.citations.output.report import report_page as citation_page
from noumena.model.types import STRING
from noumena.posterior.report.page import report_page
from tests.domains.citations.output.found_by_hand import found
from tests.posterior.making import chain_marginal, chain_posterior
from tests.posterior.report.several import HOSTILE, URN, several


def made_pages() -> dict[str, str]:
    """The pages by their names."""
    urn = nm.Model.from_text(URN, name="urn.blog")
    chains = urn.infer(engine="mh", samples=50, chains=2, burn_in=20, thin=2, backend="python", seed=1)
    hostile = chain_posterior(chain_marginal([[HOSTILE, "x"] * 10] * 2, STRING, HOSTILE), acceptance={HOSTILE: 0.5})
    return {
        "urn": report_page(chains),
        "exact": report_page(urn.infer(engine="exact")),
        "several": report_page(several()),
        "hostile": report_page(hostile, HOSTILE),
        "citations": citation_page(found(truth=True), "mine.bib"),
    }
