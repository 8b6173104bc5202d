"""Sentences about games with three or more players."""

SEVERAL = {
    "two_players_only": (
        "{algorithm} is for two players, and {game} has {players}: use maxn, paranoid, deepening or mcts"
    ),
    "only_for_two": (
        "{verb}() is for two players, and {game} has {players}: search() without limits goes to the end of "
        "the game, by max^n, or by paranoid for what a player gets whatever the others do"
    ),
    "several_players_only": "{algorithm} is for three or more players: {game} has two",
    "wrong_player_count": "{game}.players is {given}: it must be a whole number from 2 to {most}",
    "wrong_share": "{game}.{name} is {given}: it must be a number or None",
    "order_for_two": "order {order!r} looks ahead as two players do: {game} has {players}",
    "wrong_mover_of_many": (
        "{game}.to_move() returns {given} {where}: it must be a player from 0 to {last} or, with dice, "
        "CHANCE (-1)"
    ),
    "not_shared_out": (
        "{rule}() returns {given}: with {players} players it must return a tuple with one number for each"
    ),
    "wrong_total": (
        "{game} pays {given} {where}, which is not {total} in all: set constant_sum = None if payoffs do not "
        "always sum to the same; evaluate() must keep to it, too"
    ),
    "below_least": "{game} pays {given} {where}, but nobody should get less than least = {least}",
    "chosen_for_many": "{game} has {players} players, each of whom wants the most for themselves: max^n",
    "chosen_for_many_in_time": (
        "{game} has {players} players, no evaluate() and no end near: random games say more than max^n"
    ),
    "tie_met": (
        "once a player had an equally good action that would give somebody else another payoff; the first "
        "was taken, and another order may share the payoffs out differently"
    ),
    "ties_met": (
        "{count} times a player had an equally good action that would give somebody else another payoff; "
        "the first was taken, and another order may share the payoffs out differently"
    ),
    "general_sum": (
        "the payoffs of {game} need not sum to the same: what one gets, another need not lose, and nothing "
        "is pruned"
    ),
    "general_sum_played": (
        "the payoffs of {game} need not sum to the same: what one gets, another need not lose"
    ),
    "visited_alike": "{count} actions were tried equally often: the first of them is named",
    # -- the games -------------------------------------------------------------------------------------------
    "wrong_seats": "players must be a whole number from 3 to {most}, not {given}",
    "position_without_seat": "the position does not say whose turn it is: end it with one of {names}",
    "wrong_turns_of_three": "X, O and ◇ take turns: {counts} stones cannot arise",
    "wrong_siege": "stones must be three or four numbers from 1 to {most}, such as (4, 4, 5), not {given}",
    "wrong_siege_position": "a position of Siege is {count} rows of stones, or numbers, and whose turn it is",
}
