"""Matches: players, openings, games, what is kept of them, and what they say of who is stronger."""
