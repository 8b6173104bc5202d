"""The Go Text Protocol, version 2: Go and Hex for the programs that let engines play."""
