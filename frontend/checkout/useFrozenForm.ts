import { type RefObject, useEffect } from 'react';

/** What changes nothing in a field: walking on, leaving, copying. */
const HARMLESS = /^(Tab|Escape|Shift|Control|Alt|Meta|F\d+)$/;
const FIELDS = 'input, select, textarea';

/**
 * While it is on, a form can be read and walked through, but nothing in it can be changed or pressed, by whatever
 * device. Nothing is disabled or inert: that would take the focus away, and what screen readers are at.
 */
export function useFrozenForm(form: RefObject<HTMLFormElement | null>, on: boolean): void {
  useEffect(() => {
    const element = form.current;
    if (!on || !element) return;
    const over = new AbortController();
    const options = { capture: true, signal: over.signal };
    element.addEventListener('click', stop, options); // also what keys press: buttons, boxes, links, Enter in a field
    element.addEventListener('beforeinput', stop, options);
    element.addEventListener('keydown', stopKey, options); // selects and radio buttons
    return () => over.abort();
  }, [form, on]);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function stopKey(event: KeyboardEvent): void {
  const isField = event.target instanceof Element && event.target.matches(FIELDS);
  if (isField && !HARMLESS.test(event.key) && !event.ctrlKey && !event.metaKey) stop(event);
}
