import { useSyncExternalStore } from 'react';
import { cookie } from './cookies';
import { listen as listenTo } from './sections';

/** Where the visitor's wine goes, as the cookie of the cart has it: 'US:CA CA 94110', the place and its words. */
const COOKIE = 'vintner_ship_to';
const listeners = new Set<() => void>();
let known = '';
let started = false;

/** Return where the visitor's wine goes; nothing on the server and while it is not known. */
export function useShipTo(): { place: string; words: string } {
  const value = useSyncExternalStore(
    listen,
    () => known,
    () => '',
  );
  const end = value.indexOf(' ');
  return { place: value.slice(0, Math.max(end, 0)), words: value.slice(end + 1) };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (!started) {
    started = true;
    window.addEventListener('pageshow', read);
    listenTo('MiniCart', read); // each answer about the cart may bring another place
    known = cookie(COOKIE);
  }
  return () => {
    listeners.delete(listener);
  };
}

function read(): void {
  known = cookie(COOKIE);
  for (const listener of listeners) listener();
}
