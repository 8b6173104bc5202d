"""The algorithms of the textbook, one readable file each."""
