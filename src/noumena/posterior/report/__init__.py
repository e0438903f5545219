"""The posterior as one page of HTML that needs nothing else: plots are SVG, and there is no network."""
