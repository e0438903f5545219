"""From a checked model and its moves to native code."""
