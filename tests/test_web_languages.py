"""English, Italian and Spanish: every word of the page, and what the server says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from browsing import Open, compared
from budget import LONG
from playwright.sync_api import Page, expect

from zermelo.checking.findings import Finding
from zermelo.checking.promises import PROMISES
from zermelo.csp import study
from zermelo.interfaces.web.answers import VERDICTS
from zermelo.interfaces.web.own import fault_of
from zermelo.interfaces.web.puzzles import CONFLICTS

STATIC = Path(__file__).parents[1] / "zermelo" / "interfaces" / "web" / "static"
TABLES = ("words.js", "words_of_views.js")


def words() -> dict[str, list[str]]:
    text = "".join((STATIC / name).read_text(encoding="utf-8") for name in TABLES)
    return {name: json.loads(row) for name, row in re.findall(r"^  (\w+): (\[.*\]),$", text, re.MULTILINE)}


def test_three_languages_are_remembered(opened: Open) -> None:
    page = opened("#/play?g=tictactoe")
    told = {"en": "New game", "it": "Nuova partita", "es": "Nueva partida"}
    for code, word in told.items():
        page.locator("select[name=language]").select_option(code)
        expect(page.locator("form.setup button.main")).to_have_text(word)
        assert page.evaluate("document.documentElement.lang") == code
    page.reload()
    expect(page.locator("form.setup button.main")).to_have_text("Nueva partida")


def test_a_point_is_a_decimal_point_in_every_language(opened: Open) -> None:
    """43.362 nodes stood beside +0.71 for MAX."""
    page = opened("#/matrix?x=3,1;0,2")
    expect(page.locator("body")).to_contain_text("1,000")  # rounds
    page.locator("select[name=language]").select_option("it")
    expect(page.locator("body")).to_contain_text("1\u202f000")
    expect(page.locator("body")).not_to_contain_text("1.000")


def test_every_word_is_in_three_languages() -> None:
    rows = words()
    assert len(rows) > 150
    for name, row in rows.items():
        assert len(row) == 3, name
        assert all(row), name
        places = [sorted(re.findall(r"\{\w+\}", word)) for word in row]
        assert places[0] == places[1] == places[2], name


def test_every_word_that_is_asked_for_is_there() -> None:
    known = set(words())
    for file in STATIC.glob("*.js"):
        asked = re.findall(r"""\bt\(\s*"(\w+)\"""", file.read_text(encoding="utf-8"))
        assert set(asked) <= known, file.name


def test_every_verdict_on_a_move_has_its_words() -> None:
    for verdict, english in VERDICTS.items():
        assert words()[verdict][0] == english


