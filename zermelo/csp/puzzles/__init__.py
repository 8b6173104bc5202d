"""The puzzles of the lectures and their relatives, each an ordinary file."""
