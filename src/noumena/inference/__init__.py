"""Engines that answer queries."""