ASKED = [
    ("/api/position", {"game": "tictactoe", "moves": ["99"]}),
    ("/api/position", {"game": "chess"}),
    ("/api/position", {"game": "mine"}),
    ("/api/position", {"game": "connect4:width=99"}),
    ("/api/position", {"game": "connect4:size=3"}),
    ("/api/position", {"game": "connect4:width=(("}),
    ("/api/position", {"game": "mnk:k=0"}),
    ("/api/position", {"game": "nim:heaps=3"}),
    ("/api/position", {"game": "kalah:pits=99"}),
    ("/api/position", {"game": "dots:width=30"}),
    ("/api/position", {"game": "tictactoe", "at": "XXXX....."}),
    ("/api/position", {"game": "tictactoe", "at": "X"}),
    ("/api/position", {"game": "tictactoe", "at": "abcdefghi"}),
    ("/api/position", {"game": "ponghauki", "at": "XXXX. MAX"}),
    ("/api/position", {"game": "ponghauki", "at": "XX.OO"}),
    ("/api/position", {"game": "connect4", "at": "X" + "." * 41}),
    ("/api/position", {"game": "nim", "at": "1 2 MAX"}),
    ("/api/position", {"game": "kalah", "at": "1 2"}),
    ("/api/why", {"position": {"game": "tictactoe"}, "move": "99"}),
    ("/api/reply", {"position": {"game": "tictactoe", "moves": ["0", "3", "1", "4", "2"]}}),
    ("/api/position", {"game": "tictactoe", "moves": ["0", "3", "1", "4", "2", "5"]}),
    ("/api/trace", {"tree": "[[3, 12"}),
    ("/api/trace", {"tree": "[[3, ]x"}),
    ("/api/trace", {"tree": "[[3], []]"}),
    ("/api/trace", {"tree": ""}),
    ("/api/csp", {"strategy": "luck"}),
    ("/api/matrix", {"matrix": "1 2; 3"}),
    ("/api/matrix", {"matrix": "1 2; 3 x"}),
    ("/api/matrix", {"matrix": "[[1, 2"}),
    ("/api/matrix", {"matrix": ""}),
    ("/api/matrix", {}),
    ("/api/matrix", {"position": {"game": "tictactoe"}}),
    ("/api/position", {"game": "x" * 300}),
    ("/api/position", {"game": "tictactoe", "at": "x" * 5000}),
    ("/api/position", {"game": "tictactoe", "moves": ["0"] * 1001}),
    ("/api/position", {"game": "tictactoe", "moves": ["0", "x" * 100]}),
    ("/api/position", {"game": "tictactoe", "at": "x" * 70_000}),
    ("/api/position", {"game": "tictactoe", "moves": 3}),
    ("/api/position", {"moves": []}),
    ("/api/position", {"game": 3}),
    ("/api/position", {"game": "tictactoe", "colour": "red"}),
    ("/api/reply", {"position": {"game": "tictactoe"}, "level": 11}),
    ("/api/reply", {"position": {"game": "tictactoe"}, "seconds": 0}),
    ("/api/reply", {"position": {"game": "tictactoe"}, "seconds": "long"}),
    ("/api/trace", {"position": {"game": "x" * 300}}),
    ("/api/trace", {"position": {"game": "tictactoe"}, "depth": 300}),
    ("/api/trace", {"position": {"game": "tictactoe"}, "depth": -1}),
    ("/api/trace", {"position": {"game": "tictactoe"}, "depth": 1.5}),
    ("/api/trace", {"position": {"game": "tictactoe"}, "order": "none"}),
    ("/api/trace", {"position": {"game": "tictactoe"}, "prune_equal": 3}),
    ("/api/trace", {"tree": "[1," * 9000}),
    ("/api/trace", {}),
]
ASK = """async ([path, body]) => {
  const { refusal } = await import(path.refusals);
  const answer = await fetch(path.at, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  });
  const said = await answer.json();
  return [answer.status, said.error, refusal(said, 'it'), refusal(said, 'es'), refusal(said, 'en')];
}"""
ENGLISH = re.compile(
    r"\b(the|is|are|of|with|and|this|that|here|choose|write|it|has|there|move|moves|wins|node|nodes|best|"
    r"depth|leaves|queen|board|search|table|tried|first|line|lines|step|by|from|other|children|looked)\b",
    re.IGNORECASE,
)
SPELT = re.compile(
    r"['\"(][^'\"]*['\")]|\w+: int[^,;]*|heaps: [^;]*|[a-z0-9]+(, [a-z0-9]+){2,}|zermelo serve \S+"
)
"""What is quoted from the question, or written as the question must be."""


def test_what_the_server_refuses_is_said_in_three_languages(opened: Open) -> None:
    page = opened("#/play?g=tictactoe")
    page.wait_for_selector("svg#board.live")
    script = page.evaluate("document.querySelector('script[type=module]').src")
    refusals = script.replace("app.js", "refusals.js")
    left = []
    for path, body in ASKED:
        status, *told = page.evaluate(ASK, [{"at": path, "refusals": refusals}, body])
        assert status in (400, 404, 413, 422), (path, body)
        english, italian, spanish, same = told
        assert same == english
        both = SPELT.sub("", f"{italian} {spanish}")
        if len({english, italian, spanish}) < 3 or ENGLISH.search(both):
            left.append((english, italian, spanish))
    assert left == []


