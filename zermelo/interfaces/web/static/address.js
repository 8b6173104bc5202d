// The page's address: which view, which game, which moves, and what else the view keeps (the tree does it by
// itself, in details.js). What is shared is the address.

const VIEWS = ["start", "play", "analyse", "tree", "matrix", "puzzles", "study", "tables", "matches"];

export function readAddress(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const fields = {};
  for (const part of query.split("&")) {
    const [key, ...value] = part.split("=");
    if (key) fields[key] = value.join("=");
  }
  const { g = "", at = "", m, x, of, rows, ...more } = fields;
  return {
    view: path === "" ? "start" : VIEWS.includes(path) ? path : "play",
    game: decode(g),
    at: decode(at),
    moves: m === undefined ? [] : m.split(",").map(decode), // a move may be named by nothing
    more: path === "tree" ? {} : Object.fromEntries(Object.entries(more).map(([key, value]) => [key, decode(value)])),
    matrix: fields.x || fields.of === "position" ? { text: decode(fields.x || ""), of: ["tree", "position"].includes(fields.of) ? fields.of : "matrix", rows: fields.rows === "min" ? "min" : "max" } : null,
  };
}

export function writeAddress({ view, game, at, moves, more = {}, matrix }) {
  if (view === "start") return "#/";
  const fields = [];
  if (game) fields.push(`g=${encodeURIComponent(game)}`);
  if (at) fields.push(`at=${encodeURIComponent(at)}`);
  for (const [key, value] of Object.entries(more)) if (value !== "") fields.push(`${key}=${encodeURIComponent(value)}`);
  if (moves.length) fields.push(`m=${moves.map(encodeURIComponent).join(",")}`);
  if (view === "matrix" && matrix) {
    if (matrix.text) fields.push(`x=${encodeURIComponent(matrix.text)}`);
    if (matrix.of !== "matrix") fields.push(`of=${matrix.of}`);
    if (matrix.rows === "min") fields.push("rows=min");
  }
  return `#/${view}${fields.length ? "?" : ""}${fields.join("&")}`;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
