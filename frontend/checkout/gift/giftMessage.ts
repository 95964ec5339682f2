/** Return the length of a message as the store counts it: an emoji of one code point is one character. */
export function countCharacters(text: string): number {
  return [...text.trim().replace(/\r\n?/g, '\n')].length;
}

/** Return what is wrong with a gift's message, empty when nothing is. The store checks again, in the same words. */
export function findMessageProblem(text: string, longest: number): string {
  return countCharacters(text) > longest ? `Gift message is too long: at most ${longest} characters.` : '';
}