def test_a_field_out_of_bounds_is_refused_in_the_language_of_the_page(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe&m=4")
    page.wait_for_selector("svg#tree .node")
    page.locator("input[name=depth]").fill("300")
    page.locator("select[name=algorithm]").select_option("minimax")
    problem = page.locator(".problem")
    for code, told in {
        "en": "depth: choose at most",
        "it": "profondità: al massimo",
        "es": "como mucho",
    }.items():
        page.locator("select[name=language]").select_option(code)
        expect(problem).to_contain_text(f"{told} 200")


SEEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  const kept = '.code, script, select[name=language], select[name=algorithm], .comparison th[scope], pre';
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement.closest(kept) && textContent.trim()) found.push(textContent.trim());
  }
  for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder'])
      if (one.getAttribute(name)) found.push(one.getAttribute(name));
  return found;
}"""


def left_in_english(page: Page) -> list[str]:
    """What is still English in Italian, and in Spanish."""
    found = []
    for code in ("it", "es"):
        page.locator("select[name=language]").select_option(code)
        expect(page.locator("html")).to_have_attribute("lang", code)
        found += [text for text in page.evaluate(SEEN) if ENGLISH.search(text)]
    return found


def test_no_english_is_left_on_the_page(opened: Open) -> None:
    page = opened("#/play?g=tictactoe&m=0,4,8")
    page.wait_for_selector("svg#board.live")
    page.locator(".setup summary").click()
    page.locator("[data-do=hint]").click()
    expect(page.locator(".hint-text")).not_to_be_empty()
    assert left_in_english(page) == []
    page.locator("[data-view=analyse]").click()
    expect(page.locator("svg#board .badge").first).to_be_visible()
    page.locator(".ask").first.click()
    expect(page.locator(".why p")).to_contain_text(re.compile(r"MAX|MIN|empate"))
    page.locator("[data-do=review]").click()
    expect(page.locator(".review[data-judged='3']")).to_be_visible()
    assert left_in_english(page) == []
    page.locator("[data-view=tree]").click()
    for algorithm in ("alphabeta", "pvs", "deepening") if LONG else ("pvs",):
        page.locator("select[name=algorithm]").select_option(algorithm)
        expect(page.locator("[data-do=cut]")).to_be_enabled()
        for button in ("step", "step", "cut", "best", "end"):
            if page.locator(f"[data-do={button}]").is_enabled():
                page.locator(f"[data-do={button}]").click()
            assert left_in_english(page) == []
    page.locator("[data-do=compare]").click()
    expect(page.locator(".comparison tbody tr")).to_have_count(compared())
    assert left_in_english(page) == []
    page.locator("select[name=algorithm]").select_option("mcts")
    for button in ("step", "step", "step", "simulation", "proof", "end"):
        page.locator(f"[data-do={button}]").click()
        assert left_in_english(page) == []
    page.locator("[data-view=puzzles]").click()
    page.locator("select[name=n]").select_option("6")
    for strategy in (*study.STRATEGIES, CONFLICTS)[:: 1 if LONG else 4]:
        page.locator("select[name=strategy]").select_option(strategy)
        page.wait_for_selector(".tree-view[aria-busy=false]")  # until then what is shown is the one before
        expect(page.locator("[data-do=step]")).to_be_enabled()
        for button in ("step", "step", "step", "back-track", "step"):
            if page.locator(f"[data-do={button}]").is_enabled():
                page.locator(f"[data-do={button}]").click()
            assert left_in_english(page) == []


ALLOWED = {"Zermelo", "needs", "JavaScript.", "MAX", "MIN", "▲", "▼", "zermelo", "serve", "check"}
"""Names, commands, and what is said before there is a language."""
TYPED = re.compile(
    r""">\s*([A-Za-z][^<>${}=;()`]*[a-z][^<>${}=;()`]*?)\s*<"""
    r"""|(?:aria-label|title|placeholder)="([^"$]+)\""""
)


def test_no_words_of_the_page_are_in_one_language_only() -> None:
    """What stands between tags or in a label is asked of the tables of words, never written there."""
    found = []
    for file in [*STATIC.glob("*.js"), STATIC / "index.html"]:
        if file.name in (*TABLES, "refusals_it.js", "refusals_es.js"):
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            typed = [first or second for first, second in TYPED.findall(line) if "</" in line or second]
            words = [(text, set(re.findall(r"\S*[A-Za-z]\S*", text))) for text in typed]
            found += [(file.name, text) for text, each in words if not each <= ALLOWED]
    assert found == []


VIEWS = {
    "": ".gallery svg.board",
    "play?g=pig": "svg#board",
    "play?g=backgammon&m=3-1": "svg#board",
    "play?g=hex:swap%3DTrue&m=a1": "svg#board",
    "play?g=go": "svg#board",
    "play?g=nimn": "svg#board",
    "play?g=example": "pre.board.text",
    "analyse?g=siege": ".shares",
    "tree?g=siege&d=2": "svg#tree .node",
    "tree?g=pig&d=2": "svg#tree .node",
    "matrix?x=1%20-1%0A-2%203": ".drawn text",
    "matrix?x=3|1%200|0%0A0|0%201|3": "table.payoffs",
    "study": ".study-view form",
    "puzzles?p=sudoku&step=5": "svg#puzzle",
    "puzzles?p=cindy&step=5": "svg#puzzle",
    "puzzles?p=cryptarithm&step=5": "svg#puzzle",
    "puzzles?p=colouring&step=5": "svg#puzzle",
    "tables": ".commands",
    "matches": "#content .card",
}
GAMES = {"Backgammon", "Kalah", "Pong hau k'i", "Pig", "Sudoku"}
NAMES = {"Zermelo", "Matrices", "natural", r"\input", "mygame.py", *GAMES}
"""Names, and words that two of the languages share."""
RULES = re.compile(r"roll|hold|pass|swap|bar|off|(zermelo|class|def|yield|return) .*")
"""Names of moves and of their parts (bar/21, 6/off) as the rules write them, commands, and Python."""


@pytest.mark.parametrize("view", VIEWS)
def test_what_a_view_says_is_said_otherwise_in_another_language(view: str, opened: Open) -> None:
    """Words that stay the same when the language changes are in one language only."""
    page = opened(f"#/{view}")
    page.wait_for_selector(VIEWS[view], state="attached")
    said = {}
    for code in ("en", "it", "es"):
        page.locator("select[name=language]").select_option(code)
        page.reload()  # what was announced stays as it was said
        page.wait_for_selector(VIEWS[view], state="attached")
        page.wait_for_load_state("networkidle")
        said[code] = {text for text in page.evaluate(SEEN) if re.search(r"[a-z]{3}", text)}
    stayed = (said["en"] & said["it"]) | (said["en"] & said["es"])
    assert {text for text in stayed if text not in NAMES and not RULES.fullmatch(text)} == set()


NOT_HERE = {"compiled", "overflow", *(name for name in PROMISES if name.startswith("cs50"))}
"""What is not looked for before a file is served."""
TOLD = """async ([told, tongue]) => {
  const [{ refusal }, { chooseLanguage }] = await Promise.all(
    ["refusals", "languages"].map((name) => import(`/static/${name}.js`)));
  chooseLanguage(tongue);
  return refusal(told).split("\\n");
}"""


def test_every_fault_of_a_file_is_told_in_three_languages(opened: Open) -> None:
    text = (STATIC / "findings.js").read_text(encoding="utf-8")
    rows = re.findall(r'^  ([\w" ]+): \{ it: \[".+ es: \["', text, re.MULTILINE)
    told = {name.strip('"') for name in rows}
    assert told == {name for name, each in PROMISES.items() if each.severity == "fault"} - NOT_HERE
    page = opened("#/play?g=tictactoe")
    promise = PROMISES["hashable"]
    returned, raised = "G.result() returns []", "G.actions() raises NameError"
    usual = Finding("fault", "", returned, "result", "g.py:6", promise.advice, (1,), name="hashable")
    own = Finding("fault", "", raised, "actions", "g.py:8", "check the spelling", name="raises")
    english, italian, spanish, special = (
        page.evaluate(TOLD, [fault_of(found).as_json(), tongue])
        for found, tongue in ((usual, "en"), (usual, "it"), (usual, "es"), (own, "it"))
    )
    assert english == [str(usual)]
    assert italian[0].startswith("Il contratto promette: gli stati hanno un hash. Qui non è così")
    assert "(nella posizione dopo 1, g.py:6). Scrivi invece così: fai dello stato" in italian[0]
    assert spanish[0].startswith("El contrato promete: los estados tienen un hash.")
    assert spanish[1] == f"En inglés: {usual}"
    assert special[0].endswith("(nella posizione di partenza, g.py:8).")
    assert special[1].endswith("Instead: check the spelling.")
