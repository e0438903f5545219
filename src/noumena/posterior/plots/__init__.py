"""Plots for Python, by Matplotlib; those of chains are ArviZ's. Both come with the extra `plots`."""
