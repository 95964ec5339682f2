export interface Brand {
  name: string;
  title: string;
  prefixes: RegExp;
  lengths: readonly number[];
  /** Sizes of the groups that digits are shown in. */
  groups: readonly number[];
  codeLength: number;
}

const FOURS = [4, 4, 4, 4, 3];

/** Prefixes and lengths as the networks publish them. */
const BRANDS: readonly Brand[] = [
  { name: 'amex', title: 'American Express', prefixes: /^3[47]/, lengths: [15], groups: [4, 6, 5], codeLength: 4 },
  {
    name: 'diners',
    title: 'Diners Club',
    prefixes: /^3(0[0-59]|[689])/,
    lengths: [14, 16],
    groups: FOURS,
    codeLength: 3,
  },
  { name: 'jcb', title: 'JCB', prefixes: /^35/, lengths: [16], groups: FOURS, codeLength: 3 },
  {
    name: 'mastercard',
    title: 'Mastercard',
    prefixes: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: FOURS,
    codeLength: 3,
  },
  { name: 'discover', title: 'Discover', prefixes: /^(6011|64[4-9]|65)/, lengths: [16], groups: FOURS, codeLength: 3 },
  { name: 'unionpay', title: 'UnionPay', prefixes: /^62/, lengths: [16, 17, 18, 19], groups: FOURS, codeLength: 3 },
  { name: 'visa', title: 'Visa', prefixes: /^4/, lengths: [16], groups: FOURS, codeLength: 3 },
];

export const UNKNOWN: Brand = {
  name: 'unknown',
  title: 'Card',
  prefixes: /^/,
  lengths: [16],
  groups: FOURS,
  codeLength: 3,
};

export function brandOf(digits: string): Brand {
  return BRANDS.find((brand) => brand.prefixes.test(digits)) ?? UNKNOWN;
}
