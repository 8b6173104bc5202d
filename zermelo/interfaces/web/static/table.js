// The table at which a game is played and analysed: one position, its board and all that is beside it.

import { html, useCallback, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { Engine, EvaluationBar, Lines, Why, seenOf, useAnalysis } from "./analyse.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { Exports } from "./export.js";
import { Grown } from "./grown.js";
import { t } from "./languages.js";
import { useListener } from "./listening.js";
import { judge } from "./judged.js";
import { isTyped } from "./player.js";
import { Dice, Die, LegalMoves, MINUTES, MoveList, Sides, SpokenMoves, diceIn, diceText, thrown, useClocks } from "./play.js";
import { Problem } from "./problem.js";
import { Review } from "./reviews.js";
import { chanceOf, endText, playerName, scoreText } from "./scores.js";
import { seatKind, seatOf, seats, usualSides } from "./seats.js";
import { Setup } from "./setup.js";
import { shareLink } from "./share.js";
import { sound } from "./sound.js";
import { Tools } from "./tools.js";

export { forgetJudgements } from "./judged.js";

const PACES = [0.2, 1, 3]; // seconds that an engine's move against an engine is looked at
let keptSides = null; // until somebody has chosen, or a link has
let keptMinutes = 0;
let keptDice = { by: "throw", seed: 1 };

export function Table({ view, setup, moves, future, games, own, go, live, version, more, arrived, onMore, onShare }) {
  const [position, setPosition] = useState(null);
  const [movers, setMovers] = useState([]);
  const [error, setError] = useState("");
  const [sides, setKeptSides] = useState(() => (keptSides = sidesIn(more.s) || keptSides) || usualSides(8));
  const [dice, setKeptDice] = useState(() => (keptDice = diceIn(more.dice) || keptDice));
  const [armed, setArmed] = useState(true); // may the engine move by itself?
  const [minutes, setMinutes] = useState(() => (keptMinutes = minutesIn(more.c) ?? keptMinutes));
  const [round, setRound] = useState(0);
  const [flagged, setFlagged] = useState(null);
  const [thinking, setThinking] = useState(false);
  const [told, setTold] = useState(null); // a hint or a threat: { say, marks }
  const [flip, setFlip] = useState(more.flip === "1");
  const [pace, setPace] = useState(1);
  const [running, setRunning] = useState(true);
  const [lines, setLines] = useState(() => Math.min(5, Math.max(1, Number(more.lines) || 3)));
  const [method, setMethod] = useState(["pvs", "mcts"].includes(more.method) ? more.method : "");
  const [why, setWhy] = useState(null);
  const [said, setSaid] = useState({ say: () => "" }); // said again in another language
  const before = useRef(null);
  const asking = useRef(0);
  const stranger = useRef(!more.s && !keptSides && moves.length > 0); // who opens a link plays the side to move
  const at = JSON.stringify([setup, moves, version]);
  const latest = useRef(at);
  latest.current = at;
  const analysing = view === "analyse";
  const players = position ? position.players : 2;
  const several = players > 2;
  const setDice = (wanted) => setKeptDice((keptDice = wanted));
  const setSides = (wanted) => {
    stranger.current = false;
    keptSides = wanted;
    setKeptSides(wanted);
    setArmed(true);
  };

  // what a link says besides the moves
  useLayoutEffect(() => {
    const turned = flip ? "1" : "";
    if (!stranger.current) onMore(analysing ? { lines: lines === 3 ? "" : String(lines), method, flip: turned } : { s: sidesText(sides, players), c: minutes ? String(minutes) : "", dice: own && !own.dice ? "" : diceText(dice), flip: turned });
  }, [analysing, sides, minutes, dice, own && own.dice, flip, lines, method, position]);
  useLayoutEffect(() => {
    const linked = arrived && sidesIn(more.s);
    if (linked && sidesText(linked, players) !== sidesText(sides, players)) setSides(linked);
    if (arrived && diceIn(more.dice)) setDice(diceIn(more.dice));
    if (arrived && minutesIn(more.c)) restartClocks(minutesIn(more.c));
  }, [arrived]);

  useLayoutEffect(() => (setWhy(null), setTold(null)), [view]);

  // the position after these moves
  useLayoutEffect(() => {
    if (!setup.game) return undefined;
    let alive = true;
    setTold(null);
    setWhy(null);
    post("/api/position", { ...setup, moves }).then(
      (found) => {
        if (!alive) return;
        if (!same(found.position, setup, moves)) return go({ moves: found.position.moves }, future); // a link written by hand
        setError("");
        if (before.current && found.history.length === before.current.history.length + 1) sound(found.terminal ? "end" : "move");
        setMovers((old) => [...found.movers, ...old.slice(found.movers.length)]);
        before.current = found;
        if (stranger.current) {
          stranger.current = false;
          const mover = found.toMove === -1 ? (found.roller ?? 0) : found.toMove;
          keptSides = usualSides(8, mover ?? 0); // a game that is over is played again by MAX
          setKeptSides(keptSides);
        }
        setPosition(found);
        const move = moves[moves.length - 1];
        setSaid({ say: () => (found.terminal ? endText(found.outcome) : move ? `${move}. ${t("toMove", { player: playerName(found.toMove, found.players) })}` : "") });
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
  const turns = fresh && !over && !analysing && (sides[position.toMove] > 0 || (chance && dice.by !== "hand" && rollers(position).every((player) => sides[player] > 0)));
  const waiting = turns && (!armed || future.length > 0); // for somebody to say: go on
  const engineTurn = turns && !waiting && !chance;
  const engineDice = turns && !waiting && chance;
  const alone = levelsOf(sides, players).every((level) => level > 0);
  const clocks = useClocks(minutes, position ? position.toMove : null, fresh && !over && !analysing && moves.length > 0, round, setFlagged, players, JSON.stringify([setup, moves, minutes]));

  const play = useCallback((...names) => {
    setArmed(true);
    const next = [...moves, ...names];
    const again = future.slice(0, names.length).every((name, i) => name === names[i]);
    const answered = !analysing && levelsOf(sides, players).some((level) => level > 0); // by the engine, anew
    go({ moves: next }, again && !answered ? future.slice(names.length) : []);
  }, [at, future, analysing, sides]);

  const throwDice = () => play(thrown(position.outcomes, dice, movers.slice(0, moves.length).filter((player) => player === -1).length));

  // the engine's move, and its dice
  useLayoutEffect(() => {
    if (!engineTurn) return undefined;
    let alive = true;
    setThinking(true);
    const shown = alone ? new Promise((resolve) => setTimeout(resolve, pace * 1000)) : null;
    Promise.all([post("/api/reply", { position: { ...setup, moves }, level: sides[position.toMove] }), shown]).then(
      ([answer]) => alive && (setThinking(false), play(answer.move)),
      (failure) => alive && (setThinking(false), setError(failure)),
    );
    return () => {
      alive = false;
      setThinking(false);
    };
  }, [engineTurn, position, sides, pace]);
  useLayoutEffect(() => {
    if (!engineDice) return undefined;
    const timer = setTimeout(throwDice, alone ? pace * 1000 : 500);
    return () => clearTimeout(timer);
  }, [engineDice, position, dice, pace]);

  const seeing = useCallback((asked, found) => judge(setup, asked.moves, { chance: found.winChance ?? chanceOf(found.score), score: found.score }), [setup]);
  const { report, error: refused, ended } = useAnalysis(live, fresh ? position : null, analysing && running, lines, several ? "" : method, seeing);

  function jump(count) {
    const all = [...moves, ...future];
    setFlagged(null);
    setArmed(count === all.length && !alone);
    go({ moves: all.slice(0, count) }, all.slice(count));
  }

  // A human takes back to where a human last chose, and forth to where one chose next.
  const chose = (i) => analysing || alone || movers[i] === undefined || sides[movers[i]] === 0;
  const [back, forth] = [moves.findLastIndex((_, i) => chose(i)), future.findIndex((_, i) => i > 0 && chose(moves.length + i))];
  const [undo, redo] = [moves.length ? Math.max(back, 0) : null, future.length ? moves.length + (forth < 0 ? future.length : forth) : null];
  useListener("keydown", (event) => {
    const wanted = isTyped(event) ? null : ({ ArrowLeft: undo, ArrowRight: redo, Home: undo === null ? null : 0, End: redo === null ? null : moves.length + future.length }[event.key] ?? null);
    if (wanted === null) return;
    jump(wanted);
    event.preventDefault();
  });
  const goOn = () => (setArmed(true), future.length > 0 && go({ moves }, []));

  function start(game, from) {
    setFlagged(null);
    setMovers([]);
    setArmed(true);
    setRound((n) => n + 1);
    before.current = null;
    stranger.current = false;
    go({ game, at: from, moves: [] });
  }

  // What is answered after another move has been played is about a position that is gone.
  function question(path, body, answered, refused) {
    const here = (then) => (found) => latest.current === at && then(found);
    return post(path, { position: { ...setup, moves }, ...body }).then(here(answered), here((failure) => refused(failure)));
  }
  const tell = (say, marks) => (setTold({ say, marks }), setSaid({ say }));

  // It takes a second, in which the page says so.
  function wonder(path, body, answered) {
    setTold({ say: () => t("thinking"), marks: [] });
    return question(path, body, answered, (failure) => (setTold(null), setError(failure)));
  }

  function hint() {
    const hinted = ({ move }) => tell(() => t("hintIs", { move }), [{ kind: "hint", move }]);
    return wonder("/api/reply", { level: 10 }, hinted);
  }

  function threat() {
    const found = (answer) => (answer.move === null ? tell(() => t("noThreat"), []) : tell(() => t("threatIs", answer), answer.marks.map((mark) => ({ ...mark, kind: "threat" }))));
    return wonder("/api/threat", {}, found);
  }

  const explain = (move) => setWhy((old) => (old && old.move === move ? old : { move }));

  // Why not?  From the analysis on the screen, and again whenever that says something else.
  const seen = why && seenOf(report, why.move);
  useLayoutEffect(() => {
    if (!why) return;
    const number = (asking.current += 1);
    const asked = (known) => setWhy((old) => (old && old.move === why.move && number >= (old.number || 0) ? { move: why.move, number, ...known } : old));
    question("/api/why", { move: why.move, ...(seen ? { analysis: seen } : {}) }, (answer) => asked({ answer }), (error) => asked({ error }));
  }, [why && why.move, JSON.stringify(seen)]);

  function restartClocks(wanted) {
    if (wanted === minutes) return;
    keptMinutes = wanted;
    setFlagged(null);
    setRound((n) => n + 1);
    setMinutes(wanted);
  }

  const values = analysing && report ? report.values : null;
  const best = analysing && report && report.lines && report.lines.length ? report.lines[0].move : null;
  const refutation = why && why.answer ? why.answer.marks.map((mark, i) => ({ ...mark, kind: i ? "answer" : "asked", number: i + 1 })) : [];
  const marks = [...(told ? told.marks : []), ...refutation, ...(best && !refutation.length ? [{ kind: "best", move: best }] : [])];
  const status = !position ? "" : flagged !== null ? t("onTime", { player: playerName(flagged, players) }) : position.terminal ? endText(position.outcome)
    : thinking ? t("thinking") : position.toMove === -1 ? t("toRoll") : t(isYours(position, analysing, sides, players) ? "yourMove" : "toMove", { player: playerName(position.toMove, players) });
  const whose = !position ? "" : several ? seatKind(over ? seatOf(position.terminal && position.outcome.winner) : position.toMove) : flagged !== null ? { 0: "min", 1: "max" }[flagged] : position.terminal ? (position.outcome.winner || "").toLowerCase() : { 0: "max", 1: "min" }[position.toMove] || "";
  const problem = (own && own.refusal) || error;
  const resting = !fresh || over || engineTurn || chance || waiting;
  return html`<div class=${`table ${view} ${chance || movers.includes(-1) ? "thrown" : ""}`} data-kind=${position && position.board ? position.board.kind : null}>
    <section class="stage" aria-label=${t("board")}>
      ${analysing && html`<${EvaluationBar} report=${report} position=${position} />`}
      ${problem && html`<${Problem} own=${own} problem=${problem} />`}
      ${(position || !problem) && html`<${Board} position=${position} onMove=${play} onWhy=${explain} flip=${flip} values=${values} marks=${marks} last=${position && position.last} disabled=${resting} />`}
      <p class=${`status ${whose} ${over ? "over" : ""}`}>${whose && !over && html`<span class=${`mover ${whose}`} aria-hidden="true"></span>`}${status}
        ${waiting && html` <button class="main" data-do="go-on" onClick=${goOn}>${t(alone ? "goOn" : "engineGoOn")}</button>`}</p>
      ${over && !analysing && html`<p class="row"><button class="main" data-do="again" onClick=${() => start(setup.game, setup.at)}>${t("newGame")}</button>
        <button data-do="look-back" onClick=${() => go({ view: "analyse", more: {} }, future)}>${t("analyse")}</button></p>`}
      ${position && position.board && !analysing && html`<${SpokenMoves} position=${position} onMove=${play} disabled=${resting} />`}
      ${position && !position.board && !analysing && html`<${LegalMoves} large position=${position} onMove=${play} disabled=${resting} />`}
      ${chance && !over && html`<${Dice} position=${position} dice=${dice} onDice=${setDice} onMove=${play} onThrow=${throwDice} analysing=${analysing} disabled=${!fresh} />`}
      ${fresh && moves.length > 0 && movers[moves.length - 1] === -1 && html`<p class="rolled">${t("rolled")} <${Die} name=${moves[moves.length - 1]} /></p>`}
      <${Tools} undo=${undo === null ? null : () => jump(undo)} redo=${redo === null ? null : () => jump(redo)}
        hint=${analysing ? undefined : resting ? null : hint} threat=${several ? undefined : resting && !analysing ? null : !fresh || over || chance ? null : threat}
        flip=${flip} onFlip=${position && position.board ? setFlip : null} onShare=${() => shareLink().then(onShare)} />
      ${alone && !analysing && html`<div class="row"><label class="inline"><span>${t("pause_between")}</span><select name="engine-pace" value=${String(pace)} onChange=${(event) => setPace(Number(event.target.value))}>
        ${PACES.map((one) => html`<option key=${one} value=${one} selected=${one === pace}>${t("seconds", { n: one })}</option>`)}</select></label>
        ${turns && !waiting && html`<button data-do="pause" onClick=${() => setArmed(false)}>${t("pause")}</button>`}</div>`}
      <p class="hint-text quiet">${told ? told.say() : ""}</p>
      ${analysing && report && report.tree && html`<section class="card"><${Grown} tree=${report.tree} onMove=${play} /></section>`}
    </section>
    <aside>
      <${Why} why=${why} onClose=${() => setWhy(null)} />
      ${analysing ? html`
        <section class="card"><${Engine} report=${report} ended=${(report && ended) || (position && position.terminal)} running=${running} onRunning=${setRunning} lines=${lines} onLines=${setLines} method=${method} onMethod=${several ? null : setMethod} error=${refused} />
          <${Lines} report=${report} position=${position} onMove=${play} flip=${flip} /></section>
        <section class="card"><h2>${t("legal")}</h2><${LegalMoves} position=${position} values=${values} best=${best} onMove=${play} onWhy=${chance ? null : explain} disabled=${!fresh} />
          <p class="quiet small">${t(several ? "scoresForMany" : countsPoints(values) ? "scoresForPoints" : "scoresFor")}</p></section>
        ${!several && html`<section class="card"><${Review} setup=${setup} all=${[...moves, ...future]} now=${moves.length} onJump=${jump} /></section>`}`
      : html`<section class="card"><${Setup} games=${games} setup=${setup} onNew=${start} /></section>
        <section class="card"><${Sides} sides=${sides} onSides=${setSides} minutes=${minutes} onMinutes=${restartClocks} clocks=${clocks} toMove=${over || !position ? null : position.toMove} players=${players} /></section>`}
      <section class="card"><h2>${t("moves")}</h2><${MoveList} moves=${moves} future=${future} movers=${movers} onJump=${jump} />
        ${!analysing && position && position.board && html`<details class="all-moves"><summary>${t("legal")}</summary><${LegalMoves} position=${position} onMove=${play} onWhy=${chance ? null : explain} disabled=${resting} /></details>`}</section>
      <section class="card"><${Exports} what="board" selector="svg#board" question=${{ position: { ...setup, moves } }} /></section>
    </aside>
    <div class="sr" aria-live="polite">${said.say()}</div>
    <div class="sr" aria-live="polite">${analysing && report && (ended || report.score.winner !== null) ? scoreText(report.score) : ""}</div>
  </div>`;
}

// "0,4": a human and the engine's level 4.
function sidesIn(text) {
  const found = /^\d+(,\d+){1,7}$/.test(text || "") ? text.split(",").map(Number) : null;
  return found && found.every((level) => level <= 10) ? { ...usualSides(8), ...found } : null;
}

function minutesIn(text) {
  return MINUTES.find((n) => n > 0 && String(n) === text);
}

// The levels of those who play: 0 is a human.
function levelsOf(sides, players) {
  return seats(players).map((player) => sides[player]);
}

const sidesText = (sides, players) => levelsOf(sides, players).join(",");

// Does one person play, and is it their turn?
function isYours({ toMove }, analysing, sides, players) {
  const others = seats(players).filter((player) => player !== toMove);
  return !analysing && sides[toMove] === 0 && others.every((player) => sides[player] > 0);
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
