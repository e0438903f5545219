"""The checked model as plain data, and what can be read off it."""
