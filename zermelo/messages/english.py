"""Every sentence that Zermelo refuses with, by its code; `{name}` is a parameter."""

ENGLISH = {
    "free_text": "{text}",
    "cannot_compile": "{construct} cannot be compiled; {advice}",
    "cannot_compile_at": "{place}: {construct} cannot be compiled; {advice}",
    # -- questions ----------------------------------------------------------------------------------
    "unknown_algorithm": "algorithm {name!r} is unknown: choose {choices}",
    "unknown_engine": "engine {name!r} is unknown: choose {choices}",
    "unknown_order": "order {name!r} is unknown: choose {choices}",
    "unknown_technique": "{name!r} is no technique: choose of {choices}",
    "no_chance": "{algorithm} knows no chance: use expectiminimax for {game}",
    "not_with_algorithm": "{algorithm} knows no {option}: use {instead}",
    "not_legal": "{action} is not legal here: choose of {choices}",
    "not_within": "{option} must be a whole number from 1 to {most}, not {given}",
    "not_from_up": "{option} must be a number from {least} up, not {given}",
    "not_whole": "{option} must be a whole number, not {given}",
    "not_below": "{option} must be less than {limit}, not {given}",
    "wrong_clock": "a clock's {part} is a number of seconds from 0 up, not {given}",
    "positions_repeat": (
        "null_window is for games whose positions cannot repeat: say repetition = None in {game} "
        "if they cannot, or use solve(), which builds a table where they can"
    ),
    # -- rules --------------------------------------------------------------------------------------
    "wrong_payoff": "{game}.payoff is {given}: it must be 'outcome' or 'points'",
    "wrong_repetition": "{game}.repetition is {given}: it must be a number or None",
    "wrong_repetition_of_outcomes": (
        "{game}.repetition is {given}: it must be 1, 0 or -1, or None where positions cannot repeat"
    ),
}
