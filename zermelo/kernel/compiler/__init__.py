"""From a class to machine code: lower the rules, write the unit down, compile it, keep it."""
