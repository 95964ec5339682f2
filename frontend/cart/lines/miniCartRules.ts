import { maximum, type QuantityRules, WHOLE_NUMBER } from '../../ui/fields/quantityRules';

/** The popup's fields go back to the old value, and zero takes the line out (docs/behaviour/pages.md#quantities). */
export const MINI_CART: QuantityRules = {
  applyTyped(text, now, { least, most, step }) {
    const wanted = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isNaN(wanted) || wanted < 0) return { quantity: now, problem: WHOLE_NUMBER };
    if (wanted === 0) return { quantity: 0, problem: '' };
    if (most > 0 && wanted > most) return { quantity: now, problem: maximum(most) };
    if (wanted < least) return { quantity: now, problem: '' };
    if (wanted % step !== 0) return { quantity: now, problem: multiple(step) };
    return { quantity: wanted, problem: '' };
  },
  stepped(steps, now, { least, most, step }) {
    if (now < 0) return { quantity: now, problem: 'Invalid' };
    const wanted = Math.min(now + steps * step, steps === Infinity ? most : Infinity);
    if (wanted > most) return { quantity: now, problem: maximum(most) };
    if (wanted >= least || wanted === 0) return { quantity: wanted, problem: '' };
    return { quantity: steps < -1 ? least : now, problem: '' };
  },
  stops: false,
};

const multiple = (step: number) => `Quantity can only be purchased in multiple of ${step}`;
