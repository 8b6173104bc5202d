// What a view keeps in the address beside the game and its moves: read from it, written into it.

const COMMON = ["g", "at", "m"]; // which address.js reads and writes
const kept = {}; // by view: its fields, as they are written

export function readDetails(view) {
  return Object.fromEntries(Object.entries(kept[view] || {}).map(([key, value]) => [key, decode(value)]));
}

// Put fields into the address; what is "" or undefined is left out.
export function writeDetails(view, fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  kept[view] = Object.fromEntries(given.map(([key, value]) => [key, legible(String(value))]));
  const { path, fields: shown } = split(location.hash);
  if (path !== view) return; // another view is on the screen by now
  const common = COMMON.filter((key) => key in shown).map((key) => [key, shown[key]]);
  const hash = `#/${view}?${[...common, ...Object.entries(kept[view])].map(([key, value]) => `${key}=${value}`).join("&")}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

function split(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const fields = {};
  for (const part of query.split("&")) {
    const [key, ...value] = part.split("=");
    if (key) fields[key] = value.join("=");
  }
  return { path, fields };
}

// Brackets and commas stay what they are, so that people can read the tree in a link.
function legible(text) {
  return encodeURIComponent(text).replace(/%(5B|5D|2C|3A)/g, decodeURIComponent);
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function ownFields(fields) {
  return Object.entries(fields).filter(([key]) => !COMMON.includes(key));
}

// Does a link say more than the game and its moves?
export function hasDetails(hash) {
  return ownFields(split(hash).fields).length > 0;
}

function absorb(hash) {
  const { path, fields } = split(hash);
  const own = ownFields(fields);
  if (own.length) kept[path] = Object.fromEntries(own);
}

absorb(location.hash);
addEventListener("hashchange", (event) => absorb(new URL(event.newURL).hash)); // before any view hears of it
