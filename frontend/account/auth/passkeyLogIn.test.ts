import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askForPasskey, offerPasskeys } from './passkeyLogIn';

vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthnAutofill: async () => true,
  startAuthentication: vi.fn(),
  WebAuthnAbortService: { cancelCeremony: vi.fn() },
}));

const AT_CHECKOUT = { token: 'token', redirect: '/checkout/' };
const ANSWER = { id: 'key' };

/** Each question to the browser waits for its answer, or is ended. */
interface Question {
  isOffer: boolean;
  answer: (credential: object) => void;
  end: (error: Error) => void;
}
let questions: Question[] = [];
let sent: Record<string, string>[] = [];
let left: AbortController[] = [];

const ended = () => Object.assign(new Error('ended'), { name: 'AbortError' });
const endLast = () => questions.at(-1)?.end(ended());

function stay(): AbortSignal {
  const controller = new AbortController();
  left.push(controller);
  return controller.signal;
}

beforeEach(() => {
  questions = [];
  sent = [];
  left = [];
  const options = { request_options: { publicKey: { challenge: 'x' } } };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(options)));
  vi.mocked(startAuthentication).mockImplementation(({ useBrowserAutofill = false }) => {
    endLast();
    return new Promise((answer, end) => {
      questions.push({ isOffer: useBrowserAutofill, answer: answer as Question['answer'], end });
    });
  });
  vi.mocked(WebAuthnAbortService.cancelCeremony).mockReset().mockImplementation(endLast);
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    sent.push(Object.fromEntries(new FormData(this)) as Record<string, string>);
    this.remove();
  });
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
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ csrfmiddlewaretoken: 'token', next: '/checkout/', credential: '{"id":"key"}' });
  expect(onOffered).toHaveBeenCalledOnce();
});

test('two places of a page share an offer, which ends with the last', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  offerPasskeys({ ...AT_CHECKOUT, redirect: '/shop/' }, stay());
  left[1]?.abort();
  expect(WebAuthnAbortService.cancelCeremony).not.toHaveBeenCalled();
  left[0]?.abort();
  expect(WebAuthnAbortService.cancelCeremony).toHaveBeenCalledOnce();
  await new Promise(process.nextTick);
  expect(questions).toHaveLength(1);
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

test('the button’s question ends the offer, which comes back when it is refused', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  const refused = askForPasskey(AT_CHECKOUT).catch((error: Error) => error.message);
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
  await expect(askForPasskey(AT_CHECKOUT)).rejects.toHaveProperty('name', 'NoOptionsError');
  expect(questions).toEqual([]);
});

test('the options are fetched without following redirects', async () => {
  offerPasskeys(AT_CHECKOUT, stay());
  await asked(1);
  expect(fetch).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ redirect: 'manual' }));
});
