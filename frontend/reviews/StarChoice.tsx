import { useEffect, useRef, useState } from 'react';
import type { ReviewProblem } from '../generated/pages';
import { useHydrated } from '../lib/hydrated';
import { Hidden } from '../ui/Hidden';
import { OUTLINE } from '../wine/Stars';
import styles from './StarChoice.module.css';

/** What one to five stars mean (docs/behaviour/pages.md#product-page). */
const WORDS = ['Very poor', 'Not that bad', 'Average', 'Good', 'Perfect'];

interface Props {
  initial: number | null;
  required: boolean;
  problem: ReviewProblem | undefined;
  onChange: () => void;
}

/** Five stars to choose from. The choice goes into the hidden field `rating`; `stars` does without scripts. */
export function StarChoice({ initial, required, problem, onChange }: Props) {
  const hydrated = useHydrated();
  const [rating, setRating] = useState(initial);
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // Chosen before the code was there, or restored by the browser.
    const chosen = group.current?.querySelector<HTMLInputElement>('input:checked');
    if (chosen) setRating(Number(chosen.value));
  }, []);
  const choose = (stars: number | null) => {
    setRating(stars);
    onChange();
  };
  const clear = () => {
    for (const star of group.current?.querySelectorAll('input') ?? []) star.checked = false;
    group.current?.querySelector('input')?.focus();
    choose(null);
  };
  return (
    <div className={styles.choice}>
      <fieldset
        ref={group}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a mere group can't be required or invalid
        role="radiogroup"
        aria-required={required || undefined}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && 'rating-error'}
      >
        <legend className={styles.label}>
          Your rating{!required && <span className={styles.optional}> (optional)</span>}
        </legend>
        <div className={styles.row}>
          {WORDS.map((word, index) => (
            <label key={word} className={styles.star}>
              <input
                type="radio"
                name="stars"
                value={index + 1}
                aria-label={`${index + 1} of 5 stars`}
                defaultChecked={initial === index + 1}
                onChange={() => choose(index + 1)}
              />
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d={OUTLINE} />
              </svg>
              <span className={styles.word} aria-hidden="true">
                {index + 1} of 5: {word}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {hydrated && rating !== null && !required && (
        <button type="button" className={styles.clear} onClick={clear}>
          Clear <Hidden>rating</Hidden>
        </button>
      )}
      <input type="hidden" id="rating" name="rating" value={rating ?? ''} />
      {problem && (
        <p id="rating-error" className={styles.problem}>
          {problem.text}
        </p>
      )}
    </div>
  );
}
