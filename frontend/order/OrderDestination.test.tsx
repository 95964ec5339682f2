import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { makeOrderPay, makeReceipt, makeViewOrder } from '../fixtures/orders';
import OrderPayPage from '../pages/checkout/OrderPayPage';
import OrderReceivedPage from '../pages/checkout/OrderReceivedPage';
import ViewOrderPage from '../pages/order_pages/ViewOrderPage';
import { OrderDestination } from './OrderDestination';

const PICKUP = {
  address: ['Vintner', '2400 Harbor Row', 'San Francisco, CA 94110'],
  hours: ['Tue–Sat, 11 a.m. – 6 p.m.'],
  where: 'You pick it up at Vintner, 2400 Harbor Row, San Francisco, CA 94110.',
  who: 'An adult of 21 or older has to collect it, and show a photo ID.',
};
const COLLECTED = { shipping_address: [], pickup: PICKUP };

function pages<Props extends object>(page: ComponentType<Props>, make: (over: Partial<Props>) => Props) {
  const Page = page as ComponentType<object>;
  return (over: object) => <Page {...make(over as Partial<Props>)} />;
}

const PAGES = {
  receipt: pages(OrderReceivedPage, makeReceipt),
  account: pages(ViewOrderPage, makeViewOrder),
  payment: pages(OrderPayPage, makeOrderPay),
};

test.each(Object.entries(PAGES))('the page of the %s says where to collect an order that is not sent', (_, page) => {
  render(page(COLLECTED));
  expect(screen.getByRole('heading', { name: 'Pick up at' }).parentElement).toHaveTextContent(
    `Pick up at${PICKUP.address.join('')}${PICKUP.hours.join('')}${PICKUP.who}`,
  );
  expect(screen.queryByRole('heading', { name: /^(Deliver to|Shipping address)$/ })).toBeNull();
});

test.each(Object.entries(PAGES))('the page of the %s says where a parcel goes', (_, page) => {
  render(page({}));
  expect(screen.getByRole('heading', { name: /^(Deliver to|Shipping address)$/ })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Pick up at' })).toBeNull();
});

test('who does not know where the store is can ask', () => {
  const where = 'You pick it up at our store. Write to cellar@example.com if you do not know where that is.';
  render(
    <OrderDestination
      title="Deliver to"
      order={{ ...COLLECTED, pickup: { ...PICKUP, address: [], hours: [], where } }}
    />,
  );
  expect(screen.getByText(`${where} ${PICKUP.who}`)).toBeVisible();
});
