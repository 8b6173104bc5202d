// What the server refuses, in the language of the page: by its code and parameters, never by its English sentence,
// which stands in for a code that has no words here.

import { finding } from "./findings.js";
import { language, number, t } from "./languages.js";
import { SPANISH } from "./refusals_es.js";
import { ITALIAN } from "./refusals_it.js";

const TABLES = { it: ITALIAN, es: SPANISH };

// `given` is what was thrown or sent: an error of the page, or code, parameters and sentence.
export function refusal(given, tongue = language()) {
  if (!given) return "";
  if (given.message === "unreachable") return t("unreachable");
  const told = given.told || given;
  return told.code ? written(told, tongue) : told.message || String(told);
}

function written({ code, parameters, sentence }, tongue) {
  const template = TABLES[tongue] && TABLES[tongue][code];
  if (!template) return sentence;
  if (code === "own_fault") return finding(parameters, shown(parameters.where, tongue), tongue);
  return template.replace(/\{(\w+)(!r)?(:,)?\}/g, (_, name, quoted, grouped) => {
    const value = parameters[name];
    return quoted && typeof value === "string" ? `'${value}'` : shown(value, tongue, grouped);
  });
}

function shown(value, tongue, grouped) {
  if (Array.isArray(value)) return value.map((part) => shown(part, tongue)).join(", ");
  if (value && value.code) return written(value, tongue);
  return grouped ? number(value, tongue) : String(value);
}
