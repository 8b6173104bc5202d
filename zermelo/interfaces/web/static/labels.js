// Names in a drawing: as much of each as fits beside its neighbours; the whole of it is its title.

const SPACE = "http://www.w3.org/2000/svg";
const LETTER = 6.4; // pixels, of a name
const GAP = 4;
const WIDEST = 160;
const PART = 0.75; // of the way down
const SLOT = [54, 84, 94]; // the least and the most from one node to the next, the most with probabilities
export const MARK = 12; // of a reason beside a name

export function make(name, attributes = {}) {
  const found = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  return found;
}

// From one node to the next, so that most names fit.
export function slotOf(trace) {
  const [reasons, thrown] = [trace.why, trace.chance].map((known) => Object.keys(known).length > 0);
  const names = [...trace.action.keys()].map((n) => trace.edge(n)).concat(thrown ? Object.values(trace.pruned).flat() : []);
  const letters = names.reduce((most, name) => Math.max(most, name.length), 0);
  const wide = (letters * LETTER + GAP + (reasons ? MARK : 0)) / PART;
  return Math.ceil(Math.min(Math.max(wide, SLOT[0]), SLOT[thrown ? 2 : 1]));
}

// How far apart two leaves are so that the name of the step to one fits, unless it is very long.
export function roomOf(name) {
  return name.length > 2 ? Math.min((name.length * LETTER + GAP) / PART, SLOT[2]) : 0;
}

// Where the name of the step from one node down to another is written.
export function labelAt(above, below) {
  const [top, foot] = [above.y + 20, below.y - below.top];
  const part = (PART * (foot - (below.caption || 0) - top)) / (foot - top || 1);
  return { x: above.x + (below.x - above.x) * part, y: top + (foot - top) * part, room: WIDEST };
}

// Labels of one row stand side by side: none is wider than the way to the nearest other.
export function withRoom(labels) {
  const sorted = [...labels].sort((one, other) => one.y - other.y || one.x - other.x);
  for (let i = 1; i < sorted.length; i += 1) {
    const [left, right] = [sorted[i - 1], sorted[i]];
    if (left.y !== right.y) continue;
    const apart = right.x - left.x - GAP;
    left.room = Math.min(left.room, apart);
    right.room = Math.min(right.room, apart);
  }
}

export function fitted(text, room) {
  const [letters, most] = [[...text], Math.max(1, Math.floor(room / LETTER))];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}

// A text of the drawing, with the whole as its title where only a part of it fits.
export function titled(element, text, room) {
  const shown = fitted(text, room);
  element.textContent = shown;
  if (shown !== text) element.appendChild(make("title")).textContent = text;
}
