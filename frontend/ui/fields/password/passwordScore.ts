import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import graphs from '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs';
import passwords from '@zxcvbn-ts/language-common/dist/passwords.json.mjs';
import firstNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs';
import words from '@zxcvbn-ts/language-en/dist/wikipedia.json.mjs';

/** Characters that are looked at. The store looks at as many (docs/behaviour/accounts.md#passwords). */
const ESTIMATED = 32;

const estimator = new ZxcvbnFactory({ dictionary: { passwords, firstNames, words }, graphs });

/** Return how hard a password is to guess, 0 to 4. `personal` are texts that the owner is known by. */
export function passwordScore(password: string, personal: string[]): number {
  return estimator.check(password.slice(0, ESTIMATED), personalWords(personal)).score;
}

function personalWords(texts: string[]): string[] {
  const words = texts.flatMap((text) => {
    const lowered = text.trim().toLowerCase();
    return [lowered.slice(0, ESTIMATED), ...(lowered.match(/[\p{L}\p{N}_]+/gu) ?? [])];
  });
  return [...new Set(words)].filter(Boolean).slice(0, 40);
}
