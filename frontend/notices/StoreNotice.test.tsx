import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { cookie } from '../lib/cookies';
import { StoreNotice } from './StoreNotice';

const ID = 'a'.repeat(32);

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the way to forget one
  document.cookie = `store_notice${ID}=; path=/; max-age=0`;
  delete document.documentElement.dataset.noticeHidden;
});

/** Whether the page says that the notice is dismissed: the styles hide it then. */
function isHidden(): boolean {
  return 'noticeHidden' in document.documentElement.dataset;
}

function show() {
  render(
    <>
      <StoreNotice id={ID} text="Closed on Monday." />
      <header tabIndex={-1} />
    </>,
  );
}

test('dismissing remembers it under the name of the notice and keeps the focus at hand', async () => {
  show();
  expect(isHidden()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(cookie(`store_notice${ID}`)).toBe('hidden');
  expect(isHidden()).toBe(true);
  expect(screen.getByRole('banner')).toHaveFocus();
});

test('a page from the browser’s cache follows what was dismissed on a later page', () => {
  show();
  // biome-ignore lint/suspicious/noDocumentCookie: what the later page did
  document.cookie = `store_notice${ID}=hidden; path=/`;
  window.dispatchEvent(new Event('pageshow'));
  expect(isHidden()).toBe(true);
});

test('other words are another notice', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: an older notice's
  document.cookie = `store_notice${'b'.repeat(32)}=hidden; path=/`;
  show();
  window.dispatchEvent(new Event('pageshow'));
  expect(isHidden()).toBe(false);
});
