import type { ExpressPaymentType } from '@stripe/stripe-js';
import './express.css';
import type { ButtonsOptions, FromButtons, ToButtons } from './express/messages.ts';
import { pause, SWITCHES } from './express/switches.ts';
import { WALLETS } from './express/wallets.ts';
import { isMessage } from './messages.ts';

/** The page inside the frame of the express element's buttons. */
const store = document.documentElement.dataset.storeOrigin ?? '';
const main = document.getElementById('express') as HTMLElement;
/** From this width on two buttons stand side by side, if the store leaves it to the element. */
const WIDE = 400;
let options: ButtonsOptions | null = null;
let opened = false;
/** The button whose sheet was opened last: the keyboard comes back to it. */
let pressed: HTMLElement | null = null;

function tell(message: FromButtons): void {
  if (window.parent !== window) window.parent.postMessage(message, store);
}

function heard(message: ToButtons): void {
  if (message.type === 'options') {
    options = message.options;
    draw();
    tell({ from: 'buttons', type: 'shown' });
  } else if (message.type === 'focus') {
    (pressed?.isConnected ? pressed : main.querySelector('button'))?.focus();
  } else if (document.activeElement instanceof HTMLElement) {
    document.activeElement.blur();
  }
}

function draw(): void {
  if (!options) return;
  const { wallets, height, radius, columns, rows } = options;
  const wide = columns || (main.clientWidth >= WIDE ? 2 : 1);
  const across = Math.min(wide, wallets.length) || 1;
  const first = rows === 0 || opened ? wallets.length : across * rows;
  main.style.setProperty('--columns', String(across));
  main.style.setProperty('--height', `${height}px`);
  main.style.setProperty('--radius', radius);
  main.replaceChildren(...wallets.slice(0, first).map(walletButton));
  if (first < wallets.length) main.append(moreButton());
  tell({ from: 'buttons', type: 'resize', height: Math.ceil(main.getBoundingClientRect().height) });
}

function walletButton(wallet: ExpressPaymentType): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `Wallet Wallet--${wallet} Theme--${options?.themes[wallet] ?? 'auto'}`;
  button.textContent = words(WALLETS[wallet].label, options?.kinds[wallet] ?? 'plain');
  button.addEventListener('click', () => {
    pressed = button;
    tell({ from: 'buttons', type: 'click', wallet });
  });
  return button;
}

/** Return the button's text: its type's verb, as in "Check out with Apple Pay". */
function words(label: string, kind: string): string {
  if (kind === 'plain' || kind === 'paypal') return label;
  const verb = { buynow: 'buy', checkout: 'check out', 'check-out': 'check out' }[kind] ?? kind.replaceAll('-', ' ');
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} with ${label}`;
}

function moreButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'More';
  button.textContent = 'More ways to pay';
  button.addEventListener('click', () => {
    const place = main.querySelectorAll('.Wallet').length;
    opened = true;
    draw();
    main.querySelectorAll<HTMLElement>('.Wallet')[place]?.focus();
  });
  return button;
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.origin !== store || event.source !== window.parent) return;
  if (isMessage<ToButtons>(event.data, 'to', 'buttons')) heard(event.data);
});
document.addEventListener('focusin', () => tell({ from: 'buttons', type: 'focus' }));
document.addEventListener('focusout', (event) => {
  if (event.relatedTarget === null) tell({ from: 'buttons', type: 'blur' });
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell({ from: 'buttons', type: 'escape' });
});
let width = main.clientWidth;
new ResizeObserver(() => {
  if (main.clientWidth === width) return;
  width = main.clientWidth;
  draw();
}).observe(main);
void pause('ready').then(() =>
  tell({ from: 'buttons', type: 'loaded', wallets: SWITCHES.wallets, failed: SWITCHES.load_error }),
);
