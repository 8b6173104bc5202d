"""From a question to reports: clocks, drivers, streams."""
