"""The command line, one file for each group of commands, and the game played in a terminal."""
