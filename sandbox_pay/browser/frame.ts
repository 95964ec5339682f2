import type { PaymentMethod } from '@stripe/stripe-js';
import './frame.css';
import { validationError } from './card/problems.ts';
import { applyAppearance } from './frame/appearance.ts';
import { CardForm } from './frame/cardForm.ts';
import { call } from './http.ts';
import { type BillingDetails, type FrameAnswer, type FromFrame, isMessage, type ToFrame } from './messages.ts';

/** The page inside the frame: it holds the card, and tells the store's page nothing but how things stand. */
const store = document.documentElement.dataset.storeOrigin ?? '';
const form = new CardForm();
let publishableKey = '';
let ready = false;

function tell(message: FromFrame): void {
  // A frame that is being taken down has no parent any more.
  if (window.parent !== window) window.parent.postMessage(message, store);
}

function heard(message: ToFrame): void {
  switch (message.type) {
    case 'options':
      publishableKey = message.options.publishableKey;
      applyAppearance(message.options.appearance);
      form.apply(message.options);
      if (!ready) tell({ from: 'frame', type: 'ready' });
      ready = true;
      break;
    case 'focus':
      form.focus();
      break;
    case 'blur':
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      break;
    case 'clear':
      form.clear();
      break;
    case 'validate':
      tell({ from: 'frame', type: 'answer', request: message.request, answer: checked() ?? {} });
      break;
    case 'createPaymentMethod':
      void createPaymentMethod(message.billingDetails).then((answer) => {
        tell({ from: 'frame', type: 'answer', request: message.request, answer });
      });
  }
}

function checked(): FrameAnswer | null {
  const problem = form.validate();
  return problem ? { error: validationError(problem) } : null;
}

async function createPaymentMethod(given: BillingDetails): Promise<FrameAnswer> {
  const refused = checked();
  if (refused) return refused;
  const { card, country, postalCode } = form.values();
  const address = {
    ...given.address,
    country: country ?? given.address?.country,
    postal_code: postalCode ?? given.address?.postal_code,
  };
  const { name, email, phone } = given;
  const parameters = { type: 'card', card, billing_details: { name, email, phone, address } };
  const answer = await call<PaymentMethod>('', publishableKey, 'POST', '/v1/payment_methods', parameters);
  if (answer.error) {
    form.refuse(answer.error.param);
    return { error: answer.error };
  }
  return { paymentMethod: answer.value };
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.origin !== store || event.source !== window.parent) return;
  if (isMessage<ToFrame>(event.data, 'to', 'frame')) heard(event.data);
});
form.onChange = (state) => tell({ from: 'frame', type: 'change', ...state });
document.addEventListener('focusin', () => tell({ from: 'frame', type: 'focus' }));
document.addEventListener('focusout', (event) => {
  if (event.relatedTarget === null) tell({ from: 'frame', type: 'blur' });
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell({ from: 'frame', type: 'escape' });
});

const element = document.getElementById('element');
if (element) {
  element.append(form.root);
  new ResizeObserver(() => {
    tell({ from: 'frame', type: 'resize', height: Math.ceil(element.getBoundingClientRect().height) });
  }).observe(element);
}
tell({ from: 'frame', type: 'loaded' });
