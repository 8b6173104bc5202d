"""Boards and trees as SVG, TikZ, DOT and PNG."""
