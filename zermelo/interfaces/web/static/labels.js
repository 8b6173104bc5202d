// Names in a drawing: as much of each as fits beside its neighbours; the whole of it is its title.

const SPACE = "http://www.w3.org/2000/svg";
const LETTER = 6.4; // pixels, of a name
const GAP = 4;
const WIDEST = 160;
const PART = 0.75; // of the way down
const SLOT = [54, 84]; // the least and the most from one node to the next
export const MARK = 12; // of a reason beside a name

export function make(name, attributes = {}) {
  const found = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  return found;
}

// From one node to the next, so that most names fit.
export function slotOf({ action, why }) {
  const letters = action.reduce((most, name) => Math.max(most, name.length), 0);
  const wide = (letters * LETTER + GAP + (Object.keys(why).length ? MARK : 0)) / PART;
  return Math.round(Math.min(Math.max(wide, SLOT[0]), SLOT[1]));
}

// Where the name of the step from one node down to another is written.
export function labelAt(above, below) {
  const top = above.y + (above.stem || 20);
  return { x: above.x + (below.x - above.x) * PART, y: top + (below.y - 20 - top) * PART, room: WIDEST };
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
