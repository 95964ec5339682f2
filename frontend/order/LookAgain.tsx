import { useEffect } from 'react';
import { browser } from '../lib/go';

/** Reloads the page after so many seconds, while the shopper is answering on a phone; 0 for never. */
export function LookAgain({ after }: { after: number }) {
  useEffect(() => {
    if (after <= 0) return;
    const timer = window.setTimeout(() => browser.reload(), after * 1000);
    return () => window.clearTimeout(timer);
  }, [after]);
  return null;
}
