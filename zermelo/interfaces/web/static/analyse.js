// Live analysis: the bar, the lines, and why not this move.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { language, number, t } from "./languages.js";
import { refusal } from "./refusals.js";
import { chanceOf, minus, plain, scoreText, shortScore, verdictOf, within } from "./scores.js";
import { SIGNS, seatKind, seatName } from "./seats.js";

export function useAnalysis(live, position, wanted, lines, method, onJudged) {
  const [report, setReport] = useState(null);
  const [error, setError] = useState("");
  const [ended, setEnded] = useState(false);
  const key = position ? `${position.key} ${JSON.stringify(position.position)}` : ""; // the rules may have changed
  useLayoutEffect(() => {
    if (!wanted || !position || position.terminal) {
      live.stop();
      return undefined;
    }
    setError("");
    setEnded(false);
    const leave = live.listen((message) => {
      if (message.type === "report") {
        setReport({ ...message, for: key });
        onJudged(position.position, message);
      } else if (message.type === "done") setEnded(true);
      else if (message.type === "error") setError(message);
    });
    live.analyse(position.position, { lines, seconds: null, depth: null, values: true, algorithm: method || null });
    return () => {
      leave();
      live.stop();
    };
  }, [key, wanted, lines, method, live]);
  return { report: report && report.for === key ? report : null, error, ended };
}

// What each of three or more players gets, as far as it is known.
function Shares({ report, position }) {
  const score = position && position.terminal ? verdictOf(position).score : report && report.score;
  const players = position ? position.players : 3;
  const payoffs = (score && score.payoffs) || [];
  return html`<div class="evaluation"><dl class="shares" aria-label=${t("whoGetsWhat")}>
      ${Array.from({ length: players }, (_, player) => html`<div key=${player} class=${seatKind(player)}><dt>${SIGNS[player]} ${seatName(player, players)}</dt><dd>${plain(payoffs[player])}</dd></div>`)}</dl>
    <p class="verdict"><strong class="score">${score && !position.terminal ? scoreText(score) : ""}</strong></p></div>`;
}

export function EvaluationBar({ report, position }) {
  if (position && position.players > 2) return html`<${Shares} report=${report} position=${position} />`;
  let chance = 0.5;
  let text = "–";
  if (position && position.terminal) {
    chance = verdictOf(position).winChance;
    text = "";
  } else if (report) {
    chance = report.winChance ?? chanceOf(report.score);
    text = scoreText(report.score);
  }
  const share = Math.round(chance * 100);
  return html`<div class="evaluation">
    <div class="bar" role="meter" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${share} aria-label=${t("winChance", { n: share })}>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class="min" width="100" height="10" /><rect class="max" width=${share} height="10" /><path class="middle" d="M50 0v10" />
      </svg>
      <span class="left">▲ MAX</span><span class="right">MIN ▼</span>
    </div>
    <p class="verdict"><strong class="score">${text}</strong> <span class="quiet">${position && !position.terminal && report ? t("winChance", { n: share }) : ""}</span></p>
  </div>`;
}

const METHODS = ["", "pvs", "mcts"];

export function Engine({ report, ended, running, onRunning, lines, onLines, method, onMethod, error }) {
  return html`<div class="engine">
    <div class="row">
      <button class="main" aria-pressed=${running} onClick=${() => onRunning(!running)}>${running ? t("stop") : t("go")}</button>
      <label class="inline"><span>${t("lines")}</span>
        <select name="lines" value=${String(lines)} onChange=${(event) => onLines(Number(event.target.value))}>
          ${[1, 2, 3, 4, 5].map((n) => html`<option key=${n} value=${n} selected=${n === lines}>${n}</option>`)}
        </select></label>
      ${onMethod && html`<label class="inline"><span>${t("method")}</span>
        <select name="method" value=${method} onChange=${(event) => onMethod(event.target.value)}>
          ${METHODS.map((one) => html`<option key=${one} value=${one} selected=${one === method}>${t(`method_${one || "usual"}`)}</option>`)}
        </select></label>`}
    </div>
    <dl class="figures">
      <div><dt>${t("depth")}</dt><dd class="depth">${report ? report.depth : "–"}</dd></div>
      <div><dt>${t(report && report.tree ? "simulations" : "nodes")}</dt><dd class="nodes">${report ? number(report.nodes) : "–"}</dd></div>
      <div><dt>${t("speed")}</dt><dd>${report ? number(report.speed) : "–"}</dd></div>
      <div><dt>${ended ? t("finished") : running ? t("analysing") : t("stopped")}</dt><dd class=${running && !ended ? "pulse" : ""}>${ended ? "✓" : running ? "●" : "○"}</dd></div>
    </dl>
    ${report && report.caution && html`<p class="quiet small caution">${refusal(report.caution)}</p>`}
    ${error && html`<p class="problem" role="alert">${refusal(error)}</p>`}
  </div>`;
}

