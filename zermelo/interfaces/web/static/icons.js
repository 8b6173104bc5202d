// Small pictures for buttons, drawn here so that no font is needed.

import { html } from "./vendor/htm-preact.js";

const PATHS = {
  start: "M5 4v12M16 4 8 10l8 6z",
  back: "M14 4 6 10l8 6z",
  run: "M6 3.5 16 10 6 16.5z",
  pause: "M7 4v12M13 4v12",
  step: "M6 4l8 6-8 6z",
  end: "M15 4v12M4 4l8 6-8 6z",
  undo: "M8 5 4 9l4 4M4 9h8a4 4 0 0 1 0 8h-2",
  redo: "M12 5l4 4-4 4M16 9H8a4 4 0 0 0 0 8h2",
  hint: "M7.5 14a5.5 5.5 0 1 1 5 0v1.5h-5zM8 18h4",
  flip: "M7 16V4L4 7M13 4v12l3-3",
  save: "M10 3v9M6.5 9l3.5 3.5L13.5 9M4 16h12",
  share: "M8.5 11.5l3-3M7 10l-2 2a2.8 2.8 0 0 0 4 4l2-2M13 10l2-2a2.8 2.8 0 0 0-4-4L9 6",
  cut: "M5 4l9 10M15 4 6 14M5.5 13.5a2 2 0 1 0 .1 0zM14.5 13.5a2 2 0 1 0 .1 0z",
  star: "M10 3l2.2 4.7 5.1.6-3.8 3.5 1 5.1L10 14.4l-4.5 2.5 1-5.1L2.7 8.3l5.1-.6z",
  threat: "M10 3 18 16.5H2zM10 8v4M10 14.3v.1",
  sound: "M3 8v4h3l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5M15 5a7 7 0 0 1 0 10",
  mute: "M3 8v4h3l4 3.5v-11L6 8zM13 8l4 4M17 8l-4 4",
  dice: "M4 3.5h12v13H4zM7.5 7h.1M12.5 7h.1M10 10h.1M7.5 13h.1M12.5 13h.1",
  return: "M7 8 4 11l3 3M4 11h8a3.5 3.5 0 0 0 0-7H9",
};
const FILLED = new Set(["start", "back", "run", "step", "end"]);

export function Icon({ name }) {
  return html`<svg class=${`icon ${FILLED.has(name) ? "filled" : ""}`} viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
