"""The part of the English table that is about constraint problems and puzzles."""

PROBLEMS = {
    "empty_puzzle_file": "{path} is empty: there is no puzzle in it",
    "unknown_puzzle": "there is no puzzle {name!r}: choose from {choices}",
    "symmetry_is_for_queens": "--up-to-symmetry is for queens only",
    "only_for_counts": "--processes, --cluster and --resume are for long counts: add --count",
    "count_without_limits": (
        "a count over processes, a cluster or a journal takes no limit, story or symmetry"
    ),
    "wrong_show_or_events": "--show must be at least 0, and --events at least 1",
    "no_such_engine": "there is no engine {name!r}: choose one of {choices}",
    "wrong_study_sizes": "{puzzle} can be studied from 1 to {most}, not from {smallest} to {largest}",
    "unknown_plot": "there is no plot of {quantity!r}: choose tries, checks or seconds",
    "cannot_be_read": "{path} cannot be read: {reason}",
    "not_a_text_file": "{path} is not a text file",
    "strategies_exclude": "{one} and {other} exclude each other: choose one of them",
    "puzzle_without_option": "{puzzle} has no {option}; it has {known}",
    "too_few_seconds": "{seconds:g} seconds were too few: give more --seconds",
    "and_no_such_file": "{reason}; and there is no file of that name",
    "number_of_queens": "the number of queens must be a whole number from 1 to {most:,}, not {given}",
    "not_a_list": "{what} must be a list, not {given}",
    "predicate_needs_function": "a predicate needs a function of the values first, not {given}",
    "unknown_relation": "a sum must be compared by one of {choices}, not {given}",
    "wrong_coefficient_count": (
        "a sum of {variables} variables has {coefficients} coefficients: give one for each"
    ),
    "sum_needs_numbers": "a sum needs numbers, not {given}",
    "unhashable_row": "the rows of a table must be hashable values: {reason}",
    "wrong_row_length": "a table of {variables} variables has a row of {values} values: {row}",
    "constraint_raised": "the constraint {constraint} raised {said}, with {values}",
    "unhashable_items": "the items of {option} must be a list of hashable values: {reason}",
    "cover_needs_options": "an exact cover needs options with their items, as a dict, not {given}",
    "option_without_items": (
        "the option {option} has no items: an exact cover could use it any number of times"
    ),
    "stopped_before_all_covers": "the search was stopped by its limit before all covers were found",
    "wrong_variable_chosen": (
        "the variable order {order} chose {variable}, which is not a variable without a value"
    ),
    "wrong_value_order": "the value order {order} returned {given}: it must give each value once",
    "wrong_method": "the method {method} returned {given}: it must give solutions, one after another",
    "incomplete_solution": (
        "the method {method} gave {given}: a solution gives every variable a value of its domain, "
        "and nothing else"
    ),
    "broken_solution": "the method {method} gave {given}, which is not a solution: it breaks {broken}",
    "wrong_inference": (
        "the inference {inference} returned {given}: it must return True, or False at a dead end"
    ),
    "too_large_for_ortools": "the numbers of {whose} are too large for OR-Tools",
    "ortools_objective": "OR-Tools needs an objective that is a sum of variables, not a function",
    "ortools_failed": "OR-Tools failed on this problem",
    "ortools_refuses": "OR-Tools does not accept this problem: {reason}",
    "ortools_whole_numbers": "OR-Tools adds whole numbers only, and {whose} has {number}",
    "not_a_cluster_address": "{address!r} is not the address of a Dask cluster, such as tcp://localhost:8786",
    "journal_of_another": "{path} is the journal of another count ({found}), not of {expected}",
    "not_a_journal": "{path} is not the journal of a count: give another file, or remove it",
    "no_cluster": "there is no Dask cluster at {address}: {reason}",
    "wrong_objective_coefficients": "an objective of {variables} variables has {coefficients} coefficients",
    "objective_variable_twice": "an objective names a variable twice: add up its coefficients",
    "objective_not_finite": "the objective must be a finite number, not {given}",
    "wrong_objective_bound": "the bound of the objective must be a number or None, not {given}",
    "coefficient_not_finite": "a coefficient of an objective must be a finite number, not {given}",
    "no_variable": "a problem needs at least one variable",
    "variable_twice": "the variable {variable} is given twice",
    "empty_domain": "{whose} is empty: there is no value to choose",
    "constraint_without_variables": "the constraint {constraint} names no variables",
    "constraint_variable_twice": "the constraint {constraint} names a variable twice",
    "unknown_variable": "{who} names {variable}, which is not a variable of this problem",
    "not_an_objective": "an objective must be made with minimize or maximize",
    "objective_raised": "the objective raised {kind}: {said}",
    "objective_bound_raised": "the bound of the objective raised {kind}: {said}",
    "unhashable_variable": "a variable must be hashable, such as a string or a tuple: {reason}",
    "domain_without_variable": "there is a domain for {variable}, which is not a variable of this problem",
    "variable_without_domain": "the variable {variable} has no domain: give it its values",
    "unhashable_domain": "{whose} must be a list of hashable values: {reason}",
    "not_equal_to_itself": "{whose} contains {value}, which is not even equal to itself",
    "values_not_numbers": "{who} needs values that are numbers, not {value}",
    "values_not_whole": "{who} needs values that are whole numbers (int), not {value}",
    "wrong_shift_count": "all_different of {variables} variables has {shifts} shifts: give one for each",
    "shift_not_whole": "a shift of all_different must be a whole number, not {given}",
    "too_many_links": (
        "this problem binds {links:,} pairs of variables, more than the {most:,} that this search can "
        "keep; min_conflicts keeps none"
    ),
    "number_of_pieces": "the number of pieces must be a whole number from 1 to {most}, not {given}",
    "number_of_colours": "the number of colours must be a whole number >= 1, not {given}",
    "not_a_graph": "{path} is not a DIMACS graph: it has no line such as `p edge 11 20`",
    "too_many_vertices": "{path} has {vertices:,} vertices: from 1 to {most:,} are accepted",
    "not_pairs_of_neighbours": "write neighbours as pairs, such as A-B, B-C",
    "too_many_vertices_here": "at most {most} regions can be coloured here",
    "own_neighbour": "{vertex} is its own neighbour: no colouring can be valid",
    "not_a_map": "{path} is neither a map ({choices}) nor a file that can be read: {reason}",
    "edge_beyond_vertices": "{path} has an edge at vertex {vertex}, but its vertices are 1 to {vertices}",
    "not_a_graph_line": "{path}, line {line}: {text!r} is not a line of a DIMACS graph",
    "too_many_letters": "{puzzle!r} has {letters} letters, but there are only ten digits",
    "not_a_sum": "{text!r} is not a sum of words, such as {example!r}",
    "domination_size": "the size of the board must be a whole number from 1 to {most}, not {given}",
    "unknown_piece": "there is no piece {piece!r}: choose one of {choices}",
    "wrong_sudoku_size": "a sudoku has 16, 81 or 256 cells, but this text has {count}",
    "not_a_sudoku_sign": "{sign!r} is not a symbol of this sudoku: {first} to {last}, or . for an empty cell",
    "no_such_choice": "there is no {what} {name}: choose one of {choices}",
    "stopped_before_all_solutions": "the search was stopped by its limit before all solutions were found",
    "problem_needed": "a Problem is needed, not {given}",
    "naming_needed": "the naming of a problem must be a Naming(variable=…, value=…), not {given}",
    "trace_needs_interpreted": "a trace needs engine='interpreted': {engine} reports no steps",
    "ortools_counts_no_nodes": "OR-Tools does not count assignments: give it seconds instead of nodes",
    "ortools_has_strategies": "OR-Tools has strategies of its own: leave out method, select, order …",
    "conflicts_find_one": "min_conflicts finds one solution, never all: use backtracking to count them",
    "too_deep_for_python": (
        "{variables:,} variables are too many for Python's recursion: use engine='compiled'"
    ),
    "too_deep_for_both": (
        "{variables:,} variables are too many for Python's recursion, and {reason}; min_conflicts, which "
        "finds one solution, needs neither"
    ),
    "no_such_study": "there is no strategy {name!r} to study: choose from {choices}",
    "unknown_strategy": "there is no strategy {name!r}: choose from {choices}",
    "no_main_guard": (
        "several processes read this program again from its first line: put what it does under "
        '`if __name__ == "__main__":`'
    ),
    "process_ended": (
        "a process ended before its part of the work was done: there may not be enough memory for "
        "so many processes"
    ),
    "cluster_without_workers": (
        "the Dask cluster at {address} has had no worker for {seconds} seconds: start one; what was "
        "done is kept where a file was named for it"
    ),
    "cluster_ended": (
        "the Dask cluster at {address} ended, or kept losing workers, before the work was done: "
        "{reason}"
    ),
    "cluster_needs_dask": (
        "a cluster needs Dask, which is not installed; install it with: pip install 'zermelo[cluster]'"
    ),
    "ortools_not_installed": (
        "engine='ortools' needs OR-Tools, which is not installed; install it with: pip install 'zermelo[csp]'"
    ),
    "constraint_too_large_for_ortools": (
        "the constraint {constraint} is too large to write out for OR-Tools: express it with "
        "all_different, total or table"
    ),
    "not_a_constraint": "{given} is not a constraint: make one with predicate, all_different, total or table",
    "cindy_searches_alone": (
        "cindy has a search of its own, which takes --n, --seconds, --tell, --output and --json"
    ),
    "strategy_with_ortools": "OR-Tools has strategies of its own: leave out --strategy or --engine ortools",
    "told_one_search": "--tell and --output follow one search: leave out --all and --up-to-symmetry",
    "fewest_colours_alone": (
        "the search for the fewest colours is a method of its own: --strategy, --tell and --output "
        "need --colours"
    ),
    "counted_by_forward_checking": (
        "a count over processes, a cluster or a journal always uses compiled backtracking with "
        "forward checking"
    ),
}
