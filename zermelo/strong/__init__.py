"""Strong solution: every reachable position with its value, in a table that is kept in a file."""
