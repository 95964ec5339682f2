import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeCard } from '../fixtures/parts';
import { AlertLink } from './AlertLink';
import { WineCard } from './WineCard';

test.each([
  [false, undefined, 'Email me when the price drops: Lomba', '/alerts/wine/7/?about=price_drop'],
  [true, undefined, 'Email me when it is back in stock: Lomba', '/alerts/wine/7/?about=restock'],
  [true, 12, 'Email me when it is back in stock: Lomba', '/alerts/wine/7/?about=restock-12'],
])('leads to the form for what can be asked (sold out: %s, variation %s)', (gone, variationId, name, address) => {
  render(<AlertLink productId={7} gone={gone} bottle="Lomba" variationId={variationId} />);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
});

test.each([
  [false, 'in_stock', 1],
  [true, 'in_stock', 0],
  [true, 'out_of_stock', 1],
])('a favourite with a plan (%s) that is %s has %i links', (by_plan, stock_kind, links) => {
  render(<WineCard card={{ ...makeCard(), by_plan, stock_kind }} onScreen isFavourite />);
  expect(screen.queryAllByRole('link', { name: /Email me/ })).toHaveLength(links);
});
