"""Checkpoints: the chains of a run in a file, from which they go on as if they had never stopped."""
