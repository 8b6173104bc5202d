"""Drivers: plain generators over a task, which call its kernel and yield what they find.

A driver returns whether it came to its end; it never sees a stream, a queue or another kernel.
"""
