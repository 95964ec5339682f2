import { useCallback, useSyncExternalStore } from 'react';
import type { Contract } from '../generated/pages';
import { afterPress } from './afterPress';
import type { SectionName } from './pages';

/** What to accept where sections are answered: the mounted components render them, so their props are enough. */
export const SECTIONS = 'application/vnd.vintner.sections+json, application/json';

/**
 * A map from a CSS selector to the HTML that replaces what it names
 * (docs/behaviour/cart.md#pages-and-cookies-for-caches).
 */
export type Fragments = Record<string, string>;

type Listener = () => void;

/** Props that an answer has brought, by section. */
export const latest = new Map<string, object>();
const listeners = new Map<string, Set<Listener>>();

/** Return a section's props: those of the page until an answer brings newer ones. */
export function useSection<Name extends SectionName>(
  name: Name,
  initial: Contract['sections'][Name],
): Contract['sections'][Name] {
  const subscribe = useCallback((listener: Listener) => listen(name, listener), [name]);
  const current = useSyncExternalStore(
    subscribe,
    () => latest.get(name) ?? initial,
    () => initial,
  );
  return current as Contract['sections'][Name];
}

export function listen(name: string, listener: Listener): () => void {
  const known = listeners.get(name) ?? new Set();
  listeners.set(name, known.add(listener));
  return () => {
    known.delete(listener);
    if (known.size === 0) latest.delete(name);
  };
}

/** Show these props wherever the section is mounted. Answers false when it is not. */
export function setSection<Name extends SectionName>(name: Name, props: Contract['sections'][Name]): boolean {
  return show(name, props);
}

function show(name: string, props: object): boolean {
  const known = listeners.get(name);
  if (!known || known.size === 0) return false;
  latest.set(name, props);
  // Newer totals are seldom as tall as the old ones: nothing may move away under a pressed pointer.
  afterPress(() => {
    for (const listener of known) listener();
  });
  return true;
}

/**
 * Replace page sections: a mounted one renders the new props, anything else gives way to the HTML. A section that came
 * without HTML and is not mounted leaves the page as it is.
 */
export function applyFragments(fragments: Fragments): void {
  for (const [selector, html] of Object.entries(fragments)) {
    const element = parse(html);
    if (element && !showFragment(element) && !isBare(element)) {
      for (const place of document.querySelectorAll(selector)) place.replaceWith(element.cloneNode(true));
    }
  }
}

function isBare({ dataset, childNodes }: HTMLElement): boolean {
  return dataset.props !== undefined && childNodes.length === 0;
}

/** One element may bring the props of several sections: 'CartPopup MiniCart'. */
function showFragment(element: HTMLElement): boolean {
  const { section, props } = element.dataset;
  if (section === undefined || props === undefined) return false;
  const read = JSON.parse(props) as object;
  return section.split(' ').filter((name) => show(name, read)).length > 0;
}

function parse(html: string): HTMLElement | null {
  const template = document.createElement('template');
  template.innerHTML = html.trim();
  const element = template.content.firstElementChild;
  return element instanceof HTMLElement ? element : null;
}
