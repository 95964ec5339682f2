import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';

const PATH = '/my-source/passkey/';

/** A place of the page that logs in by passkeys: the form's token, and where it leads to. */
export interface PasskeyPlace {
  token: string;
  redirect: string;
  /** Called before a passkey that a field offered is sent. */
  onOffered?: () => void;
}

/** The store did not send what a passkey has to sign. */
export class NoOptionsError extends Error {
  override name = 'NoOptionsError';
}

/** The places whose fields offer passkeys. The browser waits for one answer, whichever field it is given in. */
const places: PasskeyPlace[] = [];
let isOffering = false;
let isAsking = false;

/**
 * Let the browser offer its passkeys in the fields that say `webauthn`, until the signal ends it. It is silent: where
 * there is no passkey, or the store does not answer, nothing is said.
 */
export function offerPasskeys(place: PasskeyPlace, signal: AbortSignal): void {
  if (signal.aborted) return;
  places.push(place);
  signal.addEventListener('abort', () => {
    places.splice(places.indexOf(place), 1);
    if (places.length === 0 && !isAsking) WebAuthnAbortService.cancelCeremony();
  });
  void offer();
}

/** Ask for a passkey and log in by it. Throws what the browser says, NoOptionsError, or TypeError without a network. */
export async function askForPasskey(place: PasskeyPlace): Promise<void> {
  isAsking = true;
  try {
    send(await startAuthentication({ optionsJSON: await fetchOptions() }), place);
  } catch (error) {
    isAsking = false;
    void offer(); // the question has ended the offer
    throw error;
  }
}

async function offer(): Promise<void> {
  if (isOffering || isAsking || places.length === 0) return;
  isOffering = true;
  let wasEnded = false;
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return;
    const optionsJSON = await fetchOptions();
    if (isAsking || places.length === 0) return;
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    for (const place of places) place.onOffered?.();
    const place = places.at(-1);
    if (place) send(answer, place);
  } catch (error) {
    wasEnded = (error as Error).name === 'AbortError';
  } finally {
    isOffering = false;
  }
  if (wasEnded) void offer(); // by a place that left as another one came
}

/** Fetch what a passkey has to sign. It follows no redirect: that is the page of a log-in that has begun. */
async function fetchOptions() {
  const response = await fetch(PATH, { headers: { Accept: 'application/json' }, redirect: 'manual' });
  if (!response.ok) throw new NoOptionsError();
  const { request_options } = await response.json();
  return request_options.publicKey;
}

/** Send what the browser answered. The form is made here: in a checkout it could not stand within the checkout's. */
function send(answer: object, { token, redirect }: PasskeyPlace): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = PATH;
  form.hidden = true;
  const fields = { csrfmiddlewaretoken: token, next: redirect, credential: JSON.stringify(answer) };
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
