import { useLayoutEffect } from 'react';
import { useHydrated } from '../lib/hydrated';
import { reveal } from '../lib/scroll';
import { leadToPayment } from '../payment/leadToPayment';
import { PAYMENT } from '../payment/paymentErrors';
import { revealNotice } from '../ui/glide';
import { unfold } from '../ui/unfold';
import styles from './ErrorSummary.module.css';
import type { FormErrors } from './useFormErrors';

/** What stands in the way of the order, each linked to its field. After a press it is brought into view and focused. */
export function ErrorSummary({ problems }: { problems: FormErrors }) {
  const { summary: errors, place, led, show } = problems;
  const hydrated = useHydrated();
  useLayoutEffect(() => {
    // As it appears, not later: the shopper may be at a field by then. Nor when an error disappears.
    if (led > 0) revealNotice(place.current);
  }, [led, place]);
  if (errors.length === 0) return null;
  return (
    <div ref={place} className={styles.summary} tabIndex={-1} role="alert">
      <h2 className={styles.title}>
        {errors.length === 1 ? 'There is a problem' : `There are ${errors.length} problems`}
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
  if (name === PAYMENT) {
    event.preventDefault();
    leadToPayment();
    return;
  }
  const field = document.getElementById(name) ?? chosenOf(name);
  if (!field) return;
  event.preventDefault();
  unfold(field);
  reveal(field);
}

/** Radio buttons share a name: the chosen one leads to its fields. */
function chosenOf(name: string): HTMLElement | undefined {
  return [...document.getElementsByName(name)].find((each) => each.matches(':checked'));
}
