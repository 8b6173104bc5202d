// Scores in words and marks.

import { listed, t } from "./languages.js";
import { seatName, seats } from "./seats.js";

export const PLAYERS = { 0: "MAX", 1: "MIN", "-1": "CHANCE" };

const ROOM = 6; // letters of a number in a node

export function playerName(player, players = 2) {
  if (player === null || player === undefined) return "";
  if (players > 2 && player >= 0) return seatName(player, players);
  return player === -1 || player === "CHANCE" ? t("chance") : PLAYERS[player] || String(player);
}

function winnerOf(score) {
  const winner = score.winner;
  return winner === null || winner === undefined ? null : PLAYERS[winner] || winner;
}

export function plain(value) {
  if (value === null || value === undefined) return "–";
  return brief(value).replace(/-/g, "−");
}

// The same where there is room for a few letters more: what somebody typed is shown as it was typed.
export function typed(value) {
  const said = value === null || value === undefined ? "" : String(Number(value.toPrecision(6)));
  return said && said.length <= ROOM && !said.includes("e") ? said.replace(/-/g, "−") : plain(value);
}

// A sign before a number of a text: a minus, not a hyphen.
export function minus(text) {
  return text.replace(/(^|[\s([])-(?=\d)/g, "$1−");
}

// In few letters; what is little is not nothing.
function brief(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return value.toExponential(1);
  if (size > 0 && size < 1e-3) return value.toExponential(0);
  const rounded = Number.isInteger(value) ? value : +value.toFixed(size < 10 ? 2 : 1);
  return String(rounded || +value.toPrecision(1));
}

function forMax(score) {
  return score.player === "MIN" || score.player === 1 ? -score.value : score.value;
}

// Is there no score, or none of which anything is known?
function isUnknown(score) {
  return !score || score.known === false;
}

function isDraw(score) {
  return score.proved && winnerOf(score) === null && (score.text === "a draw" || score.outcome === true);
}

// Is the win proved within so many plies, while it may come sooner?
function isBound(score) {
  return score.exact === false;
}

function distance(score) {
  return `${isBound(score) ? "≤" : ""}${score.plies}`;
}

// What each of three or more players gets: "A 1, B 2, C 0".
export function sharesText(payoffs) {
  return payoffs.map((payoff, player) => `${seatName(player, payoffs.length)} ${plain(payoff)}`).join(", ");
}

function sharedText({ payoffs, proved, value, player }) {
  if (!payoffs.length) return t(proved ? "sureOf" : "perhapsSureOf", { player, n: plain(value) });
  return t(proved ? "sharesProved" : "sharesEstimated", { shares: sharesText(payoffs) });
}

export function scoreText(score) {
  if (isUnknown(score)) return "–";
  if (score.players > 2) return sharedText(score);
  const player = winnerOf(score);
  if (player) return score.plies ? t(isBound(score) ? "winsWithin" : "winsIn", { player, n: score.plies }) : t("wins", { player });
  if (isDraw(score)) return t("draw");
  if (score.repetition) return t("byRepetition", { player: score.repetition });
  return `${t(score.expected ? "expectedValue" : "points", { n: signed(forMax(score)) })} (${t(score.proved ? "proved" : "estimated")})`;
}

// The same in the middle of a sentence.
export function within(score) {
  return score.players > 2 ? scoreText(score) : inside(scoreText(score));
}

export function inside(text) {
  return /^(MAX|MIN)/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

export function shortScore(score) {
  if (isUnknown(score)) return "–";
  if (score.players > 2) return score.payoffs.map(plain).join(", ").replace(/^/, score.proved ? "" : "≈ ");
  const player = winnerOf(score);
  if (player) return `${player} ${score.plies ? `#${distance(score)}` : "✓"}`;
  if (score.repetition) return `${score.repetition} ∞?`;
  return isDraw(score) ? "=" : (score.proved ? "" : "≈ ") + signed(forMax(score));
}

function signed(value) {
  return (value > 0 ? "+" : "") + plain(value);
}

// What a move is worth to the player who makes it: colour, sign and number.
export function badge(score, mover) {
  if (isUnknown(score)) return null;
  if (score.players > 2) return { kind: score.proved ? "draw" : "guess", text: plain(score.payoffs[mover] ?? score.value) };
  const player = winnerOf(score);
  const side = mover === 1 ? "MIN" : "MAX";
  if (player) {
    const won = player === side;
    return { kind: won ? "win" : "loss", text: (won ? "+" : "−") + (score.plies === null || score.plies === undefined ? "" : distance(score)) };
  }
  if (score.repetition) return { kind: "guess", text: `${score.repetition === side ? "+" : "−"}∞` };
  if (isDraw(score)) return { kind: "draw", text: "=" };
  const value = side === "MAX" ? forMax(score) : -forMax(score);
  const kind = !score.proved || score.expected ? "guess" : value > 0 ? "win" : value < 0 ? "loss" : "draw";
  return { kind, text: signed(value) };
}

// MAX's share of the evaluation bar, where the server gave no chance.
export function chanceOf(score) {
  if (isUnknown(score)) return 0.5;
  const player = winnerOf(score);
  if (player) return player === "MAX" ? 1 : 0;
  return 1 / (1 + Math.exp(-forMax(score) / 3));
}

// How a game that is over ended.
export function verdictOf({ outcome }) {
  const { winner, points, payoffs } = outcome;
  if (payoffs.length) return { score: { proved: true, players: payoffs.length, payoffs, value: payoffs[0], winner: null }, winChance: 0.5 };
  const value = points === null ? 0 : winner === "MIN" ? -points : points;
  const score = { proved: true, player: "MAX", winner: points === null ? winner : null, plies: 0, value, text: points === null ? "a draw" : "" };
  return { score, winChance: winner === null ? 0.5 : winner === "MAX" ? 1 : 0 };
}

// "C wins: A 0, B 1, C 2".
function sharedEndText(payoffs) {
  const first = seats(payoffs.length).filter((player) => payoffs[player] === Math.max(...payoffs)).map((player) => seatName(player, payoffs.length));
  const key = first.length === 1 ? "winsShares" : first.length < payoffs.length ? "winTogether" : "drawShares";
  return t(key, { player: first[0], players: listed(first), shares: sharesText(payoffs) });
}

// "MIN wins 41–7", and how.
export function endText({ winner, points, tally, repetition, payoffs = [] }) {
  if (payoffs.length) return sharedEndText(payoffs);
  const counts = tally ? [...tally].sort((one, other) => other - one).map(plain).join("–") : "";
  const [key, n] = counts ? ["winsTally", counts] : points ? ["winsBy", plain(points)] : ["wins", ""];
  const said = winner ? t(key, { player: winner, n }) : counts ? `${t("draw")}, ${counts}` : t("draw");
  return repetition ? t("endedByRepetition", { said }) : said;
}
