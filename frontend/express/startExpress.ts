import type { StripeElements, StripeElementsOptionsMode } from '@stripe/stripe-js';
import type { ExpressButtons } from '../generated/pages';
import { loadProvider } from '../payment/provider';
import { rememberAffirmed } from './affirmed';
import { buttonOptions } from './buttonOptions';
import { createCalls } from './expressCalls';
import { createSheet } from './sheet';

/** The early script hides the place until then, in milliseconds since 1970 (web/early.js). */
const NONE_UNTIL = 'vintner.no-wallets';
const A_DAY = 24 * 60 * 60 * 1000;
const TYPES: Record<string, string> = { link: 'link', amazon_pay: 'amazon_pay', klarna: 'klarna' };

/** Draw the buttons into their place and let them buy. Where the provider cannot be reached, the place is left empty. */
export async function startExpress(section: HTMLElement, page: ExpressButtons): Promise<void> {
  const place = section.querySelector<HTMLElement>('svg + div');
  if (!place || section.dataset.state) return;
  section.dataset.state = 'loading';
  addNotice(place);
  rememberAffirmed(section);
  const calls = createCalls(section, page);
  const stripe = await load(page);
  if (!stripe) {
    section.dataset.state = 'none';
    return;
  }
  try {
    const options: StripeElementsOptionsMode = {
      mode: 'payment',
      amount: page.amount,
      currency: page.currency,
      allowedPaymentMethodTypes: [...new Set(page.wallets.map((wallet) => TYPES[wallet] ?? 'card'))],
      appearance: { variables: { borderRadius: `${page.radius}px` } },
    };
    const elements: StripeElements = stripe.elements(options);
    const element = elements.create('expressCheckout', buttonOptions(page, isDark(section)));
    const sheet = createSheet(section, page, { stripe, elements, calls });
    element.on('ready', ({ availablePaymentMethods }) => {
      const some = Object.values(availablePaymentMethods ?? {}).some(Boolean);
      remember(some);
      section.dataset.state = some ? 'ready' : 'none';
    });
    element.on('loaderror', ({ error }) => {
      section.dataset.state = 'none';
      if (error.type !== 'api_connection_error') calls.report(error);
    });
    element.on('click', sheet.click);
    element.on('shippingaddresschange', sheet.changeAddress);
    element.on('shippingratechange', sheet.changeRate);
    element.on('confirm', sheet.confirm);
    element.on('cancel', sheet.cancel);
    element.mount(place);
  } catch (error) {
    section.dataset.state = 'none';
    calls.report(error);
  }
}

/** Fetch the provider's client; null where it cannot be reached. */
async function load({ script, publishable_key: key, locale, api_version: apiVersion }: ExpressButtons) {
  try {
    await loadScript(script);
    return await loadProvider({ key, script, locale, apiVersion });
  } catch {
    return null;
  }
}

/** What the shopper is told stands below the buttons. */
function addNotice(place: HTMLElement): void {
  const notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  place.parentElement?.after(notice);
}

/** Fetch the sandbox's script, on pages without a payment form of their own. Stripe's is fetched by its own loader. */
function loadScript(source: string): Promise<void> {
  if (!source || 'Stripe' in window) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = () => resolve();
    script.onerror = reject;
    document.head.append(script);
  });
}

function isDark(section: HTMLElement): boolean {
  const [red = 0] = (getComputedStyle(section).color.match(/\d+/g) ?? []).map(Number);
  return red > 127; // the color of the text
}

function remember(some: boolean): void {
  try {
    if (some) localStorage.removeItem(NONE_UNTIL);
    else localStorage.setItem(NONE_UNTIL, String(Date.now() + A_DAY));
  } catch {
    // storage is forbidden: the next page keeps the place free again
  }
}