export function Lines({ report, position, onMove, flip }) {
  const [hover, setHover] = useState(null);
  const shown = useRef(new Map());
  const [preview, setPreview] = useState(null);
  useLayoutEffect(() => {
    if (!hover || !position) return setPreview(null);
    const asked = { ...position.position, moves: [...position.position.moves, ...hover] };
    const key = JSON.stringify(asked);
    let alive = true;
    if (shown.current.has(key)) setPreview(shown.current.get(key));
    else
      post("/api/position", asked).then(
        (found) => {
          shown.current.set(key, found);
          if (alive) setPreview(found);
        },
        () => {},
      );
    return () => (alive = false);
  }, [hover && hover.join(" "), position]);
  const lines = report && report.lines ? report.lines : [];
  return html`<div class="lines" onMouseLeave=${() => setHover(null)}>
    <ol aria-label=${t("bestLines")}>
      ${lines.map((line, i) => html`<li key=${i} class="line">
        <button class="value" aria-label=${t("clickToPlay", { move: line.move })} onClick=${() => onMove(line.move)}>${shortScore(line.score)}</button>
        <span class="way">${line.moves.slice(0, 24).map((move, j) => html`<button key=${j} class=${`step ${(line.movers || [])[j] >= 0 ? seatKind(line.movers[j]) : ""}`} aria-label=${t("clickToPlay", { move: line.moves.slice(0, j + 1).join(" ") })}
          onPointerEnter=${(event) => event.pointerType === "mouse" && setHover(line.moves.slice(0, j + 1))} onFocus=${() => setHover(line.moves.slice(0, j + 1))} onBlur=${() => setHover(null)}
          onClick=${() => onMove(...line.moves.slice(0, j + 1))}><span class="count">${position.history.length + j + 1}.</span>${move}</button>`)}${line.moves.length > 24 ? "…" : ""}</span>
      </li>`)}
    </ol>
    ${preview && hover && html`<div class="preview" aria-hidden="true"><${Board} position=${preview} flip=${flip} name="preview" /></div>`}
  </div>`;
}

// What a report says of the best move and of another one, for the server to put into words.
export function seenOf(report, move) {
  const [best] = (report && report.lines) || [];
  const score = report && report.values && report.values[move];
  return best && score ? { best: best.move, bestScore: best.score, score, line: report.ways[move] || [move] } : null;
}

export function Why({ why, onClose }) {
  const box = useRef(null);
  useLayoutEffect(() => why && box.current && box.current.focus(), [why && why.move]);
  if (!why) return null;
  const { answer } = why;
  const told = answer && (language() === "en" ? minus(answer.sentence) : answered(why.move, answer));
  return html`<section class="why card" role="dialog" aria-label=${t("whyMove", { move: why.move })} tabindex="-1" ref=${box}
    onKeyDown=${(event) => event.key === "Escape" && onClose()}>
    <h2>${t("whyMove", { move: why.move })}</h2>
    <p>${why.error ? refusal(why.error) : told || t("thinking")}</p>
    <button onClick=${onClose}>${t("close")}</button>
  </section>`;
}

// What answers a move, and what would have been better, from the server's facts.
function answered(move, { line, score, how, player, verdict, best }) {
  const first = t(how, { move, player: player || "", line: line.slice(1).join(" "), score: within(score) });
  return `${first} ${t(verdict, { move: best.move, score: within(best.score) })}`;
}
