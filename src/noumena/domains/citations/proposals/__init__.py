"""Moves for the model of citations: what cites what, what publications are, and which line of work they belong to."""
