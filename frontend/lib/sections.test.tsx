import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MiniCart } from '../generated/pages';
import { applyFragments, setSection, useSection } from './sections';

const EMPTY: MiniCart = { count: 0, subtotal: '', saved: '', free_delivery: null, lines: [] };

function Count() {
  return <output>{useSection('MiniCart', EMPTY).count} bottles</output>;
}

function fragment(props: MiniCart): Record<string, string> {
  const json = JSON.stringify(props).replaceAll('"', '&quot;');
  return { 'div.cart': `<div class="cart" data-section="MiniCart" data-props="${json}">from the server</div>` };
}

test('a mounted section renders the props that an answer brings', () => {
  render(<Count />);
  act(() => applyFragments(fragment({ ...EMPTY, count: 3 })));
  expect(screen.getByRole('status')).toHaveTextContent('3 bottles');
});

test('a mounted section keeps its element, and with it focus and motion', () => {
  render(<Count />);
  const before = screen.getByRole('status');
  act(() => applyFragments(fragment({ ...EMPTY, count: 3 })));
  expect(screen.getByRole('status')).toBe(before);
});

test('one element brings the props of all the sections that it names', () => {
  render(<Count />);
  const html = fragment({ ...EMPTY, count: 4 })['div.cart']?.replace('"MiniCart"', '"CartPopup MiniCart"') ?? '';
  act(() => applyFragments({ 'div.popup': html }));
  expect(screen.getByRole('status')).toHaveTextContent('4 bottles');
});

test('what no section of ours has mounted gives way to the HTML', () => {
  document.body.innerHTML = '<div class="cart">old</div>';
  applyFragments(fragment(EMPTY));
  expect(document.querySelector('div.cart')).toHaveTextContent('from the server');
});

test('a section that is not mounted and came without HTML leaves the page as it is', () => {
  document.body.innerHTML = '<div class="cart">old</div>';
  applyFragments({ 'div.cart': `<div data-section="MiniCart" data-props="{}"></div>` });
  expect(document.querySelector('div.cart')).toHaveTextContent('old');
});

test('a foreign fragment without props replaces every place its selector names', () => {
  document.body.innerHTML = '<a class="count">0</a><a class="count">0</a>';
  applyFragments({ 'a.count': '<a class="count">2</a>' });
  expect([...document.querySelectorAll('a.count')].map((each) => each.textContent)).toEqual(['2', '2']);
});

test('tells whether a section was there to be set', () => {
  expect(setSection('MiniCart', EMPTY)).toBe(false);
  render(<Count />);
  act(() => {
    expect(setSection('MiniCart', { ...EMPTY, count: 1 })).toBe(true);
  });
  expect(screen.getByRole('status')).toHaveTextContent('1 bottles');
});
