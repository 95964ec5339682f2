/** What can be bought of a line: so many at least and at most, in these steps. */
export interface Range {
  least: number;
  most: number;
  step: number;
}

/** The quantity that counts now (the old one when the new one was refused), and what to say beside the field. */
export interface Outcome {
  quantity: number;
  problem: string;
}

/** How a field answers what is typed into it or stepped with its buttons and keys. */
export interface QuantityRules {
  applyTyped: (text: string, now: number, range: Range) => Outcome;
  stepped: (steps: number, now: number, range: Range) => Outcome;
  /** Whether the buttons are off where there is no further. */
  stops: boolean;
}

export const WHOLE_NUMBER = 'Enter a whole number of bottles.';

/** The spinners of the product and cart pages keep their value within range; one outside was a slip of typing. */
export const SPINNER: QuantityRules = {
  applyTyped(text, now, { least, most }) {
    const wanted = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isInteger(wanted)) return { quantity: now, problem: WHOLE_NUMBER };
    if (wanted > most) return { quantity: now, problem: maximum(most) };
    if (wanted < least) return { quantity: now, problem: `The smallest quantity is ${least}.` };
    return { quantity: wanted, problem: '' };
  },
  stepped: (steps, now, { least, most, step }) => ({
    quantity: Math.min(Math.max(now + steps * step, least), most),
    problem: '',
  }),
  stops: true,
};

export const maximum = (most: number) => `Maximum Quantity: ${most}`;
