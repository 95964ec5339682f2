import { useSyncExternalStore } from 'react';
import type { LineView } from '../../generated/pages';

/** What was taken out on this page and can be put back, in its old place. */
export interface Removed {
  lines: LineView[];
  name: string;
  /** The store does not keep the lines of an emptied cart, so they are added again. */
  emptied: boolean;
  /** Where it stood in the list. */
  index: number;
}

const NOTHING: Removed[] = [];
let removed = NOTHING;
let restored = '';
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function set(next: Removed[]): void {
  removed = next;
  for (const listener of listeners) listener();
}

/** Remember what can be put back, until the page is left. */
export function noteRemoved(entry: Removed): void {
  restored = '';
  const keys = keysOf(entry);
  set([...removed.filter((each) => !keysOf(each).some((key) => keys.includes(key))), entry]);
}

/** It is about to be put back: its line takes the focus that the undo button had. */
export function noteRestoring(key: string): void {
  restored = key;
}

/** It is there again, or cannot come back. */
export function forgetRemoved(entry: Removed): void {
  set(removed.filter((each) => each !== entry));
}

/** Whether this line was the last to be put back. */
export function wasRestored(key: string): boolean {
  return key === restored;
}

/** Return what can be put back into these lines. */
export function useRemoved(lines: LineView[]): Removed[] {
  const all = useSyncExternalStore(
    listen,
    () => removed,
    () => NOTHING,
  );
  const there = new Set(lines.map((line) => line.key));
  return all.filter((each) => !keysOf(each).some((key) => there.has(key)));
}

function keysOf({ lines }: Removed): string[] {
  return lines.map((line) => line.key);
}
