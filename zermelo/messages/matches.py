"""The part of the English table that is about matches."""

MATCHES = {
    "wrong_openings": (
        "openings must be a number of random plies, or the names of the moves of each opening, not {given}"
    ),
    "unknown_sprt_model": "a test measures in one of {choices}, not in {name!r}",
    "wrong_sprt_errors": (
        "the errors of a test must lie between 0 and 1 and come to less than 1, not {alpha} and {beta}"
    ),
    "wrong_sprt_bounds": (
        "a test needs two hypotheses from -{most:g} to {most:g} Elo, the smaller first, not {elo0} and {elo1}"
    ),
    "bayesian_of_pairs": "the Bayesian model is for single games: choose the normalised or the logistic one",
    "wrong_sprt": "sprt must be an Sprt(elo0, elo1), not {given}",
    "sprt_of_two": "a test is between two players, not {given}",
    "move_of_other_game": "{move!r} is not a move here: these are not games of {game}",
    "no_openings": "no game of {game} lasts longer than {plies} random plies: give the openings fewer plies",
    "empty_book": "none of the openings leaves a game to be played",
    "unknown_schedule": "there is no schedule {name!r}: choose from {choices}",
    "two_players_needed": "a match needs two players or more, not {given}",
    "player_twice": "two players are called {name!r}: give them names, such as a={name} and b={name}",
    "games_in_pairs": "games must be an even number >= 2, because each opening is played twice, not {given}",
    "not_a_player": "a player is a text such as 'engine:depth=4', or a function of a state, not {given}",
    "no_such_player": "{text!r} is not a player: choose from {choices}",
    "gtp_needs_command": "a GTP player needs the command that starts it: gtp:gnugo --mode gtp",
    "unreadable_player": "the options of {text!r} cannot be read: write name=value,name=value",
    "unknown_player_option": "a player of the kind {kind} has no option {name!r}: choose from {choices}",
    "simulations_of_mcts": "{name} has no simulations to count: give it algorithm=mcts, or nodes instead",
    "no_such_function": "{path} has no function {name!r}; it has {choices}",
    "expert_of_tictactoe": "the expert's rules are those of tic-tac-toe, not of {game}",
    "program_does_not_start": "{command!r} cannot be started: {reason}",
    "cannot_be_sent": (
        "the players and the game must be what another process can import, at the top of a file: {reason}"
    ),
    "adjudicate_needs_table": "adjudication needs the table of the game, from a file",
    "no_match_file": "{path} is not the file of a match: {reason}",
    "match_in_use": (
        "{path} is in use: another process plays this match; wait until it ends, or give another file"
    ),
    "match_of_other_format": "{path} has format {format}, and this version reads {known}",
    "other_match": (
        "{path} holds a match that differs in its {what}: give another file, or everything as it was"
    ),
    "options_of_sprt": "--model, --alpha and --beta are of a test: ask for one, such as --sprt 0,10",
    "unreadable_sprt": "a test needs two differences in Elo, such as 0,10, not {text!r}",
    "reviewed_move_not_legal": "move {number}, {move}, is not legal there",
    "opening_of_so_many": "an opening is the first 0 to {moves} of these moves, not {given}",
    "wrong_scale": "the scale of estimates must be above 0 and finite, not {given}",
    "no_games_in_file": "{path} holds no game",
    "several_games_in_file": "{path} holds {count} games: choose one with --number, from 1 to {count}",
    "no_such_game_in_file": "there is no game {number} in {path}: of its games, the last is number {count}",
    "record_without_game": "{path} does not say which game it is: name it with --game",
    "record_of_unknown_game": (
        "{path} is a game of {game}, which is not built in: name its rules with --game, such as --game my.py"
    ),
    "wrong_move_in_file": "{path}, move {number}: {reason}",
    "unreadable_record": "the record of the game cannot be read: {reason}",
    "not_linear": (
        "{game} has no linear evaluate to tune: it needs terms(self, state), and weights, one number for each"
    ),
    "wrong_weights": "{game}.weights must be one finite number or more, not {given}",
    "names_of_terms": "{game} has {names} term_names for {weights} weights: give each weight one",
    "weights_of_terms": "{game} has {terms} terms, and {given} weights were given",
    "terms_of_weights": "{game}.terms() gives {terms} numbers for {weights} weights: one for each is needed",
    "evaluate_not_linear": (
        "{game}.evaluate() is not the sum of terms() times weights: it gives {given}, the sum is {sum}; "
        "write return sum(weight * term for weight, term in zip(self.weights, self.terms(state)))"
    ),
    "no_move_to_review": "there is no move to judge: the game has just begun",
    "no_such_match": "no match of this name was named: zermelo serve --match FILE names one",
    "unreadable_weights": "weights are numbers between commas, such as 0,0.5,-1, not {text!r}",
    "nothing_to_fit": "no game of {game} went on after its opening: give the openings fewer plies",
    "wrong_match_file_form": "{path} must end in one of {choices}",
}
