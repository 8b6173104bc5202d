"""Every sentence that Zermelo refuses with, by its code; `{name}` is a parameter."""

from zermelo.messages.boards import BOARDS
from zermelo.messages.compiling import COMPILING
from zermelo.messages.interop import INTEROP
from zermelo.messages.matches import MATCHES
from zermelo.messages.matrices import MATRICES
from zermelo.messages.problems import PROBLEMS
from zermelo.messages.several import SEVERAL
from zermelo.messages.studies import STUDIES
from zermelo.messages.tables import TABLES
from zermelo.messages.trees import TREES

ENGLISH = {
    **PROBLEMS,
    **STUDIES,
    **TABLES,
    **TREES,
    **BOARDS,
    **MATCHES,
    **INTEROP,
    **MATRICES,
    **SEVERAL,
    **COMPILING,
    "free_text": "{text}",
    "cannot_compile": "{construct} cannot be compiled; {advice}",
    "homework_rules": "homework in the words of {vocabulary} is played as it is: it",
    "write_own_rules": "derive from zermelo.Game, with states of whole numbers, for machine code",
    "cannot_compile_at": "{place}: {construct} cannot be compiled; {advice}",
    # -- questions -------------------------------------------------------------------------------------------
    "misspelt_option": "{function}() has no option {name!r}: did you mean {near!r}?",
    "unknown_option": "{function}() has no option {name!r}: choose from {choices}",
    "wrong_python_call": "{function}(): {reason}",
    "class_not_game": "{name} is a class, not a game: pass {name}(), not the class",
    "text_not_game": "{text!r} is text, not a game: pass the game itself, such as TicTacToe()",
    "no_game": "{given} is not a game: pass an object with the rules {rules} and {last}",
    "not_a_state": "{given} is not a state of {game}, such as {like}",
    "option_not_a_list": "{option} must be a list, not {given}",
    "not_a_match_clock": "clock must be a MatchClock(seconds, increment), not {given}",
    "not_json_of_report": "this is not the JSON of a report: {reason}",
    "json_without_report": "this is not the JSON of a report: it has no line and no score",
    "report_of_later_format": (
        "this report has format {format}: this version of Zermelo reads formats up to {newest}"
    ),
    "report_of_other_position": "this report belongs to another position: {action} is not legal here",
    "wrong_table": "table must be a Transpositions(megabytes), not {given}",
    "wrong_solved": "solved must be a SolvedTable, not {given}",
    "not_a_trace": "trace must be True, False or a whole number of steps, not {given}",
    "perft_needs_depth": "perft() needs a depth: the number of plies to count",
    "unknown_algorithm": "algorithm {name!r} is unknown: choose from {choices}",
    "unknown_player": "player {name!r} is unknown: choose from {choices}",
    "unknown_engine": "engine {name!r} is unknown: choose from {choices}",
    "unknown_order": "order {name!r} is unknown: choose from {choices}",
    "unknown_technique": "{name!r} is not a technique: choose from {choices}",
    "no_chance": "{algorithm} does not support chance nodes: use expectiminimax for {game}",
    "nothing_to_count": (
        "{algorithm} counts the moves of players, and {game} has chance nodes: it does not support them"
    ),
    "chosen_for_dice": (
        "{game} has dice: Star1 finds what expectiminimax does, without outcomes that cannot change it"
    ),
    "chosen_for_dice_unbounded": (
        "{game} has dice: Star1 finds what expectiminimax does; it leaves out more where payoff_range "
        "says between which values all payoffs lie"
    ),
    "chosen_to_simulate": (
        "{game} has {moves} moves here, no end in sight and no evaluate(): random games say more"
    ),
    "chosen_for_playable": (
        "{game} says which moves random games make (playable()), and no end is in sight: they say more"
    ),
    "chosen_for_rollout": (
        "{game} has {moves} moves here and plays its own random games (rollout()): they say more"
    ),
    "no_evaluate": (
        "{game} has no evaluate(state): every position at which the search stopped counts as 0; search "
        "deeper, or write one"
    ),
    "depends_on_distances": (
        "the choice depends on more than the order of evaluate(): one that puts positions in the same order, "
        "but sets those from {threshold} up far apart from the others, could choose {move}; with dice it "
        "should be proportional to the expected payoff, up to a constant"
    ),
    "no_dice": "{algorithm} is for games with dice: {game} has none",
    "not_with_algorithm": "{algorithm} does not support {option}: use {instead}",
    "no_techniques_in_table": "a table has no techniques to switch off: leave {option} out",
    "not_with_any_algorithm": (
        "{algorithm} does not support {option}, nor does any other algorithm for {game}: leave it out"
    ),
    "trace_of_whole_tree": (
        "a trace of mcts follows one tree, grown from nothing by one thread: leave out {option}"
    ),
    "payoffs_unknown": (
        "{game} does not say between which values its payoffs lie: set payoff_range = (least, most) in the "
        "class, or leave out payoff_bounds"
    ),
    "wrong_payoff_range": (
        "{game}.payoff_range is {given}, which is not a pair of numbers: set payoff_range = (least, most), "
        "or None where the payoffs have no limits"
    ),
    "not_legal": "{action} is not legal here: choose from {choices}",
    "no_root_actions": "root_actions names no action: leave it out to search them all",
    "not_within": "{option} must be a whole number from 1 to {most}, not {given}",
    "not_from_up": "{option} must be a number >= {least}, not {given}",
    "option_not_a_number": "{option} must be a number, not {given}",
    "actions_untried": "{count} of the actions were never tried: a larger first_play tries more of them",
    "neither_true_nor_false": "{option} must be True or False, not {given}",
    "not_whole": "{option} must be a whole number, not {given}",
    "not_below": "{option} must be less than {limit}, not {given}",
    "wrong_clock": "a clock's {part} must be a number of seconds >= 0, not {given}",
    "positions_repeat": (
        "null_window is for games whose positions cannot repeat: set repetition = None in {game} if "
        "they cannot, or use solve(), which builds a table of wins, draws and losses if they can; for "
        "points, use pvs"
    ),
    "wrong_level": "a level must be a whole number from 1 to {most}, not {given}",
    "not_a_path": "{option} must be the name of a file, not {given}",
    "not_text": "{option} must be text, not {given}",
    "not_an_estimate": "expected must be what estimate() returned, not {given}",
    "proof_with_chance": "{game} has chance in it: no player can force a result, so use search()",
    "wrong_player": "player must be MAX (0) or MIN (1), not {given}",
    "wrong_points_target": "target must be 'win', 'draw' or a number of points, not {given}",
    "wrong_outcome_target": "target must be 'win' or 'draw', not {given}",
    "value_not_kept": "{game}: no action preserves the value: do the rules change?",
    "wrong_megabytes": (
        "the size of a table must be a number of megabytes above 0 and below {most:,}, not {given}"
    ),
    "no_memory_for_table": "there is not enough memory for a table of {megabytes:g} MB",
    "too_long_for_proof": "a game of {game} did not end within {plies} plies: a proof cannot look that far",
    # -- rules -----------------------------------------------------------------------------------------------
    "wrong_payoff": "{game}.payoff is {given}: it must be 'outcome' or 'points'",
    "wrong_repetition": "{game}.repetition is {given}: it must be a number or None",
    "wrong_repetition_of_outcomes": (
        "{game}.repetition is {given}: it must be 1, 0 or -1, or None where positions cannot repeat"
    ),
    "value_not_finite": "{game}: the best value is {value}; utility() or evaluate() does not return a number",
    "at_the_start": "in the position it started from",
    "after_moves": "in the position after {moves}",
    "in_position": "in the position {state}",
    "during_the_search": "during the search",
    "fault_at": "{reason}, {where}",
    "an_error": "an error ({said})",
    "endless_game": "{game} did not end within {plies} plies: give a depth, nodes or seconds",
    "endless_without_return": (
        "{game} did not end within {plies} plies, and is_terminal() returns None: is a `return` missing?"
    ),
    "no_actions": "{game}.actions() yields no action {where}, but is_terminal() says the game is not over",
    "wrong_utility": (
        "{game}.utility() returns {given} {where}: win, draw and loss are 1, 0 and -1 (or set payoff "
        "= 'points')"
    ),
    "utility_out_of_range": (
        "{game}.utility() returns {given} {where}, which is outside payoff_range = {said}: widen payoff_range"
    ),
    "wrong_chance": "{game}.outcomes() yields probabilities that do not sum to 1 {where}",
    "wrong_rollout": (
        "{game}.rollout() returns a payoff that no game ends with {where}: win, draw and loss are 1, 0 and -1"
    ),
    "negative_chance": "{game}.outcomes() yields a negative probability {where}",
    "wrong_mover": (
        "{game}.to_move() returns {given} {where}: it must be MAX (0), MIN (1) or, with dice, CHANCE (-1)"
    ),
    "chance_without_outcomes": (
        "{game}.to_move() returns {given}, which is CHANCE, {where}, but there is no outcomes(state): write "
        "one that yields (action, probability), or return MAX (0) or MIN (1)"
    ),
    "value_is_nan": "{game}: utility() or evaluate() does not return a number (nan) {where}",
    "too_many_actions": (
        "{game} has too many actions to sort {where}: use an algorithm that leaves them in their order, such "
        "as alphabeta, or expectiminimax with dice"
    ),
    "broken_promise": "{game} broke a promise of the contract {where}",
    "more_actions_than_listed": "there are more than {most} actions in one position, too many to list",
    "endless_actions": "{game}.actions() never stops yielding actions ({place}), {where}",
    "number_too_large": (
        "{game}: {said}; declare a board of bits as Bits, which wraps around, or search with "
        "engine='interpreted', where numbers have no limit"
    ),
    "beyond_machine_code": "{game}: {said}; search with engine='interpreted', which has no such limit",
    "said_of_line": "{said} ({place})",
    "too_many_lists": "{game}: {said}; search with engine='interpreted', or make fewer lists at once",
    "rule_gives_nonsense": "{game}: {reason}, {where}",
    "rule_raised": "{game} raised {kind} ({place})",
    "rule_raised_saying": "{game} raised {kind}: {said} ({place})",
    "rule_calls_itself": "{game} raised {kind}: it calls itself endlessly ({place})",
    "action_not_hashable": "actions() yields {given}, which is not hashable: yield numbers or tuples",
    "none_from_rule": "{rule}() returns None",
    "actions_not_listed": "actions() returns {given}: yield the actions, or return a list of them",
    "no_number_from_rule": "{rule}() returns {given}, which is not a number",
    "line_of_rule": "{rule}(), {file}, line {line}",
    "line_of_file": "{file}, line {line}",
    "in_the_rules": "in the rules",
    "rule_without_source": "a rule without source code",
    "rule_does_not_return": "{game}: {rule}() does not return ({place}): an infinite loop?",
    "rule_waits": (
        "{game}: {rule}() waits for something and does not return ({place}): take out what it waits for"
    ),
    "some_rule_does_not_return": "{game}: a rule does not return: an infinite loop?",
    # -- the compiler and files ------------------------------------------------------------------------------
    "missing_rule": "{game} has no {rule}(): a game needs it",
    "not_whole_in_state": "{what} contains {given} where a whole number is expected",
    "number_beyond_64_bits": "{what} contains {number}, which does not fit in 64 bits",
    "number_beyond_room": "{what} contains {number}, larger than the numbers that a few games showed",
    "tuple_beyond_room": "{what} contains {given}, a tuple longer than those that a few games showed",
    "not_the_kind": "{what} contains {given} where the first one has {wanted}",
    "not_the_tuple": "{what} is {given}, not a tuple of {parts} as in the initial state",
    "not_an_ordinary_target": "{path} could not be written: it is not an ordinary file",
    "could_not_be_written": "{path} could not be written: {reason}",
    # -- games -----------------------------------------------------------------------------------------------
    "position_without_turn": "a position ends with the player to move: MAX or MIN",
    "wrong_cell_count": "this position has {given} cells, but the board has {count}",
    "wrong_mark_counts": (
        "{crosses} X and {noughts} O: X moves first, so there are as many X as O, or one more"
    ),
    "won_before": "{player}, who is to move, has a row already: play would have ended with it",
    "parameter_not_whole": "{parameter} is {given}: it must be a whole number",
    "not_a_cell": "{mark!r} is not a cell: write X, O or . for each",
    "board_too_large": (
        "a board of {width} x {height} does not fit: both are 1 or more, width * (height + 1) is at most 64"
    ),
    "stone_in_the_air": "a stone is floating: below each there must be another, or the ground",
    "two_stones_each": "each player has two stones: write two X, two O and one .",
    "unplayable_board": "a board of {width} x {height} cannot be played: it needs 1 to 64 cells",
    "unplayable_row": "{k} in a row cannot be played: k is at least 1",
    "unplayable_pits": "Kalah with {pits} pits per player cannot be played: choose 1 to 20",
    "unplayable_seeds": "Kalah with {seeds} seeds per pit cannot be played: choose at least 1",
    "unplayable_boxes": "{width} x {height} boxes cannot be played: they need 4 to 64 edges",
    "unplayable_hex": "Hex on a board of size {size} cannot be played: choose 1 to {most}",
    "won_out_of_turn": "{player} has joined both sides already: then it is the other player's turn",
    "unplayable_go": "Go on a board of {width} x {height} cannot be played: choose 1 to {most} for both",
    "superko_too_large": (
        "superko remembers every board, so that one of {width} x {height} is too large: "
        "it has at most {most} cells, or write superko=False"
    ),
    "wrong_komi": "komi is {given}: write a number of points or half points, such as 7.5",
    "stones_without_liberties": "there are stones without a liberty: they would have been taken off",
    "no_such_ko": "there is no ko at {name}: there a stone would take one, and one could take it back",
    "wrong_sgf": "{path} cannot be read as a game: {reason}",
    "sgf_without_tree": "there is no game in it, which begins with (;",
    "sgf_unfinished": "the game does not end: a ) is missing",
    "sgf_unreadable": "line {line} is not SGF: it is made of (, ), ;, and names with [values]",
    "sgf_other_game": "GM[{given}] is another game: GM[1] is Go, GM[11] is Hex",
    "sgf_of_other_game": "it is a game of {game}, not of {given}",
    "sgf_size": "SZ[{given}] is not a size: write SZ[9], or SZ[7:5] for width and height",
    "sgf_other_size": "its board is {width} x {height}: write {call}",
    "sgf_setup_later": "stones are put on the board after the start, in node {node}: only moves can follow",
    "sgf_hex_setup": "it puts stones on the board before the start of a game of Hex",
    "sgf_point": "{given!r} is not a point on a board of {width} x {height}: aa is the one at the top left",
    "sgf_illegal": "move {number}, {given}, is not legal",
    "a_pass": "a pass",
    "gtp_other_game": "GTP plays Go and Hex, not {game}: write --game go or --game hex",
    "no_record": "games of {game} are not written as SGF: only Go and Hex are",
    "wrong_line_count": "this drawing has {given} lines, but the board has {count}",
    "wrong_edge": "edge {edge} is {found!r}: write --- or | where it is drawn",
    "wrong_box_owner": "box {box} says {owner!r}: only a box with four edges has an owner, X or O",
    "wrong_heaps": "heaps is {given}: write the size of each, as in (3, 4, 5)",
    "wrong_pig": "Pig needs a target of 1 to {most} and 2 to {most_sides} sides, not {target} and {sides}",
    "wrong_pig_position": "write two scores below {target}, the turn's points and the player: 24 31 9 MAX",
    "wrong_race": "a race needs 1 to {most} cells and 1 to {most_sides} sides, not {cells} and {sides}",
    "wrong_race_position": (
        "write how far the four stones have come, 0 to {cells}, the player, and a throw up to {sides}: "
        "1 0 2 0 MIN thrown 1"
    ),
    "wrong_backgammon": (
        "backgammon needs 1 to {most} stones and {least} to {largest} points in a home, "
        "not {stones} and {home}"
    ),
    "wrong_backgammon_position": (
        "write the {count} places as they are drawn, MAX's stones 2X, MIN's 3O, an empty place a dot, then "
        "the player, MAX, MIN or nobody: up to {stones} stones each, and perhaps `thrown 2-1`, up to {sides}"
    ),
    "wrong_heap_count": "Nim is played with 1 to {most} heaps, not {count}",
    "negative_heap": "a heap has 0 matches or more: {heaps} cannot be played",
    "heap_too_large": "a heap has at most {most} matches, not {given}",
    "wrong_nim_position": "a position is {count} heaps and MAX or MIN, as in 3 4 5 MAX",
    "wrong_kalah_position": (
        "a position is {count} numbers ({pits} pits of MIN, the stores of MIN and MAX, {pits} pits of "
        "MAX) and MAX or MIN"
    ),
    # -- what people type ------------------------------------------------------------------------------------
    "no_file": "there is no file {path}",
    "not_a_rules_file": "{path} is not a file of rules: their names end in .py",
    "moves_or_position": "give moves or a position, not both",
    "no_parse": "{game} has no parse(): give moves instead of a position",
    "not_a_tree": "{path} is not a tree: {reason}",
    "this_is_no_tree": "this is not a tree: {reason}",
    "not_a_tree_text": "{path} is not a tree: it is not text",
    "unknown_parameter": "got an unexpected keyword argument {name!r}",
    "write_name_value": "write name=value",
    "parameter_twice": "{name} is given twice",
    "not_a_plain_value": "{parameter} is {written}, which is not a plain value such as 5 or (3, 4)",
    "constructor_raised": "{game}() raised {kind}: {said} ({place})",
    "over_before": "the game is over before {move!r}",
    "wrong_position": "{text!r} is not a position of {game}: {reason}",
    "is_a_folder": "{path} is a folder: name a file in it",
    "not_an_ordinary_file": "{path} is not an ordinary file",
    "unknown_game": (
        "there is no game called {name!r}: choose from {choices}, a file.py or a tree such as [[3,12],[2,4]]"
    ),
    "unreadable_parameters": "they cannot be read",
    "no_parameters": "nothing",
    "parameters_needed": "it needs {names}, so write :{example} behind its name",
    "parameter_of_other_kind": "{name} is {given}: it must be {wanted}",
    "true_or_false": "True or False",
    "a_whole_number": "a whole number",
    "a_number": "a number",
    "a_text": "a text in quotes",
    "takes_no_parameters": "{game} takes no parameters, so {parameters!r} has no meaning",
    "homework_lacks": "{game} has no {missing}, which a game in the words of {vocabulary} needs",
    "homework_lacks_one_of": (
        "{game} does not say how a game ends: in the words of {vocabulary}, give it one of {choices}"
    ),
    "homework_unwritten": "{game} is not finished: it still lacks {missing}",
    "state_without_layout": (
        "{game}() is no position before it has a layout ({place}): end the file with start = {game}() and "
        "start.initialize(layout.getLayout('testClassic'), 2), and write :start behind its name"
    ),
    "dice_lack": "{game} throws dice ({thrown}) but has no {missing}",
    "wrong_parameters": "the parameters of {game} are wrong: {reason}; it takes {takes}",
    "no_game_of_that_name": "{path} has no game called {name!r}: it has {games}",
    "no_game_in_file": (
        "{path} has no game, only {found}: a game is a class with {rules}, or homework in the words of "
        "{vocabularies}"
    ),
    "nothing_in_file": (
        "{path} has no game, nor any function or class: a game is a class with {rules}, or homework in the "
        "words of {vocabularies}"
    ),
    "nearly_a_game": "{path} has no game: in the words of {vocabulary} it has {found}, but not {missing}",
    "several_games": "{path} has several games: choose one of {choices}",
    "syntax_error": "{path}, line {line}: {reason}",
    "line_raised": "{path}, line {line}, raised {kind} when it was read: {said}",
    "asks_when_read": (
        '{path}, line {line}, asks for input when it is read: write if __name__ == "__main__": before that'
    ),
    "file_raised": "{path} raised {kind} when it was read: {said}",
    "not_among_legal": "{move!r} is not legal here: choose from {choices}",
    "not_among_many_legal": "{move!r} is not legal here: choose from {choices} … ({count} in all)",
    "state_changed": (
        "{game}.result() changes the state it is given: build a new one, from tuples rather than "
        "lists; zermelo check says more"
    ),
    # -- the check -------------------------------------------------------------------------------------------
    "check_not_made": "{file} was not checked: {reason}",
    "check_not_started": "the check could not be started: {reason}",
    "check_too_slow": "{file} was not checked: there was no result within {seconds:g} seconds",
    "compiler_failed": "the compiler failed: {reason}",
    "no_thread": "a thread could not be started ({reason}): is there too little memory?",
    "misread": "machine code misread these rules ({said}): please report it",
    "own_failure": "Zermelo failed, through no fault of the rules ({kind}: {said}): please report it",
    "code_not_there_yet": (
        "the time was over before there was machine code; prepare() waits for it, and searches that begin "
        "later have it as soon as it is there"
    ),
    "in_some_position": "in a position that was not noted",
    "check_too_slow_at": "{file} was not checked to the end within {seconds:g} seconds: "
    "{rule}() was asked last, {where}",
    "rule_holds_python": "{rule}() has not returned for {seconds:.0f} seconds ({file}, line {line}): "
    "what it calls there cannot be interrupted, so this process was ended",
    "not_read_in_time": "{place}: the file was not read within {seconds:g} seconds: it was at this line",
    "process_ended_when_read": "{place}: the process ended when the file was read",
    "check_not_finished": "{file} could not be checked to the end ({kind}: {said})",
    "raised_when_read": "{place}: {kind} when the file was read",
    "raised_when_read_saying": "{place}: {kind}: {said} when the file was read",
    # -- the terminal ----------------------------------------------------------------------------------------
    "unknown_dice": "dice is {given}: choose from {choices}",
    "unknown_side": "human is {given}: choose from {choices}",
    "chance_without_outcomes_here": (
        "{game}.to_move() returns {given}, which is CHANCE, in this position, but there is no "
        "outcomes(state): write one that yields (action, probability), or return MAX (0) or MIN (1)"
    ),
    "no_outcomes": "{game}.outcomes() yields nothing where chance moves",
    "wrong_call": "{what}; see {command} --help",
    "too_large_for_option": "{option} must be at most {most:,.0f}, not {given:g}",
    "wrong_side": "--player must be max or min, not {given}",
    "wrong_target": "--target must be {choices} or a number, not {given}",
    "wrong_events": "--events must be a number from 1 to {most:,}, not {given}",
    "plot_without_file": "--plot says what --export draws: name a file, such as --export plot.svg",
    "unknown_ending": "{what} can be exported as {forms}, but {path} ends in none of them",
    "no_folder": "{path} could not be written: there is no folder {folder}",
    "not_a_file_name": "{name!r} cannot be the name of a Python file: use letters, digits and _",
    "file_exists": "{path} already exists and is left as it is",
    "table_of_other_game": "{file} is a table for {game}: name its rules, as in --game mygame.py",
    "wrong_mover_here": (
        "{game}.to_move() returns {given} in this position: it must be MAX (0), MIN (1) or, with "
        "dice, CHANCE (-1)"
    ),
    "no_actions_here": (
        "{game}.actions() yields no action in this position, but is_terminal() says the game is not over"
    ),
    "png_needs_extra": "PNG needs its extra: pip install 'zermelo[png]'; SVG needs nothing",
    "web_needs_extra": "the web app needs its extra: pip install 'zermelo[web]'",
    "one_game_to_begin": "the page starts with one game, not with {names}",
    "trace_needs_limit": (
        "{game} is too large to trace in {seconds:g} seconds: give a depth, such as --depth 3, or more "
        "--seconds"
    ),
    "trace_needs_nodes": (
        "{game} is too large to trace in so few nodes ({nodes:,}): give a depth, such as --depth 3, or more "
        "--nodes"
    ),
    "not_a_clock": (
        "{text!r} is not a clock: write minutes and, optionally, seconds per move, as in 5 or 5+3; "
        "at most {most:.0f}"
    ),
    # -- the server ------------------------------------------------------------------------------------------
    "half_a_letter": "the rules give a text with half a letter, which nobody can write down: {text}",
    "result_is_none": "{game}.result() returns None after {move}: return the new state",
    "no_own_file": "no such file of rules is served here: start zermelo serve mygame.py",
    "wrong_parameter": "a parameter must be a whole number, or up to {most} of them: (3, 4, 5)",
    "parameter_too_large": "parameters of {game!r} must be at most {most} here",
    "not_this_position": "this is not a position of {game}: {reason}",
    "count_too_large": "the numbers in a position must be at most {most} here",
    "game_over": "the game is over: there is nothing to search",
    "dice_thrown_here": "the dice are rolled here: there is no move to search",
    "no_move": "there is no move here",
    "server_busy": "the server is too busy just now: try again in a moment",
    "too_many_analyses": "too many analyses are running here: try again later",
    "tree_forms": "a tree can be exported as {forms}, json or html, not {given}",
    "no_page_to_export": "this installation has no page to export",
    "board_forms": "a board can be exported as {forms}, and needs a position",
    "wrong_port": "a port must be a number from 0 to 65535, not {port}",
    "token_needed": (
        "{host} can be reached from other machines: give a --token, which every request must carry"
    ),
    "token_too_short": "a token needs at least {least} letters and digits",
    "port_in_use": "port {port} of {host} cannot be used: {reason}; choose another --port",
    "parameters_written": "parameters are written like width=7,height=6",
    "unknown_strategy_here": "there is no strategy {name!r}: choose one of {choices}",
    "work_left": "the work was abandoned: {kind}",
    "png_by_page": "PNG is drawn by the page itself: use its button, or export SVG",
    "strategy_too_large": "{game} has more than {most:,} nodes to look through: give a depth, or a lower one",
    "trace_needs_depth": "{game} is too large to trace in {seconds:g} seconds: give a depth",
    "trace_needs_lower_depth": "{game} is too large to trace in {seconds:g} seconds: choose a lower depth",
    "nothing_at_address": "there is nothing at this address",
    "no_such_request": "this address does not take such a request",
    "cannot_be_answered": "this cannot be answered ({kind})",
    "not_json": "this is not JSON",
    "no_sense": "this request makes no sense",
    "message_too_long": "a message may have at most {most:,} bytes",
    "unknown_host": "this server does not answer to that host name",
    "other_site": "requests from other sites are refused",
    "wrong_token": "the token is missing or wrong: open the address that zermelo serve printed",
    "request_too_slow": "a request must arrive within {seconds:g} seconds",
    "request_too_long": "a request may have at most {most:,} bytes",
    "request_not_json": "requests must be JSON: send content-type: application/json",
    "position_or_tree": "give either a position or a tree",
    "not_read_yet": "{file} has not been read yet",
    "own_fault": "{said}",
    "own_file_unreadable": "{file} cannot be read: {kind}: {said}",
    "field_is_wrong": "{field}: {reason}",
    "number_of_move": "move {number}",
    "at_most": "choose at most {limit:.12g}",
    "less_than": "choose less than {limit:.12g}",
    "at_least": "choose at least {limit:.12g}",
    "more_than": "choose more than {limit:.12g}",
    "too_many_letters_here": "write at most {most} characters",
    "too_many_here": "give at most {most}",
    "one_of": "choose one of {choices} or {last}",
    "write_whole_number": "write a whole number",
    "write_number": "write a number",
    "write_text": "write a string",
    "give_list": "give a list",
    "write_truth": "write true or false",
    "is_missing": "is missing",
    "is_unknown": "is not known here",
    "makes_no_sense": "it makes no sense",
    "field_depth": "depth",
    "field_simulations": "simulations",
    "field_game": "game",
    "field_moves": "moves",
    "field_move": "move",
    "field_at": "at",
    "field_tree": "tree",
    "field_matrix": "matrix",
    "field_position": "position",
    "field_algorithm": "algorithm",
    "field_order": "order",
    "field_strategy": "strategy",
    "field_lines": "lines",
    "field_level": "level",
    "field_seconds": "seconds",
}
