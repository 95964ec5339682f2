import { type FromChallenge, isMessage } from '../messages.ts';
import { SANDBOX } from './origin.ts';

const STYLE = `
  .sandbox-challenge { width: min(30rem, calc(100vw - 2rem)); max-width: none; height: min(38rem, calc(100dvh - 2rem));
    max-height: none; padding: 0; border: 1px solid color-mix(in srgb, CanvasText 25%, transparent); border-radius: 12px; overflow: hidden; background: Canvas; color: CanvasText;
    color-scheme: light dark; box-shadow: 0 20px 60px rgb(0 0 0 / 35%); }
  .sandbox-challenge[open] { display: grid; grid-template-rows: auto 1fr; }
  .sandbox-challenge::backdrop { background: rgb(10 10 20 / 60%); }
  .sandbox-challenge > div { display: flex; align-items: center; justify-content: space-between; padding: .25rem .25rem .25rem 1.25rem;
    border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, transparent); }
  .sandbox-challenge h2 { margin: 0; font: 600 1rem/1.4 system-ui, sans-serif; }
  .sandbox-challenge button { min-width: 44px; min-height: 44px; border: 0; border-radius: 8px; background: none; color: inherit;
    font: 1rem/1 system-ui, sans-serif; cursor: pointer; }
  .sandbox-challenge button:focus-visible { outline: 3px solid; outline-offset: -3px; }
  .sandbox-challenge iframe { width: 100%; height: 100%; border: 0; }
  .sandbox-challenge[aria-busy='true']::after { content: 'Loading…'; place-self: center; font: 1rem/1.4 system-ui, sans-serif; }
`;
let sheet: CSSStyleSheet | null = null;
let count = 0;

/** A page of the provider that stands open; `close` takes it down. */
export interface Shown {
  closed: Promise<'over' | 'canceled'>;
  close: () => void;
}

/** Show the bank's question over the store's page; settle when the shopper answered or gave up. */
export async function showChallenge(token: string): Promise<void> {
  const url = `${SANDBOX}/sandbox/challenge/${encodeURIComponent(token)}`;
  const names = { title: 'Your bank asks', frame: "3-D Secure: your bank's question", name: 'sandbox-challenge' };
  const how = await show(url, names).closed;
  if (how === 'canceled') await giveUp(framed(url));
}

/** Show a page of the provider over the store's: a voucher, or a code to scan. */
export function showPage(url: string, title: string): Shown {
  return show(url, { title, frame: title, name: 'sandbox-page' });
}

export interface Names {
  title: string;
  frame: string;
  name: string;
}

function show(url: string, names: Names): Shown {
  let end: (how: 'over' | 'canceled') => void = () => {};
  let resolve: (how: 'over' | 'canceled') => void = () => {};
  const closed = new Promise<'over' | 'canceled'>((settle) => {
    resolve = settle;
  });
  const heard = (data: unknown): void => {
    if (!isMessage<FromChallenge>(data, 'from', 'challenge')) return;
    if (data.type !== 'loaded') end(data.type === 'over' ? 'over' : 'canceled');
  };
  const { close } = openFrame(url, names, heard, () => end('canceled'));
  end = (how) => {
    close();
    resolve(how);
  };
  return { closed, close: () => end('over') };
}

/** A page of the provider in a dialog over the store's page. */
export interface OpenFrame {
  frame: HTMLIFrameElement;
  close: () => void;
}

/** Open a page of the provider; `heard` is told what it says, `dismissed` that the shopper closes the dialog. */
export function openFrame(url: string, names: Names, heard: (data: unknown) => void, dismissed: () => void): OpenFrame {
  addStyle();
  const { dialog, frame, close } = build(framed(url), names);
  const listen = (event: MessageEvent<unknown>): void => {
    if (event.origin === SANDBOX && event.source === frame.contentWindow) heard(event.data);
  };
  window.addEventListener('message', listen);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    dismissed();
  });
  // Browsers let the Escape key close a dialog for good when it is pressed twice.
  dialog.addEventListener('close', () => {
    if (!dialog.isConnected) return;
    dismissed();
    if (dialog.isConnected) dialog.showModal();
  });
  close.addEventListener('click', dismissed);
  document.body.append(dialog);
  dialog.showModal();
  return {
    frame,
    close: () => {
      window.removeEventListener('message', listen);
      dialog.close();
      dialog.remove();
    },
  };
}

/** Return the page's address with the name of the page around it, which alone may frame it and is told its end. */
function framed(url: string): string {
  return `${url}?origin=${encodeURIComponent(location.origin)}`;
}

function build(
  url: string,
  names: Names,
): { dialog: HTMLDialogElement; frame: HTMLIFrameElement; close: HTMLButtonElement } {
  count += 1;
  const dialog = document.createElement('dialog');
  dialog.className = 'sandbox-challenge';
  const title = document.createElement('h2');
  title.id = `sandbox-challenge-${count}`;
  title.textContent = names.title;
  dialog.setAttribute('aria-labelledby', title.id);
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = '✕';
  close.setAttribute('aria-label', names.name === 'sandbox-challenge' ? 'Cancel' : 'Close');
  const bar = document.createElement('div');
  bar.append(title, close);
  const frame = document.createElement('iframe');
  frame.title = names.frame;
  frame.name = names.name;
  frame.src = url;
  showWhenReady(dialog, frame);
  dialog.append(bar, frame);
  return { dialog, frame, close };
}

/** Keep the frame out of sight, and of the keyboard's way, until its page hears keys: its script has run by `load`. */
function showWhenReady(dialog: HTMLDialogElement, frame: HTMLIFrameElement): void {
  frame.hidden = true;
  dialog.setAttribute('aria-busy', 'true');
  const ready = (): void => {
    frame.hidden = false;
    dialog.removeAttribute('aria-busy');
    frame.focus();
  };
  frame.addEventListener('load', ready, { once: true });
}

/** Closing the question counts as failing it, as with Stripe. */
async function giveUp(url: string): Promise<void> {
  await fetch(url, { method: 'POST', body: new URLSearchParams({ result: 'fail' }) }).catch(() => {});
}

function addStyle(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
}
