"""The part of the English table that is about experiments."""

STUDIES = {
    "no_such_experiment": "there is no experiment {name!r}: choose from {choices}",
    "experiment_of_its_own": "{name} chooses its own games; those that take one are {choices}",
    "study_cannot_be_sent": (
        "the game must be what another process can import, at the top of a file: {reason}"
    ),
    "nothing_to_study": (
        "there is no experiment, puzzle or game {name!r}: choose from {choices}, or give a game"
    ),
    "no_such_drawing": "there is no drawing {name!r} here: choose from {choices}",
    "wrong_study_form": "{path} must end in one of {choices}",
    "report_is_html": "a report is a file that ends in .html, not {path}",
}
