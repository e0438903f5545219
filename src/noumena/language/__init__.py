"""From .blog text to a checked model."""
