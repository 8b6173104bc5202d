"""The part of the English table that is about tables of every position."""

TABLES = {
    "not_opened_so": "a table is opened with SolvedTable.open(path, game), and made by build_table(game)",
    "too_many_actions_for_memory": "{game} has too many actions in one position for this memory",
    "table_needs_a_file": (
        "the table does not fit in this memory: give it a file, which takes the rest, or more with memory=…"
    ),
    "retrograde_needs_memory": (
        "{count:,} positions that can repeat, or are reached in different numbers of plies, take "
        "at least {megabytes:,} MB of memory: allow it with memory=…"
    ),
    "states_need_memory": (
        "the states of {game} are held in memory, and there is no room for more than {most:,}: "
        "give it rank() and unrank(), or more memory"
    ),
    "states_cannot_be_kept": (
        "the states of {game} are not whole numbers, so that nothing is kept if the work is stopped, and "
        "there are more than {count:,} of them: give it rank() and unrank(), or leave out the file"
    ),
    "too_long_for_table": "{game} can last longer than {most:,} plies: too long for a table",
    "child_missing": "{game}: a child of a position is missing, {where}: do the rules change?",
    "table_damaged": "{path} is damaged: {how}",
    "could_not_be_read": "{path} could not be read: {reason}",
    "not_a_table": "{path} is not a Zermelo table",
    "table_version": "{path} is a table of version {version}; this Zermelo reads version {expected}",
    "repetition_needed": "{game}.repetition is None, but its positions can repeat: say what that is worth",
    "too_many_for_retrograde": "{count:,} positions are too many for retrograde analysis",
    "folder_in_use": "{folder} is in use by another process",
    "dice_need_memory": (
        "{count:,} positions of a game with dice take at least {megabytes:,} MB of memory: "
        "allow it with memory=…"
    ),
    "too_many_with_dice": "{count:,} positions are too many for a table with dice",
    "endless_chances": (
        "{game} can go on for ever: in the position {state} MAX expects between about {low} and {high}, "
        "depending on what endless play is worth; a table of a game with dice needs play that ends"
    ),
    "infinite_payoff": "{game}.utility() returns an infinite number of points, which has no average",
    "wrong_memory": "memory must be a number of megabytes >= 1, not {given}",
    "table_from_elsewhere": "{path} is a table that starts from another position: choose another file",
    "too_little_memory": "there is not enough memory: ask for less with memory=…",
    "table_for_other_rules": "{table} is a table for {game}, whose rules differ from those of this game",
    "rules_of_table_needed": "{file} is a table for {game}: name its rules too, zermelo serve mygame.py",
    "no_such_table": "no table of this name was opened: zermelo serve --solved FILE opens one",
    "no_such_entry": "the positions of this table are numbered 0 to {most:,}",
    "no_entry_of_this_value": "no position of this table has this value and length",
    "table_without_lengths": "this table does not know how long games last",
    "table_of_hashes_too_large": "a table of hashes with more than {most:,} positions is not shown",
    "not_in_table": "this position is not in the table: it cannot be reached from where the table starts",
    "hashes_from_elsewhere": (
        "this table starts from another position, and its codes are hashes: build it again"
    ),
    "wrong_value_in_table": "a value is wrong: the table says {score} for the position {state}",
    "same_hash": "two positions of {game} have the same hash: give it rank()",
    "alike_not_equal": (
        "two states of {game} that hold the same are not equal: make {kind} a NamedTuple or a frozen "
        "dataclass, or give it __eq__ and __hash__"
    ),
    "endless_points": "{game} can go on for ever from some positions: a table of points needs games that end",
    "unrank_is_not_inverse": "{game}: unrank(rank(state)) is {again} for {state}, whose rank is {rank}",
    "rank_too_large": "{game}: rank() returns {rank}, which does not fit in 64 bits",
    "points_beyond_table": (
        "a payoff is a whole number of more than 62 bits, for which a table has no room; a search with "
        "engine='interpreted' has no such limit"
    ),
    "number_too_large_at": (
        "{game}: {said}, {where}; declare a board of bits as Bits, which wraps around, or use "
        "engine='interpreted'"
    ),
    "table_for_want_of_repetition": (
        "every position is solved here, since {game} does not say whether one can come again: if none can, "
        "write repetition = None, and only what this position needs is searched"
    ),
    "table_of_no_repetition": (
        "every position is solved here, since {game} does not say that none comes again; none does: write "
        "repetition = None, and only what this position needs is searched"
    ),
}
