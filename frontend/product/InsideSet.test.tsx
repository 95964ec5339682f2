import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeProduct } from '../fixtures/product';
import type { SetContents } from '../generated/pages';
import ProductPage from '../pages/catalogue/ProductPage';

const CONTENTS: SetContents = {
  title: 'Three bottles',
  bottles: [
    { quantity: 2, name: 'Chianti', about: 'Tenuta · 2022', url: '/product/chianti/', image: null },
    { quantity: 1, name: 'Draft', about: '', url: '', image: null },
  ],
  singly: '$71.80',
  saved: '$6.80',
};

test('the bottles are told with their numbers, and linked where they have a page', () => {
  render(<ProductPage {...makeProduct({ contents: CONTENTS })} />);
  const inside = screen.getByRole('region', { name: 'What is inside' });
  expect(within(inside).getByRole('heading', { name: '2 × Chianti' })).toBeVisible();
  expect(within(inside).getByRole('link', { name: 'Chianti' })).toHaveAttribute('href', '/product/chianti/');
  expect(within(inside).queryByRole('link', { name: 'Draft' })).toBeNull();
  expect(inside).toHaveTextContent('One by one they cost $71.80: you save $6.80 with each set.');
});

test('without a saving nothing is compared, and other products have no contents', () => {
  const { unmount } = render(<ProductPage {...makeProduct({ contents: { ...CONTENTS, singly: '', saved: '' } })} />);
  expect(screen.getByRole('region', { name: 'What is inside' })).not.toHaveTextContent('cost');
  unmount();
  render(<ProductPage {...makeProduct()} />);
  expect(screen.queryByRole('region', { name: 'What is inside' })).toBeNull();
});
