import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AGE_GATE } from '../fixtures/parts';
import { browser } from '../lib/go';
import { answering } from '../testing/network';
import { AgeGate } from './AgeGate';

async function come(gate = AGE_GATE) {
  const page = (
    <AgeGate gate={gate} storeName="Vintner">
      <main id="main" tabIndex={-1}>
        Wines
      </main>
    </AgeGate>
  );
  await act(async () => render(page));
  await act(() => import('./ageAnswer'));
}

const gate = () => screen.queryByRole('dialog', { name: AGE_GATE.question });
const saveAnswer = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the store's answer would set it
  document.cookie = 'vintner_of_age=yes:signed';
};
const forget = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = 'vintner_of_age=; max-age=0';
};

test('the page is out of reach until a yes, which keeps the shopper where they are', async () => {
  const sent = answering({ '/age/': saveAndConfirm });
  await come();
  expect(gate()).toHaveFocus();
  expect(screen.getByText('Wines').parentElement).toHaveAttribute('inert');
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  expect(gate()).toBeVisible();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: AGE_GATE.yes })));
  expect(Object.fromEntries(sent[0]?.fields ?? [])).toEqual({ answer: 'yes', back: AGE_GATE.back });
  expect(gate()).toBeNull();
  expect(screen.getByRole('main')).toHaveFocus();
  expect(screen.getByRole('main').parentElement).not.toHaveAttribute('inert');
  forget();
});

function saveAndConfirm() {
  saveAnswer();
  return { of_age: true };
}

test('a no leaves by the form', async () => {
  const sent = answering({});
  await come();
  const form = screen.getByRole('button', { name: AGE_GATE.no }).closest('form') as HTMLFormElement;
  const left = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('submit', left, { once: true });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: AGE_GATE.no })));
  expect(left).toHaveBeenCalled();
  expect(form.action).toMatch(/\/age\/$/);
  expect(sent).toEqual([]);
});

test('says so when the answer does not arrive or is not kept', async () => {
  answering({ '/age/': new TypeError('offline') });
  await come();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: AGE_GATE.yes })));
  expect(screen.getByRole('alert')).toHaveTextContent('An error occurred while connecting to the server.');
  answering({ '/age/': { of_age: true } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: AGE_GATE.yes })));
  expect(screen.getByRole('alert')).toHaveTextContent('allow this store’s cookies');
  expect(gate()).toBeVisible();
});

test('a yes is sent though the shopper moves on before it is answered', async () => {
  const fetched = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
  await come();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: AGE_GATE.yes })));
  expect(fetched).toHaveBeenCalledWith('/age/', expect.objectContaining({ keepalive: true }));
});

test('opens by itself once the answer is given in another tab, but not for what was there before', async () => {
  saveAnswer(); // the server did not believe it
  await come();
  expect(gate()).toBeVisible();
  // biome-ignore lint/suspicious/noDocumentCookie: what the store's answer to the other tab sets
  document.cookie = 'vintner_of_age=yes:better';
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(gate()).toBeNull();
  forget();
});

test('whoever changes their mind at the farewell is led home', async () => {
  const go = vi.spyOn(browser, 'go').mockReturnValue();
  answering({ '/age/': saveAndConfirm });
  await come({ ...AGE_GATE, no: '', back: '/' });
  expect(screen.queryByRole('button', { name: AGE_GATE.no })).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: AGE_GATE.yes })));
  expect(go).toHaveBeenCalledWith('/');
  forget();
});
