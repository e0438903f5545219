"""Every speed figure that the project quotes, with the hand-written rivals it is measured against."""
