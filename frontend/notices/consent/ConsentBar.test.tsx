import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { EXAMPLES } from '../../fixtures/pages';
import { CONSENT_CHANGED, readConsent } from '../../lib/consent';
import ConsentBar from './ConsentBar';

const page = EXAMPLES.find(({ name }) => name === 'cookies')?.props;
const NAME = 'vintner_consent';

function setCookie(value: string, seconds = 60) {
  // biome-ignore lint/suspicious/noDocumentCookie: what the server does
  document.cookie = `${NAME}=${value}; path=/; max-age=${seconds}`;
}

function zone(timeZone: string) {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone,
  } as Intl.ResolvedDateTimeFormatOptions);
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  setCookie('', 0);
});

/** Answers as the store does, and sets its cookie. */
async function show() {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method !== 'POST') return new Response(JSON.stringify(page));
    sent.push(String(init.body));
    setCookie(String(init.body).includes('choice=ask') ? '1.a' : '1.y.s.1.ab');
    return new Response('{}');
  });
  await act(async () => render(<ConsentBar />));
  return sent;
}

test.each([
  ['1.a', 'UTC', [false, false, true]],
  ['1.d', 'UTC', [false, false, false]],
  ['1.g', 'Europe/Berlin', [true, true, false]],
  ['1.u', 'America/New_York', [true, true, false]],
  ['1.u', 'UTC', [true, true, false]],
  ['1.u', 'Europe/Berlin', [false, false, true]],
  ['1.u', 'America/Cayenne', [false, false, true]],
  ['1.y.s.1.ab', 'Europe/Berlin', [true, false, false]],
  ['1.y..1.ab', 'UTC', [false, false, false]],
  ['', 'UTC', [false, false, false]],
])('the cookie %s in %s is read', (value, timeZone, expected) => {
  setCookie(value);
  zone(timeZone);
  const { statistics, preferences, asks } = readConsent();
  expect([statistics, preferences, asks]).toEqual(expected);
});

test('an answer is sent, and announced to the scripts of the page', async () => {
  setCookie('1.a');
  const changed = vi.fn();
  window.addEventListener(CONSENT_CHANGED, changed, { once: true });
  const sent = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }));
  expect(sent).toEqual([]);
  expect(screen.getByRole('checkbox', { name: /Necessary/ })).toBeDisabled();
  expect(screen.getByRole('checkbox', { name: /Statistics/ })).toHaveFocus();
  await userEvent.click(screen.getByRole('checkbox', { name: /Statistics/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save my choice' }));
  expect(sent).toEqual(['version=1&referrer=&statistics=on&choice=save']);
  expect(changed).toHaveBeenCalledOnce();
});

test('a browser elsewhere opens the question first', async () => {
  setCookie('1.u');
  zone('Europe/Berlin');
  expect(await show()).toEqual(['choice=ask']);
  expect(screen.getByRole('button', { name: 'Reject all' })).toBeVisible();
});
