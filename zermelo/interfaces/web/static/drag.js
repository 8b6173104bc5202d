// A stone dragged from its place to where it may go, by mouse, pen or finger.

import { useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";

const SLACK = 6; // pixels that a click may wander
const EDGE = 24; // pixels from where a larger board is scrolled on

export function useDrag({ live, movable, onLift, onDrop, onBack }) {
  const [stone, setStone] = useState(null);
  const held = useRef(null);
  const moved = useRef(false);

  function end() {
    held.current = null;
    setStone(null);
  }

  function putBack() {
    end();
    onBack();
  }

  useLayoutEffect(() => {
    if (!live) end(); // the clock ran out, or another position came
  }, [live]);
  useLayoutEffect(() => {
    if (!stone) return undefined;
    const onKey = (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      putBack();
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, [stone === null]);

  const handlers = {
    onPointerDown(event) {
      moved.current = false;
      const cell = cellOf(event.target);
      if (event.button === 0 && event.isPrimary && cell !== null && movable(cell)) held.current = { cell, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event) {
      if (!event.buttons) held.current = null; // it was let go of outside
      const from = held.current;
      if (!from) return;
      if (!moved.current && Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK) return;
      if (!moved.current) {
        moved.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        onLift(from.cell);
      }
      scrollOn(event);
      setStone({ cell: from.cell, over: cellUnder(event), ...pointOf(event) });
    },
    onTouchMove(event) {
      if (held.current) event.preventDefault(); // a finger on anything else scrolls
    },
    onPointerUp(event) {
      const from = held.current;
      const dragged = from && moved.current;
      setTimeout(() => (moved.current = false)); // after the click that ends a drag, and is none
      end();
      if (dragged) onDrop(from.cell, cellUnder(event));
    },
    onPointerCancel: () => held.current && putBack(),
  };
  return { stone, handlers, clicked: () => !moved.current };
}

function cellOf(element) {
  const found = element && element.closest && element.closest("[data-cell]");
  return found ? Number(found.dataset.cell) : null;
}

function cellUnder(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  return found && event.currentTarget.contains(found) ? cellOf(found) : null;
}

function scrollOn({ clientX, clientY, currentTarget }) {
  const frame = currentTarget.parentElement;
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  const push = (at, low, high) => (at < low + EDGE ? -EDGE : at > high - EDGE ? EDGE : 0);
  frame.scrollBy(push(clientX, left, right), push(clientY, top, bottom));
}

function pointOf(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(event.currentTarget.getScreenCTM().inverse());
  return { x: point.x, y: point.y };
}
