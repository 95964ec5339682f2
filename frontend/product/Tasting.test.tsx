import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makeProduct, makeVariableProduct } from '../fixtures/product';
import ProductPage from '../pages/catalogue/ProductPage';

const told = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem');

test('a scale is told in words and numbers, and drawn for the eye alone', () => {
  render(<ProductPage {...makeProduct()} />);
  const style = screen.getByRole('region', { name: 'Style' });
  const [body] = within(style).getAllByRole('definition');
  expect(body).toHaveTextContent('Medium to full, 4 of 5');
  const drawn = body?.querySelector('[aria-hidden]');
  expect(drawn).toHaveTextContent('●●●●●');
  expect(drawn?.querySelector('b')).toHaveTextContent('●●●●');
});

test('scores follow the chosen vintage, before those of the wine', async () => {
  render(<ProductPage {...makeVariableProduct()} />);
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  expect(told('Critics’ scores').map((each) => each.textContent)).toEqual([
    '17/20Critic of the 2017',
    '94/100The Long TableMarch 14, 2025',
  ]);
});

test('what isn’t known is absent', () => {
  render(<ProductPage {...makeProduct({ scales: [], scores: [] })} />);
  expect(screen.queryByRole('region', { name: 'Style' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Critics’ scores' })).toBeNull();
});

test('every fact and tag of a wine stands on its page once', () => {
  const product = makeProduct({
    facts: [
      { slug: 'farming', name: 'Farming', value: 'Organic' },
      { slug: 'allergens', name: 'Allergens', value: 'Contains sulfites' },
      { slug: 'drink-window', name: 'Best to drink', value: '2026–2035' },
    ],
    tags: ['Organic', 'Gift'],
  });
  const { container } = render(<ProductPage {...product} />);
  const names = [...container.querySelectorAll('dt')].map((each) => each.textContent);
  expect(names.sort()).toEqual(['Allergens', 'Best to drink', 'Body', 'Farming', 'SKU', 'Tags', 'Tannin']);
  expect(screen.getByText('Gift')).toBeInTheDocument();
});
