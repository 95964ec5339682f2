import type { Problem } from '../problems.ts';
import type { FieldSettings } from './field.ts';

/** A text field of a panel; where its value goes is said beside its rules. */
export interface Entry extends Omit<FieldSettings, 'id'> {
  goes: 'owner' | 'address' | 'method' | 'options';
  /** What the provider is sent of the text. */
  sent?: (text: string) => string;
}

export type EntryName = keyof typeof ENTRIES;

const plain = (text: string): string => text;
const digits = (text: string): string => text.replace(/\D/g, '');
const letters = (text: string): string => text.toUpperCase().replace(/[^A-Z\d]/g, '');

function detail(
  label: string,
  autocomplete: AutoFill,
  code: Problem,
  goes: 'owner' | 'address',
  placeholder = '',
): Entry {
  const problem = (text: string): Problem | null => (text.trim().length >= 2 ? null : code);
  return { label, autocomplete, placeholder, inputMode: 'text', problem, format: plain, goes };
}

/** A number whose digits come in groups of these sizes, with `mark` between them. */
function number(label: string, sizes: number[], code: Problem, placeholder: string, mark = ''): Entry {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return {
    label,
    autocomplete: 'off',
    placeholder,
    inputMode: 'numeric',
    problem: (text) => (digits(text).length < total ? code : null),
    format: (text) => grouped(digits(text).slice(0, total), sizes, mark),
    goes: 'method',
    sent: digits,
  };
}

function grouped(text: string, sizes: readonly number[], mark: string): string {
  const parts: string[] = [];
  let start = 0;
  for (const size of sizes) {
    if (start < text.length) parts.push(text.slice(start, start + size));
    start += size;
  }
  return parts.join(mark);
}

/** A person's number (CPF) as 000.000.000-00, a company's (CNPJ) as 00.000.000/0000-00. */
function taxNumber(text: string): string {
  const found = digits(text).slice(0, 14);
  const marks: [number, string][] =
    found.length <= 11
      ? [
          [3, '.'],
          [6, '.'],
          [9, '-'],
        ]
      : [
          [2, '.'],
          [5, '.'],
          [8, '/'],
          [12, '-'],
        ];
  return [...found].map((digit, place) => `${marks.find(([at]) => at === place)?.[1] ?? ''}${digit}`).join('');
}

const LONGEST_IBAN = 34;
/** How long an IBAN is, in the countries of most buyers; elsewhere only its remainder tells that it is whole. */
const IBAN_LENGTHS: Record<string, number> = {
  AT: 20,
  BE: 16,
  CH: 21,
  DE: 22,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  IE: 22,
  IT: 27,
  LU: 20,
  NL: 18,
  PT: 25,
};

/** What is wrong with an IBAN (ISO 13616): the remainder by 97 must be 1. */
export function ibanProblem(text: string): Problem | null {
  const iban = text.replace(/\s/g, '');
  if (iban.length >= 2 && !/^[A-Z]{2}\d{0,2}/.test(iban)) return 'invalid_iban';
  if (iban.length < (IBAN_LENGTHS[iban.slice(0, 2)] ?? 15)) return 'incomplete_iban';
  let rest = 0;
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  if (rest === 1) return null;
  return iban.slice(0, 2) in IBAN_LENGTHS || iban.length === LONGEST_IBAN ? 'invalid_iban' : 'incomplete_iban';
}

export const ENTRIES = {
  name: detail('Full name', 'billing name', 'incomplete_name', 'owner'),
  email: {
    ...detail('Email', 'billing email', 'incomplete_email', 'owner', 'you@example.com'),
    inputMode: 'email',
    problem: (text) => (/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim()) ? null : 'incomplete_email'),
  },
  line1: detail('Address', 'billing address-line1', 'incomplete_address', 'address'),
  city: detail('City', 'billing address-level2', 'incomplete_city', 'address'),
  state: detail('State', 'billing address-level1', 'incomplete_state', 'address'),
  postal_code: detail('Postal code', 'billing postal-code', 'incomplete_zip', 'address'),
  tax_id: {
    ...number('CPF or CNPJ', [14], 'incomplete_tax_id', '000.000.000-00'),
    problem: (text) => ([11, 14].includes(digits(text).length) ? null : 'incomplete_tax_id'),
    format: taxNumber,
    sent: plain,
  },
  iban: {
    ...number('IBAN', [], 'incomplete_iban', 'AT61 1904 3002 3457 3201'),
    inputMode: 'text',
    problem: ibanProblem,
    format: (text) => grouped(letters(text).slice(0, LONGEST_IBAN), Array<number>(9).fill(4), ' '),
    sent: letters,
  },
  account_number: {
    ...number('Account number', [17], 'incomplete_account_number', '000123456789'),
    problem: (text) => (digits(text).length < 8 ? 'incomplete_account_number' : null),
  },
  routing_number: number('Routing number', [9], 'incomplete_bank_code', '110000000'),
  sort_code: number('Sort code', [2, 2, 2], 'incomplete_bank_code', '10-88-00', '-'),
  bsb_number: number('BSB', [3, 3], 'incomplete_bank_code', '000-000', '-'),
  institution_number: number('Institution number', [3], 'incomplete_bank_code', '000'),
  transit_number: number('Transit number', [5], 'incomplete_bank_code', '11000'),
  code: { ...number('BLIK code', [6], 'incomplete_blik_code', '000000'), goes: 'options' },
} as const satisfies Record<string, Entry>;
