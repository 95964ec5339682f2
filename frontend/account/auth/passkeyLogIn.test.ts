import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { later } from '../../testing/network';

vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthnAutofill: vi.fn(),
  startAuthentication: vi.fn(),
  WebAuthnAbortService: { cancelCeremony: vi.fn() },
}));

/** Each test loads a page of its own: what a page has fetched stays with it. */
let browser: typeof import('../../lib/go').browser;
let askForPasskey: typeof import('./passkeyLogIn').askForPasskey;
let offerPasskeys: typeof import('./passkeyLogIn').offerPasskeys;

const onChosen = vi.fn();
const onStayed = vi.fn();
const AT_CHECKOUT = { token: 'token', redirect: '/checkout/', onChosen, onStayed };
/** Let everything happen that waits for nothing outside of the page. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setTimeout(done));
};
const ANSWER = { id: 'key' };

/** Each question to the browser waits for its answer, or is ended. */
interface Question {
  isOffer: boolean;
  answer: (credential: object) => void;
  end: (error: Error) => void;
}
let questions: Question[] = [];
let sent: Record<string, string>[] = [];
let fetched = 0;
/** What the store answers to a passkey. */
let verdict: () => Promise<Response>;
let left: AbortController[] = [];

const ended = () => Object.assign(new Error('ended'), { name: 'AbortError' });
const endLast = () => questions.at(-1)?.end(ended());

function stay(): AbortSignal {
  const controller = new AbortController();
  left.push(controller);
  return controller.signal;
}

beforeEach(async () => {
  vi.resetModules();
  ({ browser } = await import('../../lib/go'));
  ({ askForPasskey, offerPasskeys } = await import('./passkeyLogIn'));
  questions = [];
  sent = [];
  fetched = 0;
  left = [];
  verdict = async () => new Response(JSON.stringify({ redirect: '/checkout/' }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, { body, redirect } = {}) => {
    if (body) {
      sent.push(Object.fromEntries(body as URLSearchParams));
      return verdict();
    }
    expect(redirect).toBe('manual');
    fetched += 1;
    return new Response(JSON.stringify({ request_options: { publicKey: { challenge: `${fetched}` } } }));
  });
  vi.mocked(browserSupportsWebAuthnAutofill).mockResolvedValue(true);
  vi.mocked(startAuthentication).mockImplementation(({ useBrowserAutofill = false }) => {
    endLast();
    return new Promise((answer, end) => {
      questions.push({ isOffer: useBrowserAutofill, answer: answer as Question['answer'], end });
    });
  });
  vi.mocked(WebAuthnAbortService.cancelCeremony).mockReset().mockImplementation(endLast);
  vi.spyOn(browser, 'go').mockImplementation(() => undefined);
  onChosen.mockReset();
  onStayed.mockReset();
});

afterEach(() => {
  for (const each of left) each.abort();
});

const asked = (count: number) => waitFor(() => expect(questions).toHaveLength(count));

test('what a field offers is sent, and leads back', async () => {
  const onOffered = vi.fn();
  offerPasskeys({ ...AT_CHECKOUT, onOffered }, stay());
  await asked(1);
  questions[0]?.answer(ANSWER);
  await waitFor(() => expect(browser.go).toHaveBeenCalledExactlyOnceWith('/checkout/'));
  expect(sent).toEqual([{ csrfmiddlewaretoken: 'token', next: '/checkout/', credential: '{"id":"key"}' }]);
  expect(onOffered).toHaveBeenCalledOnce();
});

test.each([
  ['refuses it', async () => new Response('{"message":"Not accepted."}', { status: 400 }), 'Not accepted.'],
  ['knows neither token', async () => new Response('{"token":"x"}', { status: 403 }), /Please reload it/],
  ['cannot be reached', async () => Promise.reject(new TypeError('no network')), /error occurred while connecting/],
])('the page stays as it is when the store %s, and the passkey is not asked for again', async (_, answer, words) => {
  verdict = answer;
  const onOffered = vi.fn();
  offerPasskeys({ ...AT_CHECKOUT, onOffered }, stay());
  await asked(1);
  questions[0]?.answer(ANSWER);
  await waitFor(() => expect(onStayed).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(words)));
  await settle();
  expect(questions).toHaveLength(1);
  expect(onOffered).not.toHaveBeenCalled();
  expect(browser.go).not.toHaveBeenCalled();
});

