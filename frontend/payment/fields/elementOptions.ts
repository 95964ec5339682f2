import type {
  Appearance,
  CssFontSource,
  DefaultValuesOption,
  StripeElementsOptionsMode,
  StripePaymentElementOptions,
  TermsOption,
} from '@stripe/stripe-js';
import type { ProviderSettings } from '../../generated/pages';

interface Group {
  type: string;
  /** Minor units. */
  amount: number;
  currency: string;
  saving: boolean;
  appearance: Appearance;
  fonts: CssFontSource[];
}

/** What the provider's fields are to know of the page. */
export type Laid = Pick<ProviderSettings, 'enabledBillingFields' | 'isOCEnabled' | 'OCLayout'>;

interface Fields {
  type: string;
  saving: boolean;
  /** The page's settings: the fields that its form has ('billing_email'), and how the provider's are laid out. */
  provider: Laid;
  defaults: DefaultValuesOption['billingDetails'];
}

/** Reusable types for which the provider words terms, by its own name for them. */
const TERMS: Record<string, keyof TermsOption> = {
  au_becs_debit: 'auBecsDebit',
  bancontact: 'bancontact',
  card: 'card',
  cashapp: 'cashapp',
  ideal: 'ideal',
  sepa_debit: 'sepaDebit',
  sofort: 'sofort',
  us_bank_account: 'usBankAccount',
};

/** The provider's fields of one type, while there is no intent yet. */
export function groupOptions({ type, amount, currency, saving, ...look }: Group): StripeElementsOptionsMode {
  return {
    // docs/behaviour/pages.md#payment-fields
    ...(amount < 1 ? { mode: 'setup' as const } : { mode: 'payment' as const, amount }),
    currency: currency.toLowerCase(),
    paymentMethodCreation: 'manual',
    setupFutureUsage: saving ? 'off_session' : null,
    allowedPaymentMethodTypes: [type],
    ...look,
  };
}

/** The form's own fields are left out; wallets are never inside. */
export function elementOptions({ type, saving, provider, defaults }: Fields): StripePaymentElementOptions {
  const ask = (...names: string[]) =>
    names.every((name) => provider.enabledBillingFields.includes(`billing_${name}`))
      ? ('never' as const)
      : ('auto' as const);
  const terms = TERMS[type];
  return {
    layout: { type: layoutOf(provider), radios: 'never', defaultCollapsed: false },
    fields: {
      billingDetails: {
        name: ask('first_name', 'last_name'),
        email: ask('email'),
        phone: 'auto',
        address: {
          country: ask('country'),
          line1: ask('address_1'),
          line2: ask('address_2'),
          city: ask('city'),
          state: ask('state'),
          postalCode: ask('postcode'),
        },
      },
    },
    ...(defaults ? { defaultValues: { billingDetails: defaults } } : {}),
    ...(terms ? { terms: { [terms]: saving ? 'always' : 'never' } } : {}),
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  };
}

/** The combined layout is the one that the store has set; all others are tabs. */
function layoutOf({ isOCEnabled, OCLayout }: Laid): 'accordion' | 'tabs' {
  return isOCEnabled && OCLayout === 'accordion' ? 'accordion' : 'tabs';
}
