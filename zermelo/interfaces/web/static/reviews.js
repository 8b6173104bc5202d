// A game gone through from its end: what each move cost, what was better, and how it is refuted.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { post } from "./api.js";
import { language, t } from "./languages.js";
import { refusal } from "./refusals.js";
import { playerName, scoreText } from "./scores.js";

const BAD = ["blunder", "mistake", "inaccuracy"];
const LONGEST = 8; // moves of a line

export function Review({ setup, all, onJump }) {
  const [found, setFound] = useState([]);
  const [going, setGoing] = useState(false);
  const [error, setError] = useState("");
  const turn = useRef(0);
  const game = JSON.stringify([setup, all]);
  useLayoutEffect(() => {
    setFound([]);
    setError("");
    setGoing(false);
    return () => (turn.current += 1); // what is still answered is about another game
  }, [game]);

  async function go() {
    const own = (turn.current += 1);
    setGoing(true);
    setError("");
    setFound([]);
    try {
      for (let i = all.length; i > 0; i -= 1) {
        const judged = await post("/api/review", { position: { ...setup, moves: all.slice(0, i) } });
        if (own !== turn.current) return;
        setFound((old) => [judged, ...old]);
      }
    } catch (failure) {
      if (own === turn.current) setError(failure);
    }
    if (own === turn.current) setGoing(false);
  }

  const bad = found.filter(({ label }) => BAD.includes(label));
  return html`<section class="review" data-judged=${found.length}>
    <div class="row spread"><h2>${t("review")}</h2><button data-do="review" disabled=${all.length === 0 || going} onClick=${go}>${t("reviewGo")}</button></div>
    ${error && html`<p role="alert">${refusal(error)}</p>`}
    ${going && html`<p class="quiet" role="status">${t("reviewGoing", { n: found.length, of: all.length })}</p>`}
    ${bad.length > 0 && html`<ol class="plain">${bad.map((move) => html`<${Slip} key=${move.ply} move=${move} onJump=${onJump} />`)}</ol>`}
    ${!going && found.length === all.length && found.length > 0 && bad.length === 0 && html`<p class="quiet">${t("reviewClean")}</p>`}
  </section>`;
}

function Slip({ move: { ply, player, move, label, loss, proved, before, after, better, refutation }, onJump }) {
  const points = (100 * loss).toLocaleString(language(), { maximumFractionDigits: 0 });
  return html`<li data-label=${label}><button class="link" onClick=${() => onJump(ply - 1)}>${ply}. ${move} (${playerName(player)})</button>: <strong>${t(label)}</strong>, ${t(proved ? "reviewLost" : "reviewLostEstimated", { n: points })}
    <p class="small">${t("reviewBetter", { line: lineText(better), score: scoreText(before) })}<br />${t("reviewInstead", { line: lineText([move, ...refutation]), score: scoreText(after) })}</p></li>`;
}

function lineText(line) {
  return line.slice(0, LONGEST).join(" ") + (line.length > LONGEST ? " …" : "");
}
