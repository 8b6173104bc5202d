// A tree that is typed: its field, and examples of what may be typed: numbers in brackets, outlines with names, dice.

import { html } from "./vendor/htm-preact.js";
import { t } from "./languages.js";

export const TEXTBOOK = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";

const LINES = 4; // of the field, at most

const OUTLINE = `Start
  left -> Cave
    3
    12
  right -> Bridge
    2
    jump -> Ford
      9
      5`;

const EXAMPLES = {
  textbook: { tree: TEXTBOOK },
  deeper: { tree: "[[[3, 17], [2, 12]], [[15, 8], [25, 0]], [[2, 5], [3, 14]]]" },
  outline: { tree: OUTLINE },
  dice: { tree: "[[1/2: 3, 1/2: 9], [1/6: 20, 5/6: 4]]", algorithm: "expectiminimax" },
};

// What a form asks for where an example is chosen.
export const exampleOf = (name) => ({ source: "tree", algorithm: "alphabeta", ...EXAMPLES[name] });

export const exampleNames = () => Object.keys(EXAMPLES).map((name) => [name, t("exampleTree", { name: t(`example_${name}`) })]);

// As many lines as it has; Enter searches, and an outline that is pasted keeps its lines.
export function TypedTree({ text, onType }) {
  const onKey = (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  };
  return html`<label class="grow"><span>${t("treeText")}</span><textarea name="tree" rows=${Math.min(LINES, text.split("\n").length)} value=${text} spellcheck="false" autocomplete="off"
    onKeyDown=${onKey} onInput=${(event) => onType(event.target.value)}></textarea></label>`;
}
