"""The part of the English table that is about payoff matrices."""

MATRICES = {
    "no_payoff": "{given} is not a payoff: write a number such as 3, -0.5 or 1/3",
    "payoff_not_finite": "{given} is not a payoff: payoffs must be finite",
    "payoff_too_long": "the payoff {given}… has more than {most} digits",
    "matrix_not_rows": "{given} is not a list of rows: write a matrix such as [[1, -1], [-1, 1]]",
    "matrix_empty": "the matrix is empty: write at least one row with one payoff",
    "matrix_ragged": (
        "row {row} has length {count}, but the first row has length {first}: all must have the same"
    ),
    "matrix_too_large": "the matrix has {cells:,} cells, more than {most:,}",
    "bimatrix_sizes": (
        "the row player's payoffs are {first}, the column player's {second}: both must be the same size"
    ),
    "names_of_rows": "there are {count} rows, but {given} names for them",
    "names_of_columns": "there are {count} columns, but {given} names for them",
    "row_named_twice": "two rows are called {name!r}: give each a name of its own",
    "column_named_twice": "two columns are called {name!r}: give each a name of its own",
    "matrix_unclosed": "a bracket is not closed",
    "matrix_unexpected": "{token!r} is not expected here",
    "mixed_pairs": "row {row} does not have a pair of payoffs in every cell, as in (3, 1) or 3|1",
    "matrix_too_deep": (
        "the brackets are nested too deeply: write a list of rows, each a list of payoffs or of pairs"
    ),
    "matrix_text_too_long": "the text of a matrix may have at most {most:,} characters",
    "matrix_no_json": (
        'this JSON is not a matrix: give "payoffs" as a list of rows, and names as "rows" and "columns"'
    ),
    "in_row": "row {row}: {reason}",
    "in_file": "{path}: {reason}",
    "matrix_needs_extra": (
        "floating-point answers need SciPy: pip install 'zermelo[matrix]', or ask for an exact one"
    ),
    "large_needs_extra": (
        "a matrix of {rows} × {columns} has more than {most:,} cells: pip install 'zermelo[matrix]' for a "
        "floating-point answer, or ask for an exact one (method='exact', --method exact), which may take long"
    ),
    "solver_failed": "the solver found no answer: {said}",
    "unknown_matrix_method": "method {name} is unknown: choose from {choices}",
    "no_such_action": "there is no action {given!r}: choose from {choices}",
    "no_mixed_strategy": (
        "{given} is not a mixed strategy: give {count} probabilities that are not negative and sum to 1"
    ),
    "too_large_for_equilibria": (
        "mixed equilibria are looked for where the best-reply polytopes have at most {most:,} corners"
    ),
    "game_too_large": (
        "{game} is too large for a matrix of strategies: its tree has more than {most:,} positions or "
        "{plies} plies"
    ),
    "too_many_strategies": (
        "{game} has {rows:,} strategies of MAX and {columns:,} of MIN: a matrix holds at most {most:,} cells"
    ),
    "matrix_two_players": "{game} is not a game of two players, MAX and MIN: it has no matrix of strategies",
    "wrong_row_player": "there is no player {given!r}: choose from {choices}",
    "matrix_has_no_moves": "--moves and --position are for a game: add --strategies",
    "no_such_matrix_picture": "there is no picture {picture!r} of this matrix: choose from {choices}",
    "table_too_large_to_draw": "a table is drawn up to {most:,} cells",
    "matrix_tree_or_position": "ask about a matrix, a tree or a position: exactly one of them",
    # -- notes -----------------------------------------------------------------------------------------------
    "too_many_corners": (
        "the optimal strategies have more than {most:,} corners: one strategy of each player is given"
    ),
    "dominance_left_out": "dominance is looked for up to {most:,} cells",
    "mixtures_left_out": "dominance by mixtures is looked for up to {most:,} cells",
    "weak_order": (
        "weak dominance: another order may leave other actions, and optimal strategies may be lost; the "
        "value stays the same"
    ),
    "weak_order_loses": (
        "weak dominance: another order may leave other actions, and equilibria may be lost"
    ),
    "degenerate_game": (
        "the game is degenerate: some strategy has more best replies than actions of its own; there may be "
        "infinitely many equilibria, and those listed are the corners of the sets that they form"
    ),
}
