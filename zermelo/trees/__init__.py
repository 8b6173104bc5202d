"""Typed trees as games."""
