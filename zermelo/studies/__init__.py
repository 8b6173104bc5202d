"""Experiments that hold what the theory says against what is measured; `study` runs them."""
