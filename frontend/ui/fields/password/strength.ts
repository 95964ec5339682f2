/** The score that is asked for, of 0 to 4, and the fewest characters (docs/behaviour/accounts.md#passwords). */
export const LEAST_SCORE = 3;
const SHORTEST = 8;

/** What a password below that is refused with. */
export const STRONGER = 'Please enter a stronger password.';

/** What stands instead of a score while the password and its repetition differ. */
export const MISMATCH = 5;

const LABELS = ['Very weak', 'Weak', 'Weak', 'Medium', 'Strong', 'Mismatch'];
const KINDS = ['short', 'bad', 'bad', 'good', 'strong', 'mismatch'] as const;

/** Return the name that a score goes by in styles. */
export const kindOf = (score: number) => KINDS[score] ?? 'short';

/** Return a score in words. */
export function labelOf(score: number): string {
  const label = LABELS[score] ?? '';
  return score < LEAST_SCORE ? `${label} - ${STRONGER}` : label;
}

/** A password of few characters is weak, however strange they are. */
export const capped = (password: string, score: number) => (password.length < SHORTEST ? Math.min(score, 1) : score);

/** Return the fields in a form that repeat or hold a new password, the one to choose it in first. */
export const newPasswords = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (each): each is HTMLInputElement => each instanceof HTMLInputElement && each.autocomplete === 'new-password',
  );

/** Return what the owner of a password is known by: names and email addresses in the same form, and the store's name. */
export function personalTexts(form: HTMLFormElement): string[] {
  const fields = [...form.elements].filter((each) => each instanceof HTMLInputElement);
  const own = fields.filter((each) => /(email|username|given-name|family-name)$/.test(each.autocomplete));
  const store = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content;
  return [...own.map((each) => each.value), store ?? ''];
}
