import type { Problem } from '../problems.ts';

export interface Expiry {
  month: number;
  year: number;
}

const MAX_YEARS_AHEAD = 50;

/** Return the text as `MM / YY`, while it is typed, pasted or filled in by the browser (`1/2030`, `0130`). */
export function formattedExpiry(text: string, erasing: boolean): string {
  const full = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(text);
  if (full?.[1] && full[2]) return `${full[1].padStart(2, '0')} / ${full[2]}`;
  let digits = text.replace(/\D/g, '');
  if (/^[2-9]/.test(digits) || (/^\d\D/.test(text) && digits.length === 1 && digits !== '0')) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  if (digits.length < 2 || (erasing && digits.length === 2)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export function parsedExpiry(text: string): Expiry | null {
  const match = /^(\d{2}) \/ (\d{2})$/.exec(text);
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : null;
}

export function expiryProblem(text: string, today: Date): Problem | null {
  const month = Number(text.slice(0, 2));
  if (text.length >= 2 && (month < 1 || month > 12)) return 'invalid_expiry_month';
  const expiry = parsedExpiry(text);
  if (expiry === null) return 'incomplete_expiry';
  const year = today.getFullYear();
  if (expiry.year < year) return 'invalid_expiry_year_past';
  if (expiry.year > year + MAX_YEARS_AHEAD) return 'invalid_expiry_year';
  return expiry.year === year && expiry.month < today.getMonth() + 1 ? 'invalid_expiry_month_past' : null;
}
