// Three and more players: a letter, a sign and a shape for each, so that nobody is known by a colour alone.

export const SIGNS = ["▲", "▼", "◆", "⬢", "⬟", "✚", "✖", "◗"];
const KINDS = ["max", "min", "third", "fourth"];
const LETTERS = "ABCDEFGH";

export function seatName(player, players) {
  return players > 2 ? LETTERS[player] : ["MAX", "MIN"][player];
}

// The player of this letter; none: -1.
export function seatOf(name) {
  return LETTERS.indexOf(name || " ");
}

// The class that gives a player colour and shape; from the fifth on they have those of the fourth, and their letters.
export function seatKind(player) {
  return KINDS[Math.min(player, KINDS.length - 1)] || "";
}

export function seats(players) {
  return Array.from({ length: players }, (_, player) => player);
}

// Who is whom before anybody has chosen: a person, and engines of middling strength.
export function usualSides(players, person = 0) {
  return Object.fromEntries(seats(players).map((player) => [player, player === person ? 0 : 4]));
}
