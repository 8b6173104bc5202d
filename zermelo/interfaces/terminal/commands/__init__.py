"""The commands, one file for each subject of `zermelo --help`."""