test('a passkey is sent once more with the token of the store where that of the page is void', async () => {
  const answers = ['{"token":"new"}', '{"redirect":"/checkout/"}'];
  verdict = async () => new Response(answers.shift());
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  questions[0]?.answer(ANSWER);
  await waitFor(() => expect(browser.go).toHaveBeenCalledExactlyOnceWith('/checkout/'));
  expect(sent.map(({ csrfmiddlewaretoken }) => csrfmiddlewaretoken)).toEqual(['token', 'new']);
});

test('a log-in whose form has left meanwhile, as an order is placed, leads nowhere and says nothing', async () => {
  const slow = later<Response>();
  verdict = () => slow.promise;
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  questions[0]?.answer(ANSWER);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(onChosen).toHaveBeenCalledOnce();
  left[0]?.abort();
  slow.settle(new Response('{"redirect":"/checkout/"}'));
  await settle();
  expect(browser.go).not.toHaveBeenCalled();
  expect(onStayed).not.toHaveBeenCalled();
});

test('an offer comes back after a press for which nothing could be fetched', async () => {
  vi.mocked(fetch).mockResolvedValueOnce(new Response('', { status: 503 }));
  offerPasskeys(AT_CHECKOUT, stay());
  await expect(askForPasskey(AT_CHECKOUT, stay())).rejects.toThrow(TypeError);
  await asked(1);
  expect(questions[0]?.isOffer).toBe(true);
});

test('a page that Back shows again after a press offers passkeys anew', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  const pressed = askForPasskey(AT_CHECKOUT, stay());
  await asked(1);
  questions[0]?.answer(ANSWER);
  await waitFor(() => expect(browser.go).toHaveBeenCalledOnce());
  await settle();
  expect(questions).toHaveLength(1);
  window.dispatchEvent(new Event('pageshow'));
  await pressed;
  await asked(2);
  expect(questions[1]?.isOffer).toBe(true);
});

test('a form that Back shows again after its passkey waits no more', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  questions[0]?.answer(ANSWER);
  await waitFor(() => expect(browser.go).toHaveBeenCalledOnce());
  expect(onStayed).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect(onStayed).toHaveBeenCalledExactlyOnceWith(''));
});

test('a press uses what the field’s offer has to sign, also on a slow line', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  void askForPasskey(AT_CHECKOUT, stay());
  await asked(1);
  expect(questions[0]?.isOffer).toBe(false);
  questions[0]?.answer(ANSWER);
  await waitFor(() => expect(browser.go).toHaveBeenCalledExactlyOnceWith('/checkout/'));
  expect(fetched).toBe(1);
});

test('what a press is refused for is thrown, and the next one has something new to sign', async () => {
  verdict = async () => new Response('{"message":"Not accepted."}', { status: 400 });
  for (const number of [1, 2]) {
    const refused = askForPasskey(AT_CHECKOUT, stay()).catch((error: Error) => [error.name, error.message]);
    await asked(number);
    questions[number - 1]?.answer(ANSWER);
    expect(await refused).toEqual(['PasskeyError', 'Not accepted.']);
    expect(fetched).toBe(number);
  }
});

test('a passkey that is refused after a press is not offered again', async () => {
  verdict = async () => new Response('{"message":"Not accepted."}', { status: 400 });
  offerPasskeys(AT_CHECKOUT, stay());
  const refused = askForPasskey(AT_CHECKOUT, stay()).catch((error: Error) => error.message);
  await asked(1);
  questions[0]?.answer(ANSWER);
  expect(await refused).toBe('Not accepted.');
  await settle();
  expect(questions).toHaveLength(1);
});

