// @vitest-environment node
import { mkdtempSync } from 'node:fs';
import { request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCheckout, makeReview } from './fixtures/checkout';
import { EXAMPLES } from './fixtures/pages';
import { LINES } from './fixtures/parts';
import type { CartPage } from './generated/pages';
import { createRenderer } from './renderer';

const socketPath = join(mkdtempSync(join(tmpdir(), 'renderer-')), 'renderer.sock');
let server: Server;

beforeAll(async () => {
  server = createRenderer();
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
});

afterAll(() => {
  server.close();
});

interface Reply {
  status: number | undefined;
  type: string | undefined;
  body: string;
}

function sendRequest(method: string, path: string, body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method, path }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode, type: response.headers['content-type'], body: text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

test.each(EXAMPLES)('renders the page in the state “$name”', async ({ component, props }) => {
  const reply = await sendRequest('POST', '/page', JSON.stringify({ component, props }));
  expect(reply).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
  expect(reply.body).toMatch(/<h1/);
});

test('renders sections that carry their name and props', async () => {
  const props = { count: 3, subtotal: '$81.98 "& <b>', saved: '', lines: LINES };
  const reply = await sendRequest('POST', '/sections', JSON.stringify([{ component: 'MiniCart', props }]));
  const [html = ''] = JSON.parse(reply.body) as string[];
  expect(html).toMatch(/^<div class="widget_shopping_cart_content" data-section="MiniCart" data-props="/);
  const json = /data-props="([^"]*)"/.exec(html)?.[1] ?? '';
  const text = json.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  expect(JSON.parse(text)).toEqual(props);
});

const cart = EXAMPLES.find((each) => each.name === 'cart')?.props as CartPage;

test.each([
  ['MiniCart', { count: 0, subtotal: '', saved: '', lines: [] }, 'div', 'widget_shopping_cart_content'],
  ['CartPopup', { count: 0, subtotal: '', saved: '', lines: [], notice: '' }, 'div', 'xoo-cp-content'],
  ['CartContents', cart.contents, 'div', 'woocommerce-cart-form'],
  ['OrderReview', makeReview(), 'div', 'woocommerce-checkout-review-order-table'],
  ['PaymentOptions', makeCheckout().payment, 'div', 'woocommerce-checkout-payment'],
])('the section %s is one element that its selector finds', async (component, props, tag, name) => {
  const reply = await sendRequest('POST', '/sections', JSON.stringify([{ component, props }]));
  const [html = ''] = JSON.parse(reply.body) as string[];
  expect(html).toMatch(new RegExp(`^<${tag} (id="\\w+" )?class="${name}[ "]`));
  expect(html).toContain(`data-section="${component}" data-props="{`);
});

test('says that it is well', async () => {
  expect(await sendRequest('GET', '/health')).toMatchObject({ status: 200, body: 'ok' });
});

test.each([
  ['no JSON', '/page', '{'],
  ['an unknown page', '/page', '{"component":"web/NoPage","props":{"shared":{}}}'],
  ['a page without what every page gets', '/page', '{"component":"web/ErrorPage","props":{}}'],
  ['a name out of the tree', '/page', '{"component":"../server","props":{"shared":{}}}'],
  ['no list of sections', '/sections', '{}'],
  ['an unknown section', '/sections', '[{"component":"constructor","props":{}}]'],
  ['an unknown address', '/other', ''],
])('refuses %s and goes on', async (_what, path, body) => {
  expect((await sendRequest('POST', path, body)).status).toBe(400);
  expect((await sendRequest('GET', '/health')).status).toBe(200);
});

test('names the component that threw', async () => {
  const props = { ...EXAMPLES.find((each) => each.name === 'listing')?.props, cards: [{ product_id: 1, image: {} }] };
  const reply = await sendRequest('POST', '/page', JSON.stringify({ component: 'catalogue/ListingPage', props }));
  expect(reply.status).toBe(500);
  const fault = JSON.parse(reply.body) as { message: string; stack: string; componentStack: string };
  expect(fault.message).not.toBe('');
  expect(fault.componentStack).toMatch(/WineGrid/);
});
