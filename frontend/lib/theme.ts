import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The early script in the page's head reads the same key before the first paint. */
const KEY = 'vintner.theme';
const CHANGED = 'vintner:theme';

/** The colors that the shopper chose; 'system' until then, and on the server. */
export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, chosen, () => 'system');
}

/** Change the colors of this page and of those to come. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage is forbidden: the choice holds for this page.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function chosen(): Theme {
  const { theme } = document.documentElement.dataset;
  return THEMES.find((each) => each === theme) ?? 'system';
}

export function onTheme(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}
