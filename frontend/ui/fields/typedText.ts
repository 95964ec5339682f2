import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What stands in a plain input when another element takes its place. */
interface TypedText {
  text: string;
  start: number;
  end: number;
  focused: boolean;
}

/**
 * For a combobox that takes the place of a plain input with the same id, also while somebody types in it. The input is
 * read while the combobox is rendered for the first time: React renders and replaces it without a pause, so that no key
 * comes in between.
 */
export function useTypedText(id: string): { input: RefObject<HTMLInputElement | null>; typed: TypedText } {
  const [typed] = useState(() => readTyped(document.querySelector(`input#${id}`)));
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!typed.focused) return;
    input.current?.focus();
    input.current?.setSelectionRange(typed.start, typed.end);
  }, [typed]);
  return { input, typed };
}

function readTyped(input: HTMLInputElement | null): TypedText {
  return {
    text: input?.value ?? '',
    start: input?.selectionStart ?? 0,
    end: input?.selectionEnd ?? 0,
    focused: input !== null && document.activeElement === input,
  };
}
