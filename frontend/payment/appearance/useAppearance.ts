import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { onTheme } from '../../lib/theme';
import { appearanceOf } from './appearance';
import { takeSample } from './sample';

/** The look of the provider's fields, taken from the page they stand on. It changes with the page's colors. */
export function useAppearance(combined = false): Appearance {
  const [look, setLook] = useState(() => ofPage(combined));
  useEffect(() => {
    // Two frames later the page has its new colors; until then what it answers is on the way from the old ones.
    const renew = () => requestAnimationFrame(() => requestAnimationFrame(() => setLook(ofPage(combined))));
    const scheme = window.matchMedia?.('(prefers-color-scheme: dark)');
    scheme?.addEventListener('change', renew);
    const forget = onTheme(renew);
    return () => {
      scheme?.removeEventListener('change', renew);
      forget();
    };
  }, [combined]);
  return look;
}

function ofPage(combined: boolean): Appearance {
  const place = document.getElementById('payment') ?? document.querySelector('main form') ?? document.body;
  return appearanceOf(takeSample(place), { combined });
}
