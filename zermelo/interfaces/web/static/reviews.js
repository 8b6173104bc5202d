// The course of a game, and its review from the end: what each move cost, what was better, and how it is refuted.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { post } from "./api.js";
import { judge, judgementOf } from "./judged.js";
import { number, t } from "./languages.js";
import { refusal } from "./refusals.js";
import { playerName, scoreText } from "./scores.js";

const BAD = ["blunder", "mistake", "inaccuracy"];
const LONGEST = 8; // moves of a line

// What the analysis has seen is drawn at once; the review goes through every move.
export function Review({ setup, all, now, onJump }) {
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
        const judged = await post("/api/review", { position: { ...setup, moves: all }, ply: i }); // and the next one, if it is now judged otherwise
        if (own !== turn.current) return;
        judged.forEach((move) => noteChances(setup, all, move));
        setFound((old) => [...judged, ...old.slice(judged.length - 1)]);
      }
    } catch (failure) {
      if (own === turn.current) setError(failure);
    }
    if (own === turn.current) setGoing(false);
  }

  const bad = found.filter(({ label, turned }) => BAD.includes(label) || turned);
  const unclear = found.filter(({ label, turned }) => label === "unclear" && !turned);
  return html`<section class="review" data-judged=${found.length}>
    <div class="row spread"><h2>${t("graph")}</h2><button data-do="review" disabled=${all.length === 0 || going} onClick=${go}>${t("reviewGo")}</button></div>
    ${all.length === 0 ? html`<p class="quiet">${t("graphEmpty")}</p>` : html`<${Course} setup=${setup} all=${all} now=${now} slips=${bad.map(({ ply }) => ply)} onJump=${onJump} />`}
    ${error && html`<p role="alert">${refusal(error)}</p>`}
    ${going && html`<p class="quiet" role="status">${t("reviewGoing", { n: found.length, of: all.length })}</p>`}
    ${bad.length > 0 && html`<ol class="plain">${bad.map((move) => html`<${Slip} key=${move.ply} move=${move} onJump=${onJump} />`)}</ol>`}
    ${!going && found.length === all.length && found.length > 0 && bad.length === 0 && html`<p class="quiet">${t("reviewClean")}</p>`}
    ${!going && unclear.length > 0 && html`<p class="quiet" data-unclear=${unclear.length}>${t("reviewUnclear", { moves: unclear.map(({ ply }) => ply).join(", ") })}</p>`}
  </section>`;
}

// MAX's chances before and after a move; where the next move was judged too, what came before that one is known better.
function noteChances(setup, all, { ply, player, before, after, chances }) {
  const [first, then] = player === 1 ? chances.map((chance) => 1 - chance) : chances;
  judge(setup, all.slice(0, ply - 1), { chance: first, score: before, reviewed: true });
  if (ply === all.length) judge(setup, all, { chance: then, score: after, reviewed: true });
}

function Course({ setup, all, now, slips, onJump }) {
  const known = Array.from({ length: all.length + 1 }, (_, i) => ({ i, ...judgementOf(setup, all.slice(0, i)) }));
  const points = known.filter(({ score }) => score);
  const x = (i) => 4 + (i / all.length) * 292;
  const y = (chance) => 4 + (1 - chance) * 72;
  const way = points.map(({ i, chance }) => `L${x(i)} ${y(chance)}`).join("");
  return html`<svg class="graph" viewBox="0 0 300 80" role="img" aria-label=${t("graph")}>
    <path class="axis" d="M4 40H296" />
    <path class="now" d=${`M${x(now)} 2V78`} />
    ${points.length > 1 && html`<path class="area" d=${`M${x(points[0].i)} 40${way}L${x(points[points.length - 1].i)} 40Z`} />`}
    <path class="curve" d=${way.replace("L", "M")} />
    ${points.map(({ i, chance, score }) => html`<circle key=${i} class=${slips.includes(i) ? "slip" : "point"} cx=${x(i)} cy=${y(chance)} r=${slips.includes(i) ? 4 : 2.4} onClick=${() => onJump(i)}><title>${i}. ${all[i - 1] || ""} ${scoreText(score)}</title></circle>`)}
  </svg>`;
}

function Slip({ move: { ply, player, move, label, loss, proved, turned, before, after, better, refutation }, onJump }) {
  const points = number(100 * loss);
  const cost = turned ? t("reviewTurned") : t(proved ? "reviewLost" : "reviewLostEstimated", { n: points });
  return html`<li data-label=${label}><button class="link" onClick=${() => onJump(ply - 1)}>${ply}. ${move} (${playerName(player)})</button>: <strong>${t(label)}</strong>, ${cost}
    <p class="small">${!turned && html`${t("reviewBetter", { line: lineText(better), score: scoreText(before) })}<br />`}${t("reviewInstead", { line: lineText([move, ...refutation]), score: scoreText(after) })}</p></li>`;
}

function lineText(line) {
  return line.slice(0, LONGEST).join(" ") + (line.length > LONGEST ? " …" : "");
}
