// The language of the page, and its words.

import { WORDS } from "./words.js";
import { WORDS_OF_VIEWS } from "./words_of_views.js";

export const LANGUAGES = { en: "English", it: "Italiano", es: "Español" };

const ALL = { ...WORDS, ...WORDS_OF_VIEWS };

const KEY = "zermelo.language";
let current = "en";

export function chosenLanguage() {
  const kept = remembered(KEY);
  const asked = (kept || navigator.language || "en").slice(0, 2);
  current = asked in LANGUAGES ? asked : "en";
  document.documentElement.lang = current;
  return current;
}

export function chooseLanguage(code) {
  current = code;
  remember(KEY, code);
  document.documentElement.lang = code;
}

export function language() {
  return current;
}

export function t(key, values = {}) {
  const found = ALL[key];
  if (!found) return key;
  const text = found[Object.keys(LANGUAGES).indexOf(current)] || found[0];
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// "a, b and c", as the language says it.
export function listed(words) {
  return new Intl.ListFormat(current).format(words);
}

// A point is a decimal point in every language, as in a typed tree: thousands have a comma in English, else a space.
export function number(value, tongue = current) {
  if (value === null || value === undefined) return "–";
  const said = typeof value === "string" ? value.replace(/\B(?=(\d{3})+$)/g, ",") : (Math.round(value) + 0).toLocaleString("en");
  return tongue === "en" ? said : said.replace(/,/g, "\u202f");
}

export function has(key) {
  return key in ALL;
}

export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // private windows keep nothing
  }
}
