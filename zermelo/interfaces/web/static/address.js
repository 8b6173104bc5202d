// The page's address: which view, which game, which moves. What is shared is the address.

const VIEWS = ["play", "analyse", "tree", "puzzles"];

export function readAddress(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const fields = {};
  for (const part of query.split("&")) {
    const [key, ...value] = part.split("=");
    if (key) fields[key] = value.join("=");
  }
  return {
    view: VIEWS.includes(path) ? path : "play",
    game: decode(fields.g || ""),
    at: decode(fields.at || ""),
    moves: fields.m ? fields.m.split(",").map(decode) : [],
  };
}

export function writeAddress({ view, game, at, moves }) {
  const fields = [`g=${encodeURIComponent(game)}`];
  if (at) fields.push(`at=${encodeURIComponent(at)}`);
  if (moves.length) fields.push(`m=${moves.map(encodeURIComponent).join(",")}`);
  return `#/${view}?${fields.join("&")}`;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
