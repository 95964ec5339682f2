import type { ExpressPaymentType, StripeExpressCheckoutElementOptions } from '@stripe/stripe-js';
import type { ButtonsOptions } from '../../express/messages.ts';
import { WALLETS } from '../../express/wallets.ts';
import type { GroupOptions } from '../frameOptions.ts';

const HEIGHT = 44;

/** Return what the buttons' frame must know; `wallets` are those that the provider has. */
export function buttonOptions(
  group: GroupOptions,
  options: StripeExpressCheckoutElementOptions,
  wallets: ExpressPaymentType[],
): ButtonsOptions {
  const { layout = {}, buttonTheme = {}, buttonType = {} } = options;
  return {
    wallets: walletsOnOffer(group, options, wallets),
    height: options.buttonHeight ?? HEIGHT,
    radius: group.appearance?.variables?.borderRadius ?? '4px',
    themes: byType(buttonTheme),
    kinds: byType(buttonType),
    columns: layout.maxColumns ?? 0,
    rows: layout.overflow === 'never' ? 0 : (layout.maxRows ?? 0),
  };
}

/** Return the wallets that the store wants and whose payments the group of elements takes, in the store's order. */
export function walletsOnOffer(
  group: GroupOptions,
  { paymentMethods, wallets: cards, paymentMethodOrder = [] }: StripeExpressCheckoutElementOptions,
  wallets: ExpressPaymentType[],
): ExpressPaymentType[] {
  const wanted: Record<string, string | undefined> = { ...cards, ...paymentMethods };
  const { allowedPaymentMethodTypes: allowed, excludedPaymentMethodTypes: excluded } = group;
  const offered = wallets.filter((wallet) => {
    const { name, method } = WALLETS[wallet];
    if (wanted[name] === 'never' || excluded?.includes(method)) return false;
    return allowed === undefined || allowed.includes(method);
  });
  const place = (wallet: ExpressPaymentType): number => {
    const named = paymentMethodOrder.findIndex((one) => one === wallet || one === WALLETS[wallet].name);
    return named < 0 ? paymentMethodOrder.length : named;
  };
  return offered.sort((one, other) => place(one) - place(other));
}

function byType(given: Partial<Record<string, string>>): Partial<Record<ExpressPaymentType, string>> {
  const types = Object.keys(WALLETS) as ExpressPaymentType[];
  const known = types.map((type) => [type, given[WALLETS[type].name]] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}
