"""The parts of the rules checker; `zermelo.check` is the way in."""
