const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Return whether the store may read an email address in this text. It checks again, and more. */
export function isEmail(text: string): boolean {
  return EMAIL.test(foldCode(text));
}

/** Return a number or an address as the store reads it (web/text_input.py): without what nobody sees, nothing wide. */
export function foldCode(text: string): string {
  return text
    .replace(/\p{DI}/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u02d7\u2010-\u2015\u2043\u2212\ufe58\ufe63]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}
