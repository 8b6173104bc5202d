"""A game and an algorithm as one unit, run by Python or as machine code."""
