/** What stood in a plain input when another element took its place. */
export interface TypedText {
  text: string;
  start: number;
  end: number;
  focused: boolean;
}

export function readTyped(input: HTMLInputElement | null): TypedText {
  return {
    text: input?.value ?? '',
    start: input?.selectionStart ?? 0,
    end: input?.selectionEnd ?? 0,
    focused: input !== null && document.activeElement === input,
  };
}
