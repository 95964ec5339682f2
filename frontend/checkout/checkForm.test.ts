import { expect, test } from 'vitest';
import { makeCheckout } from '../fixtures/checkout';
import { checkForm } from './checkForm';

const page = makeCheckout();

/** A form whose fields all hold something, but for an empty postcode that is required or not. */
function load(isPostcodeRequired: boolean): HTMLFormElement {
  document.body.innerHTML = '<form></form>';
  const form = document.forms[0] as HTMLFormElement;
  for (const { name } of page.billing) {
    const input = document.createElement('input');
    const isPostcode = name === 'billing_postcode';
    Object.assign(input, { name, value: isPostcode ? '' : 'x', required: isPostcode && isPostcodeRequired });
    form.append(input);
  }
  return form;
}

test.each([true, false])('a postcode is asked for where the chosen country needs one: %s', (isRequired) => {
  const asked = checkForm(load(isRequired), page).some(({ field }) => field === 'billing_postcode');
  expect(asked).toBe(isRequired);
});
