"""What generated code stands on: the world's memory, random streams, and the kernel that runs in both backends."""
