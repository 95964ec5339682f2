import type { FormError, FormField, GiftFields, CheckoutPage as Props } from '../generated/pages';
import { readFields } from '../payment/placeOrder';
import { isSeparate, ownRefusal, partOf, problemWith } from './fieldRules';
import { findMessageProblem } from './gift/giftMessage';

/** Return what is wrong with the fields that are shown, in their order. */
export function checkForm(form: HTMLFormElement, page: Props): FormError[] {
  const separate = isSeparate(readFields(form));
  return checkFields(form, [...page.billing, ...(separate ? page.shipping_address : [])], page);
}

/** Check these fields, the password of a new account, a gift's message, the consents and the date of birth. */
export function checkFields(
  form: HTMLFormElement,
  addresses: FormField[],
  page: Pick<Props, 'account' | 'consents' | 'born' | 'gift'>,
): FormError[] {
  const values = readFields(form);
  const fields = addresses.filter(({ name }) => form.elements.namedItem(name)); // not every country has states
  if (page.account && values.has('createaccount')) fields.push(page.account.password);
  const wrong = fields.map((field) => ({
    field: field.name,
    text:
      problemWith(named(fieldAsShown(form, field), isSeparate(values)), values.get(field.name) ?? '') ||
      ownRefusal(form.elements.namedItem(field.name) as HTMLInputElement),
  }));
  const refused = page.consents
    .filter(({ name }) => form.elements.namedItem(name) && !values.has(name))
    .map(({ name, missing }) => ({ field: name, text: missing }));
  const born = page.born?.names.find((name) => !values.get(name)?.trim());
  if (born) refused.push({ field: born, text: 'Please enter your date of birth: the law asks us to check it.' });
  const message = { field: page.gift.message.name, text: checkGift(values, page.gift) };
  return [...[...wrong, message].filter(({ text }) => text !== ''), ...refused];
}

function checkGift(values: URLSearchParams, { message, longest }: GiftFields): string {
  return values.has('is_gift') ? findMessageProblem(values.get(message.name) ?? '', longest) : '';
}

/** The field as it stands there now: label and need of state and postcode change with the country. */
function fieldAsShown(form: HTMLFormElement, field: FormField): FormField {
  if (!['state', 'postcode'].includes(partOf(field.name))) return field;
  const { required } = form.elements.namedItem(field.name) as HTMLInputElement | HTMLSelectElement;
  const label = form.querySelector(`label[for="${field.name}"]`)?.firstChild?.textContent;
  return { ...field, required, label: label || field.label };
}

/** With two addresses in the form, say which one is meant (docs/behaviour/pages.md#checkout). */
function named(field: FormField, separate: boolean): FormField {
  if (!separate) return field;
  if (field.name.startsWith('billing_')) return { ...field, label: `Billing ${field.label}` };
  return field.name.startsWith('shipping_') ? { ...field, label: `Shipping ${field.label}` } : field;
}
