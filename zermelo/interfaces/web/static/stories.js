// The steps of a puzzle's search: what stands where after each of them, and how each is told.

import { has, language, listed, number, t } from "./languages.js";

const EVERY = 256;

// Checkpoints make going back cheap; the picture after a step depends on the step alone.
export class Story {
  constructor({ puzzle, steps, given }) {
    this.steps = steps;
    this.advance = puzzle === "cindy" ? walk : advance;
    this.marks = [{ placed: [], backs: 0, row: given }];
    let state = this.marks[0];
    steps.forEach((step, i) => {
      state = this.advance(state, step);
      if ((i + 1) % EVERY === 0) this.marks.push(state);
    });
  }

  after(count) {
    const mark = Math.floor(count / EVERY);
    let state = this.marks[mark];
    for (let i = mark * EVERY; i < count; i += 1) state = this.advance(state, this.steps[i]);
    return state;
  }

  next(from, wanted) {
    for (let i = from; i < this.steps.length; i += 1) if (wanted(this.steps[i].kind)) return i + 1;
    return -1;
  }
}

// `placed`: pairs of a variable and its value, in the order in which they were assigned.
function advance({ placed, backs }, step) {
  if (["start", "test", "end"].includes(step.kind)) return { placed: step.values.map((value, variable) => [variable, value]), backs };
  if (step.kind === "change") return { placed: placed.map(([variable, value]) => [variable, variable === step.variable ? step.value : value]), backs };
  if (step.kind === "assign") {
    const at = placed.findIndex(([variable]) => variable === step.variable);
    const kept = Math.min(step.depth ?? placed.length, at < 0 ? placed.length : at);
    return { placed: [...placed.slice(0, kept), [step.variable, step.value]], backs };
  }
  if (step.kind === "back" || step.kind === "jump") {
    const target = step.others.length ? placed.findIndex(([variable]) => variable === step.others[0]) : -1;
    const kept = target >= 0 ? target + 1 : (step.depth ?? placed.length - 1);
    return { placed: placed.slice(0, Math.max(0, kept)), backs: backs + 1 };
  }
  return { placed, backs };
}

// Cindy's row; `placed` counts the moves of the way.
function walk({ placed, backs, row }, step) {
  if (step.kind === "move") return { placed: [...placed, step.values[1]], backs, row: step.values[1] };
  if (step.kind === "back") return { placed: placed.slice(0, -1), backs: backs + 1, row: step.values[1] || step.values[0] };
  return { placed, backs, row };
}

export function sentenceOf(found, step) {
  if (language() === "en") return step.sentence;
  const beyond = step.kind === "end" && step.counts[1] ? `${t("p_end_beyond")} ` : "";
  const said = beyond + (found.puzzle === "cindy" ? toldWalk(step) : told(found, step));
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function toldWalk({ kind, values, counts }) {
  if (kind === "solution") return t("c_solution", { n: counts[0] });
  if (kind === "back") return t(counts[0] ? "c_tried" : "c_stuck");
  const [to, from] = [values[0].indexOf("_"), values[1].indexOf("_")];
  return t(`c_move_${values[1][to]}_${Math.abs(to - from)}`, { from: from + 1, to: to + 1 });
}

function told(found, step) {
  const [variable, other] = [(index) => nameOf(found, index), (index) => nameOf(found, index, "other")];
  const value = (one) => valueName(found.puzzle, one);
  const { counts, others, values } = step;
  return t(sentenceKey(step), {
    variable: step.variable === null ? "" : variable(step.variable),
    value: step.value === null ? "" : step.variable === null ? step.value : value(step.value),
    values: listed(values.map(value)),
    known: values.length ? values[0] : "",
    others: listed(others.map(other)),
    first: others.length ? other(others[0]) : "",
    rest: listed(others.slice(1).map(other)),
    through: listed(step.through.map(other)),
    before: counts[0],
    after: counts[1],
    left: number(counts[counts.length - 1] ?? 0),
  });
}

// What is said of a step depends on how many it is about, and on whether anything changed.
function sentenceKey({ kind, others, values, value, through, counts }) {
  if (kind === "end") {
    const known = !values.length ? "none" : value !== null ? "best" : counts[2] === 1 ? "one" : "many";
    return `p_end_${known}${counts[0] ? "" : "_open"}`;
  }
  if (kind === "jump" && others.length > 1) return "p_over";
  if (kind === "test" && !others.length) return "p_right";
  if (kind === "change" && values[0] === value) return "p_keep";
  if (kind === "solution" && value !== null) return "p_best";
  if (kind === "reject" && !others.length) return "p_reject_alone";
  if (kind !== "prune") return `p_${kind}`;
  return `p_${through.length ? "through" : "prune"}${others.length ? "" : "_alone"}`;
}

export function nameOf({ puzzle, variables }, index, form = "variable") {
  const variable = variables[index];
  const key = has(`p_${form}_${puzzle}`) ? `p_${form}_${puzzle}` : `p_variable_${puzzle}`;
  if (!has(key)) return String(variable);
  return Array.isArray(variable) ? t(key, { row: variable[0] + 1, column: variable[1] + 1 }) : t(key, { n: variable + 1 });
}

export function valueName(puzzle, value) {
  if (puzzle === "queens") return t("p_value_queens", { n: value + 1 });
  if (puzzle === "knights") return t(`p_value_knights_${value}`);
  return puzzle === "colouring" && has(`colour_${value}`) ? t(`colour_${value}`) : String(value);
}
