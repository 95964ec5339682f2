import { useSyncExternalStore } from 'react';
import { cookie } from '../lib/cookies';
import { ConnectionError, createQueue, post } from '../lib/http';
import { whenIdle } from '../lib/whenIdle';

const PATH = '/wp-admin/admin-ajax.php';
/** The name that the store and other shops' scripts give the cookie of a guest's list. */
const COOKIE = 'simplefavorites';

interface Answer {
  status: string;
  message?: string;
  favorites: { posts: Record<string, unknown> }[];
}

/** What the store knows to be in the list, null until it has said so. */
let known: Set<number> | null = null;
/** What was pressed and has no answer yet. */
const pressed = new Map<number, { wanted: boolean }>();
const listeners = new Set<() => void>();
/** A guest's list is a cookie: each request has to know the answer of the one before. */
const queue = createQueue();
let started = false;

/** Return whether a wine is a favourite. `initially` holds on the server and until the list is known. */
export function useFavourite(productId: number, initially: boolean): boolean {
  return useSyncExternalStore(
    listen,
    () => isFavourite(productId) ?? initially,
    () => initially,
  );
}

/** Put a wine into the list or take it out: at once, and back if the store refuses. Returns the reason, else ''. */
export async function setFavourite(productId: number, wanted: boolean): Promise<string> {
  const press = { wanted };
  pressed.set(productId, press);
  notifyListeners();
  const problem = await queue(() => send(productId, wanted));
  if (pressed.get(productId) === press) pressed.delete(productId);
  notifyListeners();
  return problem;
}

function isFavourite(productId: number): boolean | undefined {
  return pressed.get(productId)?.wanted ?? known?.has(productId);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (!started) {
    started = true;
    read();
    window.addEventListener('pageshow', (event) => event.persisted && read());
  }
  return () => {
    listeners.delete(listener);
  };
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** A guest's list is in the cookie. A customer's is asked for when the page has nothing else to do. */
function read(): void {
  if (!cookie('vintner_customer')) {
    known = readCookie();
    notifyListeners();
    return;
  }
  whenIdle(() => void queue(ask));
}

function readCookie(): Set<number> {
  try {
    const sites = JSON.parse(cookie(COOKIE) || '[]') as { posts: Record<string, number> }[];
    return new Set(sites.flatMap((site) => Object.values(site.posts)));
  } catch {
    return new Set(); // a damaged cookie is an empty list, as it is for the store
  }
}

/** Without an answer all hearts stay empty; the next press brings the list. */
async function ask(): Promise<void> {
  await call({ action: 'favorites_array' }).catch(() => undefined);
  notifyListeners();
}

async function send(productId: number, wanted: boolean): Promise<string> {
  const status = wanted ? 'active' : 'inactive';
  try {
    return await call({ action: 'favorites_favorite', postid: String(productId), siteid: '1', status });
  } catch (error) {
    if (error instanceof ConnectionError) return error.message;
    throw error;
  }
}

async function call(fields: Record<string, string>): Promise<string> {
  const answer = await post<Answer>(PATH, { ...fields, brief: '1' }, { keepalive: true });
  if (answer.status !== 'success') return answer.message ?? '';
  known = new Set(answer.favorites.flatMap((site) => Object.keys(site.posts).map(Number)));
  return '';
}
