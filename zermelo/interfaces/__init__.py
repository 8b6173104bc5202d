"""Where people and programs meet Zermelo: terminal, pictures, the page; nothing below prints."""
