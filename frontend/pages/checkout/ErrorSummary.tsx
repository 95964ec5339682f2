import { useEffect } from 'react';
import { useHydrated } from '../../lib/hydrated';
import { reveal } from '../../lib/scroll';
import { unfold } from '../../lib/unfold';
import styles from './ErrorSummary.module.css';
import type { Problems } from './useProblems';

/** What stands in the way of the order, each linked to its field. New errors are brought into view and focused. */
export function ErrorSummary({ problems }: { problems: Problems }) {
  const { summary: errors, place, show } = problems;
  const hydrated = useHydrated();
  const text = errors.map((error) => error.text).join(' ');
  useEffect(() => {
    if (text) reveal(place.current);
  }, [text, place]);
  if (errors.length === 0) return null;
  return (
    <div ref={place} className={styles.summary} tabIndex={-1} role="alert">
      <h2 className={styles.title}>
        {errors.length === 1 ? 'One thing to look at' : `${errors.length} things to look at`}
      </h2>
      {hydrated && (
        <button type="button" className={styles.dismiss} onClick={() => show([])} aria-label="Dismiss these messages">
          <span aria-hidden="true">×</span>
        </button>
      )}
      <ul className={`woocommerce-error ${styles.list}`}>
        {errors.map(({ field, text }) => (
          <li key={`${field} ${text}`} data-id={field || undefined}>
            {field ? (
              <a href={`#${field}`} onClick={(event) => focusField(event, field)}>
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function focusField(event: { preventDefault: () => void }, name: string): void {
  const field = document.getElementById(name);
  if (!field) return;
  event.preventDefault();
  unfold(field);
  reveal(field);
}
