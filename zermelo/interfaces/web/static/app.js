// Zermelo's page: one game, looked at in four ways.

import { html, render, useCallback, useEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { readAddress, writeAddress } from "./address.js";
import { Course, Engine, EvaluationBar, Lines, Why, isThorough, useAnalysis } from "./analyse.js";
import { Live, get, post } from "./api.js";
import { Board } from "./board.js";
import { Exports } from "./export.js";
import { Icon } from "./icons.js";
import { LANGUAGES, chooseLanguage, chosenLanguage, language, remember, remembered, t } from "./languages.js";
import { Dice, Die, LegalMoves, MoveList, Setup, Sides, gameText, resultText, thrown, useClocks } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { refusal } from "./refusals.js";
import { playerName, scoreText, verdictOf } from "./scores.js";
import { TreeView } from "./tree.js";

chosenLanguage();

class Switchboard extends Live {
  // The socket's messages go to whoever listens.
  constructor(onState) {
    super((message) => this.listeners.forEach((listener) => listener(message)), onState);
  }

  listeners = new Set();

  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

function App() {
  const [tongue, setTongue] = useState(language());
  const [theme, setTheme] = useTheme();
  const [address, setAddress] = useState(readAddress());
  const [games, setGames] = useState([]);
  const [online, setOnline] = useState(true);
  const [future, setFuture] = useState([]);
  const [notice, setNotice] = useState("");
  const [version, setVersion] = useState(0);
  const away = useRef(false);
  const live = useMemo(() => new Switchboard(setOnline), []);
  const setup = useMemo(() => ({ game: address.game, at: address.at }), [address.game, address.at]);

  const go = useCallback((change, later = []) => {
    setFuture(later);
    setAddress((old) => ({ ...old, ...change }));
  }, []);

  const loadGames = useCallback(() => get("/api/games").then((found) => {
    setGames(found);
    setAddress((old) => {
      if (old.game || !found.length) return old;
      const first = found.find((one) => one.own) || found.find((one) => one.id === "connect4") || found[0];
      return { ...old, game: gameText(first) };
    });
  }, (error) => setNotice(refusal(error))), []);

  const again = () => {
    loadGames();
    setVersion((old) => old + 1);
  };

  useEffect(() => {
    loadGames();
    return live.listen((message) => {
      if (message.type !== "changed") return;
      judged.clear();
      again();
      setNotice(t("changed"));
    });
  }, []);
  useEffect(() => {
    if (online && away.current) again(); // what was asked meanwhile was not answered
    away.current = !online;
  }, [online]);

  useEffect(() => {
    if (!address.game) return;
    const [hash, shown] = [writeAddress(address), readAddress()];
    const turned = shown.game && (shown.game !== address.game || shown.view !== address.view);
    if (hash !== location.hash) history[turned ? "pushState" : "replaceState"](null, "", hash);
  }, [address]);
  useEffect(() => {
    const onHash = () => {
      const found = readAddress();
      go(found.game ? found : { view: found.view });
    };
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(""), 8000);
    return () => clearTimeout(timer);
  }, [notice]);

  const views = ["play", "analyse", "tree", "puzzles"];
  const own = games.find((one) => one.id === address.game.split(":")[0]);
  return html`
    <a class="skip" href="#content" onClick=${(event) => { event.preventDefault(); document.getElementById("content").focus(); }}>${t("skip")}</a>
    <header>
      <h1><${Logo} />Zermelo</h1>
      <nav aria-label="Zermelo">${views.map((view) => html`<button key=${view} data-view=${view} aria-current=${address.view === view ? "page" : null}
        onClick=${() => setAddress((old) => ({ ...old, view }))}>${t(view)}</button>`)}</nav>
      <${Settings} tongue=${tongue} onTongue=${setTongue} theme=${theme} onTheme=${setTheme} />
    </header>
    ${!online && html`<p class="banner" role="status">${t("reconnecting")}</p>`}
    ${notice && html`<p class="banner" role="status">${notice}</p>`}
    <main id="content" tabindex="-1">
      ${address.view === "puzzles" ? html`<${Puzzles} tongue=${tongue} />`
        : address.view === "tree" ? html`<${TreeView} setup=${setup} moves=${address.moves} tongue=${tongue} />`
        : html`<${Table} view=${address.view} setup=${setup} moves=${address.moves} future=${future} games=${games} own=${own} go=${go} live=${live} version=${version} onNotice=${setNotice} />`}
    </main>`;
}

function Settings({ tongue, onTongue, theme, onTheme }) {
  const choose = (event) => {
    chooseLanguage(event.target.value);
    onTongue(event.target.value);
  };
  return html`<div class="settings">
    <select name="language" aria-label=${t("language")} value=${tongue} onChange=${choose}>
      ${Object.entries(LANGUAGES).map(([code, name]) => html`<option key=${code} value=${code} selected=${code === tongue}>${name}</option>`)}
    </select>
    <select name="theme" aria-label=${t("theme")} value=${theme} onChange=${(event) => onTheme(event.target.value)}>
      ${["auto", "light", "dark"].map((one) => html`<option key=${one} value=${one} selected=${one === theme}>${t(one)}</option>`)}
    </select>
  </div>`;
}

function Logo() {
  return html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1d4e89" />
    <path d="M16 11v3M16 13 8 19M16 13l8 6" stroke="#fff" stroke-width="2" fill="none" /><path d="M16 4l4 7h-8z" fill="#fff" />
    <path d="M8 27l-4-7h8z" fill="#fff" /><path d="M24 27l-4-7h8z" fill="#f2a541" /></svg>`;
}

// One file that was exported: the tree alone, without a server.
function Replay({ kept }) {
  const [tongue, setTongue] = useState(language());
  const [theme, setTheme] = useTheme();
  return html`<header><h1><${Logo} />Zermelo</h1><${Settings} tongue=${tongue} onTongue=${setTongue} theme=${theme} onTheme=${setTheme} /></header>
    <main id="content" tabindex="-1"><${TreeView} replay=${kept} tongue=${tongue} /></main>`;
}

// -- play and analyse share one table ----------------------------------------------------------------

const judged = new Map();
let keptSides = { 0: 0, 1: 4 };

function Table({ view, setup, moves, future, games, own, go, live, version, onNotice }) {
  const [position, setPosition] = useState(null);
  const [last, setLast] = useState([]);
  const [movers, setMovers] = useState([]);
  const [error, setError] = useState("");
  const [sides, setKeptSides] = useState(keptSides);
  const [armed, setArmed] = useState(moves.length === 0);
  const [minutes, setMinutes] = useState(0);
  const [round, setRound] = useState(0);
  const [flagged, setFlagged] = useState(null);
  const [thinking, setThinking] = useState(false);
  const [hint, setHint] = useState(null);
  const [flip, setFlip] = useState(false);
  const [running, setRunning] = useState(true);
  const [lines, setLines] = useState(3);
  const [why, setWhy] = useState(null);
  const [going, setGoing] = useState(false);
  const [said, setSaid] = useState("");
  const [, redraw] = useState(0);
  const before = useRef(null);
  const at = JSON.stringify([setup, moves, version]);
  const latest = useRef(at);
  latest.current = at;
  const left = useRef(false);
  useEffect(() => () => (left.current = true), []);
  const analysing = view === "analyse";
  const setSides = (wanted) => {
    keptSides = wanted;
    setKeptSides(wanted);
    setArmed(true);
  };

  // the position after these moves
  useEffect(() => {
    if (!setup.game) return undefined;
    let alive = true;
    setHint(null);
    setWhy(null);
    post("/api/position", { ...setup, moves }).then(
      (found) => {
        if (!alive) return;
        if (!same(found.position, setup, moves)) return go({ moves: found.position.moves }, future); // a link written by hand
        setError("");
        setLast(changes(before.current, found));
        setMovers((old) => [...found.movers, ...old.slice(found.movers.length)]);
        before.current = found;
        setPosition(found);
        const move = moves[moves.length - 1];
        setSaid(found.terminal ? resultText(found) : move ? `${move}. ${t("toMove", { player: playerName(found.toMove) })}` : "");
      },
      (failure) => {
        if (!alive) return;
        setError(failure);
        setPosition(null);
        before.current = null;
      },
    );
    return () => (alive = false);
  }, [at]);

  const fresh = position && same(position.position, setup, moves);
  const chance = fresh && position.toMove === -1;
  const over = position && (position.terminal || flagged !== null);
  const engineTurn = fresh && !over && !analysing && armed && future.length === 0 && sides[position.toMove] > 0;
  const engineDice = chance && !over && !analysing && armed && future.length === 0 && rollers(position).every((player) => sides[player] > 0);
  const clocks = useClocks(minutes, position ? position.toMove : null, fresh && !over && !analysing && moves.length > 0, round, setFlagged);

  const play = useCallback((...names) => {
    setArmed(true);
    const next = [...moves, ...names];
    const again = future.slice(0, names.length).every((name, i) => name === names[i]);
    const answered = !analysing && sides[0] + sides[1] > 0; // by the engine, anew
    go({ moves: next }, again && !answered ? future.slice(names.length) : []);
  }, [at, future, analysing, sides]);

  // the engine's move, and its dice
  useEffect(() => {
    if (!engineTurn) return undefined;
    let alive = true;
    setThinking(true);
    post("/api/reply", { position: { ...setup, moves }, level: sides[position.toMove] }).then(
      (answer) => alive && (setThinking(false), play(answer.move)),
      (failure) => alive && (setThinking(false), setError(failure)),
    );
    return () => {
      alive = false;
      setThinking(false);
    };
  }, [engineTurn, position, sides]);
  useEffect(() => {
    if (!engineDice) return undefined;
    const timer = setTimeout(() => play(thrown(position.outcomes)), 500);
    return () => clearTimeout(timer);
  }, [engineDice, position]);

  const judge = useCallback((asked, report) => {
    const key = JSON.stringify({ game: setup.game, at: setup.at, moves: asked.moves });
    if (isThorough(report) || !isThorough(judged.get(key))) judged.set(key, report);
    redraw((n) => n + 1);
  }, [setup]);
  const { report, error: refused, ended } = useAnalysis(live, fresh ? position : null, analysing && running && !going, lines, judge);

  function jump(count) {
    const all = [...moves, ...future];
    setFlagged(null);
    setArmed(false);
    go({ moves: all.slice(0, count) }, all.slice(count));
  }

  // A human takes back to where a human last chose: the move, and the dice and the engine's moves after it.
  function undo() {
    let count = moves.length - 1;
    if (!analysing && sides[0] * sides[1] === 0) while (count > 0 && movers[count] !== undefined && sides[movers[count]] !== 0) count -= 1;
    jump(count);
  }

  function start(game, from) {
    setFlagged(null);
    setMovers([]);
    setArmed(true);
    setRound((n) => n + 1);
    before.current = null;
    go({ game, at: from, moves: [] });
  }

  // What is answered after another move has been played is about a position that is gone.
  function question(path, body, answered, refused) {
    const here = (then) => (found) => latest.current === at && then(found);
    return post(path, { position: { ...setup, moves }, ...body }).then(here(answered), here((failure) => refused(failure)));
  }

  function ask() {
    const hinted = ({ move }) => (setHint(move), setSaid(t("hintIs", { move })));
    return question("/api/reply", { level: 10 }, hinted, setError);
  }

  function explain(move) {
    const asked = (known) => setWhy((old) => (old && old.move === move ? { move, ...known } : old));
    setWhy({ move });
    return question("/api/why", { move }, (answer) => asked({ answer }), (error) => asked({ error }));
  }

  function restartClocks(wanted) {
    setFlagged(null);
    setMinutes(wanted);
  }

  async function share() {
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      // the address bar has it too
    }
    onNotice(t("copied"));
  }

  async function goThrough() {
    setGoing(true);
    const all = [...moves, ...future];
    try {
      for (let i = 0; i <= all.length; i += 1) {
        const key = JSON.stringify({ game: setup.game, at: setup.at, moves: all.slice(0, i) });
        if (left.current) return; // the analysis belongs to another view now
        if (!isThorough(judged.get(key))) {
          const found = await post("/api/position", { ...setup, moves: all.slice(0, i) });
          const verdict = found.terminal ? verdictOf(found) : await brief(live, found.position);
          if (verdict) judged.set(key, { ...verdict, thorough: true });
        }
        redraw((n) => n + 1);
      }
    } catch (failure) {
      setError(failure);
    }
    setGoing(false);
  }

  const values = analysing && report ? report.values : null;
  const status = !position ? "" : flagged !== null ? t("onTime", { player: playerName(flagged) }) : position.terminal ? resultText(position)
    : thinking ? t("thinking") : position.toMove === -1 ? t("toRoll") : t("toMove", { player: playerName(position.toMove) });
  const problem = refusal((own && own.refusal) || error);
  return html`<div class=${`table ${view}`}>
    <section class="stage" aria-label=${t("board")}>
      ${analysing && html`<${EvaluationBar} report=${report} position=${position} />`}
      ${problem && !position ? html`<div class="problem card" role="alert"><strong>${own && own.error ? t("ownError") : ""}</strong><pre>${problem}</pre></div>`
        : html`<${Board} position=${position} onMove=${play} onWhy=${explain} flip=${flip} values=${values} hint=${hint} last=${last}
          disabled=${!fresh || over || engineTurn || chance} />`}
      <p class=${`status ${over ? "over" : ""}`}>${status}</p>
      ${chance && !over && html`<${Dice} position=${position} onMove=${play} analysing=${analysing} disabled=${!fresh} />`}
      ${fresh && moves.length > 0 && movers[moves.length - 1] === -1 && html`<p class="rolled">${t("rolled")} <${Die} name=${moves[moves.length - 1]} /></p>`}
      ${position && problem && html`<p class="problem" role="alert">${problem}</p>`}
      <div class="tools" role="toolbar">
        <button data-do="undo" disabled=${moves.length === 0} onClick=${undo}><${Icon} name="undo" /> ${t("undo")}</button>
        <button data-do="redo" disabled=${future.length === 0} onClick=${() => jump(moves.length + 1)}><${Icon} name="redo" /> ${t("redo")}</button>
        ${!analysing && html`<button data-do="hint" disabled=${!fresh || over || engineTurn || chance} onClick=${ask}><${Icon} name="hint" /> ${t("hint")}</button>`}
        <button data-do="flip" aria-pressed=${flip} onClick=${() => setFlip(!flip)}><${Icon} name="flip" /> ${t("flip")}</button>
        <button data-do="share" onClick=${share}><${Icon} name="share" /> ${t("share")}</button>
      </div>
      <p class="hint-text quiet">${hint ? t("hintIs", { move: hint }) : ""}</p>
      <${Why} why=${why} onClose=${() => setWhy(null)} />
    </section>
    <aside>
      ${analysing ? html`
        <section class="card"><${Engine} report=${report} ended=${(report && ended) || (position && position.terminal)} running=${running} onRunning=${setRunning} lines=${lines} onLines=${setLines} error=${refused} />
          <${Lines} report=${report} position=${position} onMove=${play} flip=${flip} /></section>
        <section class="card"><h2>${t("legal")}</h2><${LegalMoves} position=${position} values=${values} onMove=${play} onWhy=${explain} disabled=${!fresh} />
          <p class="quiet small">${t(countsPoints(values) ? "scoresForPoints" : "scoresFor")}</p></section>
        <section class="card"><${Course} judged=${judged} setup=${setup} all=${[...moves, ...future]} movers=${movers} onJump=${jump} onGo=${goThrough} going=${going} now=${moves.length} /></section>`
      : html`<section class="card"><${Setup} games=${games} setup=${setup} onNew=${start} /></section>
        <section class="card"><${Sides} sides=${sides} onSides=${setSides} minutes=${minutes} onMinutes=${restartClocks} clocks=${clocks} toMove=${over || !position ? null : position.toMove} /></section>`}
      <section class="card"><h2>${t("moves")}</h2><${MoveList} moves=${moves} future=${future} movers=${movers} onJump=${jump} />
        ${!analysing && html`<details class="all-moves" open=${position && !position.board}><summary>${t("legal")}</summary><${LegalMoves} position=${position} onMove=${play} onWhy=${chance ? null : explain} disabled=${!fresh || over || engineTurn || chance} /></details>`}</section>
      <section class="card"><${Exports} what="board" selector="svg#board" question=${{ position: { ...setup, moves } }} /></section>
    </aside>
    <div class="sr" aria-live="polite">${said}</div>
    <div class="sr" aria-live="polite">${analysing && report && (ended || report.score.winner !== null) ? scoreText(report.score) : ""}</div>
  </div>`;
}

function countsPoints(values) {
  return Boolean(values) && Object.values(values).some((score) => score.winner === null && score.proved && score.text !== "a draw");
}

// Whose dice are to be thrown; where nobody knows, they are both players'.
function rollers({ roller }) {
  return roller === null ? [0, 1] : [roller];
}

function same(asked, { game, at }, moves) {
  return asked.game === game && asked.at === at && asked.moves.length === moves.length && asked.moves.every((move, i) => move === moves[i]);
}

function changes(old, found) {
  if (!old || !old.board || !found.board || Math.abs(old.history.length - found.history.length) !== 1) return [];
  const [first, second] = [old.board.cells, found.board.cells];
  return first.length === second.length ? second.map((mark, i) => (mark === first[i] ? -1 : i)).filter((i) => i >= 0) : [];
}

// A short analysis of one position.
function brief(live, position) {
  return new Promise((resolve, reject) => {
    let best = null;
    const leave = live.listen((message) => {
      if (message.search !== search) return; // another analysis has taken over
      if (message.type === "report") best = message;
      if (message.type === "error") end(() => reject(message));
      if (message.type === "done") end(() => resolve(best));
    });
    const timer = setTimeout(() => end(() => (best ? resolve(best) : reject(new Error("unreachable")))), 4000);
    function end(then) {
      clearTimeout(timer);
      leave();
      if (live.wanted && live.wanted.search === search) live.stop();
      then();
    }
    const search = live.analyse(position, { lines: 1, seconds: 0.6, depth: null, values: false });
  });
}

function useTheme() {
  const [theme, setTheme] = useState(remembered("zermelo.theme") || "auto");
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    remember("zermelo.theme", theme);
  }, [theme]);
  return [theme, setTheme];
}

const root = document.getElementById("app");
root.textContent = "";
const kept = document.getElementById("zermelo-replay");
render(kept ? html`<${Replay} kept=${JSON.parse(kept.textContent)} />` : html`<${App} />`, root);
