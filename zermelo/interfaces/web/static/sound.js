// A tap for a move, three notes for the end; off until somebody wants it.

import { remember, remembered } from "./languages.js";

const KEY = "zermelo.sound";
const NOTES = { move: [[330, 0, 0.07]], end: [[392, 0, 0.14], [494, 0.12, 0.14], [587, 0.24, 0.3]] }; // hertz, from, seconds
let speaker = null;

export function hears() {
  return remembered(KEY) === "on";
}

export function setHears(wanted) {
  remember(KEY, wanted ? "on" : "off");
}

export function sound(kind) {
  if (!hears() || !("AudioContext" in globalThis)) return;
  speaker ||= new AudioContext();
  for (const [pitch, from, length] of NOTES[kind]) note(pitch, speaker.currentTime + from, length);
}

function note(pitch, from, length) {
  const [tone, volume] = [speaker.createOscillator(), speaker.createGain()];
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + length);
  tone.connect(volume).connect(speaker.destination);
  tone.start(from);
  tone.stop(from + length);
}
