import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { onTheme } from '../theme';

const DARKEST_LIGHT = 125; // of 255: above it a background counts as light (spec 9, payment appearance)

/** The look of the card's fields, taken from the page they stand on. It changes with the page's colors. */
export function useAppearance(): Appearance {
  const [look, setLook] = useState(appearance);
  useEffect(() => {
    // Two frames later the page has its new colors; until then what it answers is on the way from the old ones.
    const renew = () => requestAnimationFrame(() => requestAnimationFrame(() => setLook(appearance())));
    const scheme = window.matchMedia?.('(prefers-color-scheme: dark)');
    scheme?.addEventListener('change', renew);
    const forget = onTheme(renew);
    return () => {
      scheme?.removeEventListener('change', renew);
      forget();
    };
  }, []);
  return look;
}

function appearance(): Appearance {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  const page = getComputedStyle(document.body);
  return {
    theme: brightness(page.backgroundColor) > DARKEST_LIGHT ? 'stripe' : 'night',
    variables: {
      colorPrimary: token('--accent-text'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-soft'),
      colorDanger: token('--bad'),
      fontFamily: page.fontFamily,
      borderRadius: token('--radius'),
    },
  };
}

/** How bright a color such as 'rgb(251, 247, 240)' looks, from 0 to 255. */
function brightness(color: string): number {
  const [red = 255, green = 255, blue = 255] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (red * 299 + green * 587 + blue * 114) / 1000;
}