test('a form that is closed while the store is asked about a press leads nowhere', async () => {
  const slow = later<Response>();
  verdict = () => slow.promise;
  const pressed = askForPasskey(AT_CHECKOUT, stay());
  await asked(1);
  questions[0]?.answer(ANSWER);
  await waitFor(() => expect(sent).toHaveLength(1));
  left[0]?.abort();
  slow.settle(new Response('{"redirect":"/checkout/"}'));
  await pressed;
  expect(browser.go).not.toHaveBeenCalled();
});

test('a form that leaves while the browser asks does not end the question', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  void askForPasskey(AT_CHECKOUT, stay());
  await asked(1);
  left[0]?.abort();
  expect(WebAuthnAbortService.cancelCeremony).not.toHaveBeenCalled();
});

test('an offer that something else ends is not begun again, also not one that was begun anew', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  left[0]?.abort();
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(2);
  endLast();
  await settle();
  expect([questions.length, fetched]).toEqual([2, 1]);
});

test('two places of a page share an offer, which ends with the last', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  offerPasskeys({ ...AT_CHECKOUT, redirect: '/shop/' }, stay());
  await settle();
  left[1]?.abort();
  expect(WebAuthnAbortService.cancelCeremony).not.toHaveBeenCalled();
  left[0]?.abort();
  expect(WebAuthnAbortService.cancelCeremony).toHaveBeenCalledOnce();
  await settle();
  expect(questions).toHaveLength(1);
});

test('of two places of a page the last one leads on', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  offerPasskeys({ ...AT_CHECKOUT, redirect: '/shop/' }, stay());
  questions[0]?.answer(ANSWER);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.next).toBe('/shop/');
});

test('a browser that offers nothing in fields has fetched what a press needs', async () => {
  vi.mocked(browserSupportsWebAuthnAutofill).mockResolvedValueOnce(false);
  offerPasskeys(AT_CHECKOUT, stay());
  await settle();
  expect([questions.length, fetched]).toEqual([0, 1]);
  void askForPasskey(AT_CHECKOUT, stay());
  await asked(1);
  expect(fetched).toBe(1);
});

test('a place that comes as the last one leaves begins anew', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  left[0]?.abort();
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(2);
});

test('who leaves before the options are there is asked nothing', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  left[0]?.abort();
  await new Promise((done) => setTimeout(done));
  expect(questions).toEqual([]);
});

test('a form that has left before the script is there is asked nothing', async () => {
  const gone = new AbortController();
  gone.abort();
  offerPasskeys(AT_CHECKOUT, gone.signal);
  await new Promise((done) => setTimeout(done));
  expect([questions.length, fetched]).toEqual([0, 0]);
});

test('an answer that comes after the form has left logs nobody in', async () => {
  vi.mocked(WebAuthnAbortService.cancelCeremony).mockImplementation(() => undefined); // too late
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  left[0]?.abort();
  questions[0]?.answer(ANSWER);
  await settle();
  expect(sent).toEqual([]);
});

test('the button’s question ends the offer, which comes back when it is refused', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  const refused = askForPasskey(AT_CHECKOUT, stay()).catch((error: Error) => error.message);
  await asked(2);
  expect(questions[1]?.isOffer).toBe(false);
  questions[1]?.end(new Error('refused'));
  expect(await refused).toBe('refused');
  await asked(3);
  expect(questions[2]?.isOffer).toBe(true);
  expect(sent).toEqual([]);
});

test('an offer is silent when the store has no options for it, and a question is not', async () => {
  vi.mocked(fetch).mockResolvedValue(new Response('', { status: 503 }));
  offerPasskeys(AT_CHECKOUT, stay());
  await expect(askForPasskey(AT_CHECKOUT, stay())).rejects.toThrow(TypeError);
  expect(questions).toEqual([]);
  vi.mocked(fetch).mockImplementation(async () => new Response('{"request_options":{"publicKey":{}}}'));
  void askForPasskey(AT_CHECKOUT, stay());
  await asked(1);
});
