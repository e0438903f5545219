"""Drawings of worlds and of active graphs, in SVG: boxes with lines of text, and arrows between them."""
