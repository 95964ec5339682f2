import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { browser } from '../../lib/go';
import { post } from '../../lib/http';

const PATH = '/my-source/passkey/';
const RELOAD = 'The passkey could not be sent from this page. Please reload it and try again.';

/** A form that logs in by passkeys: its token, and where it leads to. */
interface LogInForm {
  token: string;
  redirect: string;
}

/** A form whose field offers passkeys. */
export interface OfferingForm extends LogInForm {
  /** Called when a passkey was chosen in a field, before the store is asked. */
  onChosen: () => void;
  /** Called before the page is left by it. */
  onOffered?: () => void;
  /** Called with the reason why the page stays; with '' when Back shows it again. */
  onStayed: (message: string) => void;
}

/** The store did not take a passkey, or could not be reached. The message is for the shopper. */
export class PasskeyError extends Error {
  override name = 'PasskeyError';
}

/** Where the log-in leads, why there is none, or the token with which to send the passkey once more. */
interface LogInAnswer {
  redirect?: string;
  message?: string;
  token?: string;
}

type PasskeyOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

interface Offer {
  form: OfferingForm;
  signal: AbortSignal;
}

/** The forms whose fields offer passkeys. The browser waits for one answer, whichever field it is given in. */
const offers: Offer[] = [];
let isOffering = false;
let isAsking = false;
/** Whether the last form left while its field was offering. What else ends an offer would end the next one, too. */
let wasLeft = false;
/** What a passkey has to sign, until one has. */
let options: Promise<PasskeyOptions> | undefined;

/**
 * Let the browser offer its passkeys in the fields that say `webauthn`, until the signal ends it. It is silent where
 * there is no passkey, or the store sends no options.
 */
export function offerPasskeys(form: OfferingForm, signal: AbortSignal): void {
  if (signal.aborted) return;
  const own = { form, signal };
  offers.push(own);
  signal.addEventListener('abort', () => {
    offers.splice(offers.indexOf(own), 1);
    if (offers.length > 0 || isAsking) return;
    wasLeft = true;
    WebAuthnAbortService.cancelCeremony();
  });
  void offer();
}

/**
 * Ask for a passkey and log in by it, unless the signal says that the form has left. Resolves then, or when Back shows
 * the page again. Throws PasskeyError, TypeError without options, and what the browser says.
 */
export async function askForPasskey(form: LogInForm, signal: AbortSignal): Promise<void> {
  let isRefused = false;
  isAsking = true;
  try {
    await logIn(await startAuthentication({ optionsJSON: await readOptions() }), form, signal);
  } catch (error) {
    isRefused = error instanceof PasskeyError;
    throw error;
  } finally {
    isAsking = false;
    if (!isRefused) void offer(); // the question has ended the one before
  }
}

async function offer(): Promise<void> {
  if (isOffering || isAsking || offers.length === 0) return;
  isOffering = true;
  wasLeft = false;
  try {
    const optionsJSON = await readOptions(); // a press needs them as well, where fields offer nothing
    if (!(await browserSupportsWebAuthnAutofill()) || isAsking || offers.length === 0) return;
    await takeOffered(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  } catch {
    // no passkey was chosen
  } finally {
    isOffering = false;
  }
  if (wasLeft) void offer(); // another form has come meanwhile
}

/** Log in by a passkey that a field offered. A refused one is told and not asked for again: it might answer by itself. */
async function takeOffered(answer: object): Promise<void> {
  const chosen = offers.at(-1);
  if (!chosen) return;
  const { form, signal } = chosen;
  form.onChosen();
  const problem = await logIn(answer, form, signal).then(
    () => '',
    (error: PasskeyError) => error.message,
  );
  if (!signal.aborted) form.onStayed(problem);
}

function readOptions(): Promise<PasskeyOptions> {
  options ??= fetchOptions().catch((error) => {
    options = undefined;
    throw error;
  });
  return options;
}

/** Fetch what a passkey has to sign. It follows no redirect: that is the page of a log-in that has begun. */
async function fetchOptions(): Promise<PasskeyOptions> {
  const response = await fetch(PATH, { headers: { Accept: 'application/json' }, redirect: 'manual' });
  if (!response.ok) throw new TypeError('The store sent no options.');
  return (await response.json()).request_options.publicKey;
}

/**
 * Send what the browser answered, and leave for where the log-in leads, unless the form has left. Resolves when Back
 * shows the page again. Throws PasskeyError.
 */
async function logIn(credential: object, form: LogInForm & Partial<OfferingForm>, signal: AbortSignal): Promise<void> {
  options = undefined; // they count once
  const answer = await send(credential, form, signal).catch(({ message }): LogInAnswer => ({ message }));
  if (signal.aborted) return;
  if (!answer.redirect) throw new PasskeyError(answer.message ?? RELOAD);
  form.onOffered?.();
  browser.go(answer.redirect);
  await new Promise((shown) => window.addEventListener('pageshow', shown, { once: true }));
}

/** Send it once more where the token of the page is void: another tab has logged in or out, or the cookies are gone. */
async function send(credential: object, { token, redirect }: LogInForm, signal: AbortSignal): Promise<LogInAnswer> {
  const fields = { next: redirect, credential: JSON.stringify(credential) };
  const answer = await post<LogInAnswer>(PATH, { ...fields, csrfmiddlewaretoken: token }, { signal });
  if (!answer.token) return answer;
  return post<LogInAnswer>(PATH, { ...fields, csrfmiddlewaretoken: answer.token }, { signal });
}
