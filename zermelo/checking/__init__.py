"""The rules checker: check.py is the way in, the rest are its parts."""
