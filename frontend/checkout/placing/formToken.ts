/**
 * Put a new token into a form, if there is one. An account that was opened with the order makes the page's token void.
 */
export function renewToken(form: HTMLFormElement | null, token: string): void {
  const field = findTokenField(form);
  if (token && field) field.value = token;
}

/** Return a form's token; '' when it has none. */
export function readToken(form: HTMLFormElement | null): string {
  return findTokenField(form)?.value ?? '';
}

/** Return the nonces of the calls that end a payment: the form's token stands for all of them. */
export function readNonces(form: HTMLFormElement | null) {
  const token = readToken(form);
  return token ? { updatePaymentIntentNonce: token, updateFailedOrderNonce: token } : {};
}

function findTokenField(form: HTMLFormElement | null): HTMLInputElement | null {
  const field = form?.elements.namedItem('csrfmiddlewaretoken');
  return field instanceof HTMLInputElement ? field : null;
}
