import type { ConfirmationToken, PaymentMethod } from '@stripe/stripe-js';
import './frame.css';
import { applyAppearance } from './frame/appearance.ts';
import { Chooser } from './frame/chooser.ts';
import { type Answer, call, type Parameters } from './http.ts';
import {
  type FrameAnswer,
  type FrameOptions,
  type FromFrame,
  isMessage,
  type MethodData,
  type ToFrame,
  type TokenData,
} from './messages.ts';
import { validationError } from './problems.ts';

/** The page inside the frame: it holds what the shopper pays with, and tells the store's page only how things stand. */
const store = document.documentElement.dataset.storeOrigin ?? '';
const element = document.getElementById('element');
const chooser = new Chooser();
let publishableKey = '';
let ready = false;

function tell(message: FromFrame): void {
  // A frame that is being taken down has no parent any more.
  if (window.parent !== window) window.parent.postMessage(message, store);
}

function tellHeight(element: HTMLElement): void {
  tell({ from: 'frame', type: 'resize', height: Math.ceil(element.getBoundingClientRect().height) });
}

function heard(message: ToFrame): void {
  switch (message.type) {
    case 'options':
      obey(message.options);
      break;
    case 'focus':
      chooser.chosen.focus();
      break;
    case 'blur':
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      break;
    case 'clear':
      chooser.chosen.clear();
      break;
    case 'validate':
      reply(message.request, checked() ?? {});
      break;
    case 'createPaymentMethod':
      void createPaymentMethod(message.data).then((answer) => reply(message.request, answer));
      break;
    case 'createConfirmationToken':
      void createConfirmationToken(message.data).then((answer) => reply(message.request, answer));
  }
}

function obey(options: FrameOptions): void {
  const before = ready ? chooser.chosen.type : '';
  publishableKey = options.publishableKey;
  applyAppearance(options.appearance);
  chooser.apply(options);
  // A frame that is out of sight observes nothing: it would change its height under the eyes of who scrolls to it.
  if (element) tellHeight(element);
  if (!ready) begin();
  else if (chooser.chosen.type !== before) tellState();
}

/**
 * Say that the fields stand, and from now on how tall they are: before, they do not have the store's look. A type that
 * needs nothing of the shopper is complete from the beginning.
 */
function begin(): void {
  ready = true;
  if (element) new ResizeObserver(() => tellHeight(element)).observe(element);
  tell({ from: 'frame', type: 'ready' });
  if (chooser.chosen.state.complete) tellState();
}

function tellState(): void {
  const { type, state } = chooser.chosen;
  tell({ from: 'frame', type: 'change', method: type, ...state });
}

function reply(request: number, answer: FrameAnswer): void {
  tell({ from: 'frame', type: 'answer', request, answer });
}

function checked(): FrameAnswer | null {
  const problem = chooser.chosen.validate();
  return problem ? { error: validationError(problem) } : null;
}

async function createPaymentMethod(data: MethodData): Promise<FrameAnswer> {
  const answer = await send<PaymentMethod>('/v1/payment_methods', () => methodOf(data));
  if (answer.error) return { error: answer.error };
  return { paymentMethod: answer.value, options: chooser.chosen.values().options };
}

async function createConfirmationToken(data: TokenData): Promise<FrameAnswer> {
  const { payment_method_data: method = {}, ...rest } = data;
  const answer = await send<ConfirmationToken>('/v1/confirmation_tokens', () => ({
    ...rest,
    payment_method_data: methodOf(method),
  }));
  return answer.error ? { error: answer.error } : { confirmationToken: answer.value };
}

/** Send what is made of the fields, if they are complete; put the focus on a field that the provider refuses. */
async function send<T>(path: string, parameters: () => Parameters): Promise<Answer<T>> {
  const refused = checked();
  if (refused?.error) return { error: refused.error };
  const answer = await call<T>('', publishableKey, 'POST', path, parameters());
  if (answer.error) chooser.chosen.refuse(answer.error.param);
  return answer;
}

/** Return the payment method as the provider is sent it: the fields, and what the store's page knows of its owner. */
function methodOf({ billing_details: given = {}, allow_redisplay, metadata }: MethodData): Parameters {
  const { type } = chooser.chosen;
  const { fields, details } = chooser.chosen.values();
  const { name, email, phone } = merged(given, details);
  const address = merged(given.address ?? {}, details.address ?? {});
  return { type, [type]: fields, billing_details: { name, email, phone, address }, allow_redisplay, metadata };
}

/** Return what is given, with what was typed in its place where there is any. */
function merged<T extends object>(given: T, typed: T): T {
  const known = Object.entries(typed).filter(([, value]) => value !== null && value !== undefined);
  return { ...given, ...Object.fromEntries(known) };
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.origin !== store || event.source !== window.parent) return;
  if (isMessage<ToFrame>(event.data, 'to', 'frame')) heard(event.data);
});
chooser.onChange = tellState;
document.addEventListener('focusin', () => tell({ from: 'frame', type: 'focus' }));
document.addEventListener('focusout', (event) => {
  if (event.relatedTarget === null) tell({ from: 'frame', type: 'blur' });
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell({ from: 'frame', type: 'escape' });
});

element?.append(chooser.root);
tell({ from: 'frame', type: 'loaded' });
