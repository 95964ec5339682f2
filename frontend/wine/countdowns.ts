import { browser } from '../lib/go';

const PATH = '/alerts/countdowns/';
const OPENING_PATH = '/coming-soon/countdown/';
/** The key of the store's own opening, in place of a wine's id. */
const OPENING = 'opening';
const TICK = 250; // in milliseconds: a second is shown at most so much late
const RELOAD_AFTER = 20; // in milliseconds: docs/behaviour/pages.md#timing

/** The server's answer, in milliseconds: the time left by product or OPENING, and over how long pages are to be reloaded. */
interface Answer {
  left: Record<string, number>;
  spread: number;
}

type Listener = (seconds: number) => void;

type Key = number | typeof OPENING;

const listeners = new Map<Key, Set<Listener>>();
/** Key → when it goes on sale or the store opens, by performance.now(): the shopper's clock may be wrong. */
const ends = new Map<string, number>();
let spread = 0;
let timer = 0;
let asking = false;
let leaving = false;

/** Tell the seconds until a wine goes on sale or the store opens, now and each second. Returns what stops it. */
export function watchCountdown(productId: number | undefined, listener: Listener): () => void {
  const key = productId ?? OPENING;
  const known = listeners.get(key) ?? new Set();
  listeners.set(key, known.add(listener));
  void ask();
  if (!timer) {
    timer = window.setInterval(tick, TICK);
    document.addEventListener('visibilitychange', askAgain);
  }
  return () => {
    known.delete(listener);
    if (known.size === 0) listeners.delete(key);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = 0;
    document.removeEventListener('visibilitychange', askAgain);
  };
}

/** A device that was asleep may have stopped its clock. */
function askAgain(): void {
  if (document.visibilityState === 'visible') void ask();
}

/** Ask for all countdowns of the page at once. Without an answer the page shows the day alone. */
async function ask(): Promise<void> {
  if (asking) return;
  asking = true;
  await Promise.resolve();
  asking = false;
  const wines = [...listeners.keys()].filter((key) => key !== OPENING);
  const query = new URLSearchParams(wines.map((id) => ['product', String(id)]));
  const addresses = [
    ...(wines.length > 0 ? [`${PATH}?${query}`] : []),
    ...(listeners.has(OPENING) ? [OPENING_PATH] : []),
  ];
  await Promise.all(addresses.map(askAt));
}

async function askAt(address: string): Promise<void> {
  const sent = performance.now();
  const answer = await fetch(address, { headers: { Accept: 'application/json' } })
    .then((response) => (response.ok ? (response.json() as Promise<Answer>) : null))
    .catch(() => null);
  if (!answer) return;
  const measured = (sent + performance.now()) / 2;
  spread = answer.spread;
  for (const [key, left] of Object.entries(answer.left)) ends.set(key, measured + left);
  tick();
}

function tick(): void {
  const now = performance.now();
  for (const [key, known] of listeners) {
    const end = ends.get(String(key));
    if (end === undefined) continue;
    const seconds = Math.max(0, Math.ceil((end - now) / 1000));
    for (const listener of known) listener(seconds);
    if (end <= now) reloadOnce(key);
  }
}

/** Reload the page when a wine is on sale or the store open. Those who wait do so one after another, over the time the server gives. */
function reloadOnce(key: Key): void {
  if (leaving) return;
  leaving = true;
  // The page of a closed store may answer a form: a reload would send that again.
  const reload = key === OPENING ? () => browser.go(location.pathname + location.search) : () => browser.reload();
  window.setTimeout(reload, RELOAD_AFTER + Math.random() * spread);
}
