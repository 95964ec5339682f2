import { browser } from '../lib/go';

const PATH = '/alerts/countdowns/';
const TICK = 250; // in milliseconds: a second is shown at most so much late
const RELOAD_AFTER = 20; // in milliseconds: docs/behaviour/pages.md#timing

/** The server's answer, in milliseconds: the time left by product, and over how long pages are to be reloaded. */
interface Answer {
  left: Record<string, number>;
  spread: number;
}

type Listener = (seconds: number) => void;

const listeners = new Map<number, Set<Listener>>();
/** Product id → when it goes on sale, by performance.now(): the shopper's clock may be wrong. */
const ends = new Map<number, number>();
let spread = 0;
let timer = 0;
let asking = false;
let leaving = false;

/** Tell the seconds until a wine goes on sale, now and each second. Returns what stops it. */
export function watchCountdown(productId: number, listener: Listener): () => void {
  const known = listeners.get(productId) ?? new Set();
  listeners.set(productId, known.add(listener));
  void ask();
  if (!timer) {
    timer = window.setInterval(tick, TICK);
    document.addEventListener('visibilitychange', askAgain);
  }
  return () => {
    known.delete(listener);
    if (known.size === 0) listeners.delete(productId);
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
  const query = new URLSearchParams([...listeners.keys()].map((id) => ['product', String(id)]));
  const sent = performance.now();
  const answer = await fetch(`${PATH}?${query}`, { headers: { Accept: 'application/json' } })
    .then((response) => (response.ok ? (response.json() as Promise<Answer>) : null))
    .catch(() => null);
  if (!answer) return;
  const measured = (sent + performance.now()) / 2;
  spread = answer.spread;
  for (const [id, left] of Object.entries(answer.left)) ends.set(Number(id), measured + left);
  tick();
}

function tick(): void {
  const now = performance.now();
  for (const [id, known] of listeners) {
    const end = ends.get(id);
    if (end === undefined) continue;
    const seconds = Math.max(0, Math.ceil((end - now) / 1000));
    for (const listener of known) listener(seconds);
    if (end <= now) reloadOnce();
  }
}

/** Reload the page when a wine is on sale. Those who wait do so one after another, over the time the server gives. */
function reloadOnce(): void {
  if (leaving) return;
  leaving = true;
  window.setTimeout(() => browser.reload(), RELOAD_AFTER + Math.random() * spread);
}
