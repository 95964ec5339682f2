import type { EntryName } from './entries.ts';

/** What a panel asks for and says; `countries` are those that may be chosen for a country of the type's own. */
export interface TypeRow {
  label: string;
  asks: readonly (EntryName | 'country')[];
  says: string;
  countries?: string;
  home?: string;
}

const ADDRESS = ['line1', 'city', 'state', 'postal_code', 'country'] as const;

function away(label: string, ...asks: TypeRow['asks']): TypeRow {
  return { label, asks, says: `Next you are sent to ${label}, and afterwards back here.` };
}

function voucher(label: string, home: string, ...asks: TypeRow['asks']): TypeRow {
  return { label, asks, says: `Next you get a ${label} voucher, with which you pay elsewhere.`, home };
}

function scan(label: string): TypeRow {
  return { label, asks: [], says: `Next you get a code, which you scan with ${label} on your phone.` };
}

function debit(label: string, ...asks: TypeRow['asks']): TypeRow {
  return { label, asks: ['name', 'email', ...asks], says: '' };
}

const PROOF = 'Next your bank gets a small deposit, by which you prove that the account is yours.';

/** The types other than card, as `payments/types/table.py` has them. */
export const TYPES: Record<string, TypeRow> = {
  acss_debit: {
    ...debit('Pre-authorized debit', 'institution_number', 'transit_number', 'account_number'),
    says: PROOF,
  },
  affirm: away('Affirm'),
  afterpay_clearpay: away('Afterpay', 'name', 'email', ...ADDRESS),
  alipay: away('Alipay'),
  amazon_pay: away('Amazon Pay'),
  au_becs_debit: debit('BECS Direct Debit', 'bsb_number', 'account_number'),
  bacs_debit: { ...debit('Bacs Direct Debit', 'sort_code', 'account_number', ...ADDRESS), home: 'GB' },
  bancontact: away('Bancontact', 'name'),
  blik: {
    label: 'BLIK',
    asks: ['email', 'code'],
    says: "The code stands in your bank's app, which then asks you to approve.",
    home: 'PL',
  },
  boleto: voucher('Boleto', 'BR', 'name', 'email', 'tax_id', ...ADDRESS),
  cashapp: scan('Cash App'),
  eps: away('EPS', 'name'),
  giropay: away('giropay', 'name'),
  ideal: away('iDEAL'),
  klarna: away('Klarna', 'email', 'country'),
  link: { label: 'Link', asks: ['email'], says: 'You pay with what Link keeps for this address.' },
  multibanco: voucher('Multibanco', 'PT', 'email'),
  oxxo: voucher('OXXO', 'MX', 'name', 'email'),
  p24: away('Przelewy24', 'email'),
  sepa_debit: debit('SEPA Direct Debit', 'iban'),
  sofort: { ...away('Sofort', 'country'), countries: 'AT BE DE ES IT NL' },
  us_bank_account: { ...debit('US bank account', 'routing_number', 'account_number'), says: PROOF },
  wechat_pay: scan('WeChat Pay'),
};
