/**
 * What the page has to do after an order was placed, as its address says
 * (docs/behaviour/checkout.md#where-the-browser-goes-on).
 */
export type Pending = Confirmation | Voucher | Wallet | OlderConfirmation;

interface Named {
  orderId: string;
  clientSecret: string;
}

/** The bank's question. The nonce is a fresh one: with the order, the guest may have become a customer. */
export interface Confirmation extends Named {
  kind: 'confirm';
  nonce: string;
}

/** A slip to be paid at a bank, an ATM or a counter. */
export interface Voucher extends Named {
  kind: 'voucher';
  method: string;
  returnUrl: string;
}

/** A code to scan, or a wallet on the phone. */
export interface Wallet extends Named {
  kind: 'wallet';
  method: string;
  /** Whether the wallet is only saved for later, without a payment. */
  setup: boolean;
  returnUrl: string;
  nonce: string;
}

/** The older shape of the bank's question. It names no order. */
export interface OlderConfirmation {
  kind: 'older';
  clientSecret: string;
  returnUrl: string;
}

const CONFIRM = /^#wc-\w+-confirm-(pi|si):(\d+):([^:]+):([\w-]+)$/;
const VOUCHER = /^#wc-\w+-voucher-(\d+):(\w+):([^:]+):([^:]+)$/;
const WALLET = /^#wc-\w+-wallet-(\d+):(\w+):(payment_intent|setup_intent):([^:]+):([^:]+):([\w-]+)$/;
const OLDER = /^#confirm-(pi|si)-([^:]+):(.+)$/;

const SECRET = { pi: /^pi_\w+_secret_\w+$/, si: /^seti_\w+_secret_\w+$/ };

/** Read one of the four shapes. Anything that does not match completely is ignored. */
export function readHash(hash: string): Pending | null {
  return readConfirmation(hash) ?? readVoucher(hash) ?? readWallet(hash) ?? readOlder(hash);
}

/**
 * Take a payment out of the address, so that its secret stays in no history. Returns its hash; '' for none, and for one
 * that is not wanted.
 */
export function takeHash(isWanted: (pending: Pending) => boolean = () => true): string {
  const { hash } = window.location;
  const pending = readHash(hash);
  if (!pending) return '';
  putBack('');
  return isWanted(pending) ? hash : '';
}

/** Put a hash into the address, without anybody hearing of it. */
export function putBack(hash: string): void {
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search + hash);
}

/** The intent that a secret is of. */
export function intentOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

function readConfirmation(hash: string): Confirmation | null {
  const [, intent, orderId, clientSecret, nonce] = CONFIRM.exec(hash) ?? [];
  if (!orderId || !clientSecret || !nonce || !isSecret(intent, clientSecret)) return null;
  return { kind: 'confirm', orderId, clientSecret, nonce };
}

function readVoucher(hash: string): Voucher | null {
  const [, orderId, method, clientSecret, address] = VOUCHER.exec(hash) ?? [];
  const returnUrl = decoded(address);
  if (!orderId || !method || !clientSecret || !returnUrl || !isSecret('pi', clientSecret)) return null;
  return { kind: 'voucher', orderId, method, clientSecret, returnUrl };
}

function readWallet(hash: string): Wallet | null {
  const [, orderId, method, intent, clientSecret, address, nonce] = WALLET.exec(hash) ?? [];
  const returnUrl = decoded(address);
  const setup = intent === 'setup_intent';
  if (!orderId || !method || !clientSecret || !returnUrl || !nonce) return null;
  if (!isSecret(setup ? 'si' : 'pi', clientSecret)) return null;
  return { kind: 'wallet', orderId, method, setup, clientSecret, returnUrl, nonce };
}

function readOlder(hash: string): OlderConfirmation | null {
  const [, intent, clientSecret, address] = OLDER.exec(hash) ?? [];
  const returnUrl = decoded(address);
  if (!clientSecret || !returnUrl || !isSecret(intent, clientSecret)) return null;
  return { kind: 'older', clientSecret, returnUrl };
}

function isSecret(intent: string | undefined, text: string): boolean {
  return intent === 'si' ? SECRET.si.test(text) : SECRET.pi.test(text);
}

function decoded(address: string | undefined): string {
  try {
    return decodeURIComponent(address ?? '');
  } catch {
    return '';
  }
}
