// What a view hears from the window: one listener for as long as it is drawn, which does what the last drawing says.
// One that is put anew at every drawing misses the event on which another listener has the view drawn.

import { useLayoutEffect, useRef } from "./vendor/htm-preact.js";

export function useListener(kind, heard) {
  const latest = useRef(heard);
  latest.current = heard;
  useLayoutEffect(() => {
    const listener = (event) => latest.current(event);
    addEventListener(kind, listener);
    return () => removeEventListener(kind, listener);
  }, []);
}
