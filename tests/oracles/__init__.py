"""Exact answers for small models, by brute force and without the package under test."""
