import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answering, later, type Sent } from '../testing/network';

const PATH = '/wp-admin/admin-ajax.php';
let heart: (id: number) => HTMLElement;

beforeEach(() => {
  vi.resetModules(); // the list is one for the whole page
});

afterEach(() => {
  setCookie('simplefavorites=; max-age=0');
  setCookie('vintner_customer=; max-age=0');
});

async function show(...ids: number[]) {
  const { FavouriteButton } = await import('./FavouriteButton');
  render(ids.map((id) => <FavouriteButton key={id} productId={id} bottle={`Wine ${id}`} />));
  heart = (id) => screen.getByRole('button', { name: `Favorite: Wine ${id}` });
}

function listed(...ids: number[]) {
  const posts = ids.length > 0 ? Object.fromEntries(ids.map((id) => [id, { post_id: id }])) : [];
  return { status: 'success', favorites: [{ site_id: 1, posts, groups: [] }] };
}

function setCookie(text: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: what the store sets
  document.cookie = text;
}

test("a guest's hearts are known from the cookie without a request", async () => {
  const sent = answering({});
  const list = encodeURIComponent(JSON.stringify([{ site_id: 1, posts: { 1: 7 }, groups: [] }]));
  setCookie(`simplefavorites=${list}`);
  await show(7, 8);
  expect(heart(7)).toHaveAttribute('aria-pressed', 'true');
  expect(heart(7)).toHaveAttribute('title', 'Remove from Favorites');
  expect(heart(8)).toHaveAttribute('aria-pressed', 'false');
  expect(heart(8)).toHaveAttribute('title', 'Add to Favorites');
  expect(sent).toEqual([]);
});

test.each(['%', '[', '{}', '[{}]'])('a damaged cookie %s is an empty list', async (text) => {
  setCookie(`simplefavorites=${text}`);
  await show(7);
  expect(heart(7)).toHaveAttribute('aria-pressed', 'false');
});

test("a customer's hearts come by one request for all", async () => {
  setCookie('vintner_customer=1');
  const sent = answering({ [PATH]: listed(8) });
  await show(7, 8);
  await waitFor(() => expect(heart(8)).toHaveAttribute('aria-pressed', 'true'));
  expect(sent.map((each) => each.fields.get('action'))).toEqual(['favorites_array']);
});

test('a press shows at once, and all hearts follow the answer', async () => {
  const answer = later<unknown>();
  const sent = answering({ [PATH]: () => answer.promise });
  await show(7, 8);
  await userEvent.click(heart(7));
  expect(heart(7)).toHaveAttribute('aria-pressed', 'true');
  answer.settle(listed(7, 8));
  await waitFor(() => expect(heart(8)).toHaveAttribute('aria-pressed', 'true'));
  expect(Object.fromEntries(sent[0]?.fields ?? [])).toMatchObject({ postid: '7', siteid: '1', status: 'active' });
});

test('the next press waits for the answer before it, and the last one holds', async () => {
  const first = later<unknown>();
  const answers = [first.promise, listed()];
  const sent: Sent[] = answering({ [PATH]: () => answers.shift() });
  await show(7);
  await userEvent.click(heart(7));
  await userEvent.click(heart(7));
  expect(sent).toHaveLength(1);
  first.settle(listed(7));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.fields.get('status')).toBe('inactive');
  await waitFor(() => expect(heart(7)).toHaveAttribute('aria-pressed', 'false'));
});

test('what the store refuses, or cannot be told, is put back with the reason', async () => {
  const answers: unknown[] = [{ status: 'error', message: 'Your list is full.' }, new TypeError('offline')];
  answering({ [PATH]: () => answers.shift() });
  await show(7);
  await userEvent.click(heart(7));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your list is full.');
  expect(heart(7)).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(heart(7));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('An error occurred while connecting'));
  expect(heart(7)).toHaveAttribute('aria-pressed', 'false');
});
