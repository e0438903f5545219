"""The tests of Noumena; folders mirror the package."""
