import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeProduct, makeVariableProduct } from '../../fixtures/product';
import { type Tab, tabByKey, tabFor } from '../../product/tabAddress';
import { answering } from '../../testing/network';
import { ClosedPlaces } from '../../wine/closed/closedPlaces';
import ProductPage from './ProductPage';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});

afterEach(() => window.history.replaceState(null, '', '/'));

function setPlace(text: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: what the store sets
  document.cookie = `vintner_ship_to=${text}`;
  window.dispatchEvent(new Event('pageshow'));
}

/** The form; the bar of phones repeats price and button. */
const form = () => within(document.getElementById('buy') as HTMLElement);
const add = () => form().getByRole('button', { name: 'Add to cart' });
const selectedTab = () => screen.getByRole('tab', { selected: true });

test('choosing a vintage changes price, stock and picture', async () => {
  render(<ProductPage {...makeVariableProduct()} />);
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  expect(form().getByText('$58.00', { selector: 'span' })).toBeVisible();
  expect(screen.getAllByRole('img', { name: /ferrali-2017/ })[0]).toBeVisible();
});

test('the page begins with a choice, its price and its note', () => {
  const product = { ...makeVariableProduct(), preselected: { attribute_vintage: '2019' } };
  render(<ProductPage {...product} />);
  expect(screen.getByRole('radio', { name: '2019 $48.00' })).toBeChecked();
  expect(add().closest('form')).not.toHaveTextContent('from');
  expect(screen.getByText('The 2019 in a few words.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Brunello 2019');
});

test('it says when the sale of the chosen vintage ends', async () => {
  const product = makeVariableProduct();
  const variations = product.variations.map((each) => ({ ...each, sale_ends: `Sale ends in ${each.sku}` }));
  render(<ProductPage {...product} variations={variations} />);
  expect(screen.queryByText(/^Sale ends/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: /^2019/ }));
  expect(form().getByText('Sale ends in V-VINTAGES-2019')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  expect(form().getByText('Sale ends in V-VINTAGES-2017')).toBeVisible();
});

test('an adult signs for wine, and for nothing else', () => {
  const { unmount } = render(<ProductPage {...makeProduct({ ships_wine: false })} />);
  expect(screen.queryByText(/^Adult signature/)).not.toBeInTheDocument();
  unmount();
  render(<ProductPage {...makeProduct()} />);
  expect(screen.getByText(/^Adult signature/)).toBeVisible();
});

test('the heading has the vintage, and the price says what it is for', async () => {
  const { unmount } = render(<ProductPage {...makeProduct()} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Quinta da Lomba Reserva 2019');
  expect(screen.getByText('per bottle · 750 ml')).toBeVisible();
  unmount();
  render(<ProductPage {...makeVariableProduct()} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/Brunello$/);
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tenuta Ferrali Brunello 2017');
});

test('where wine may not go, the reason stands by the button before anything is added', () => {
  const reason = 'Sorry, we cannot ship wine to Utah.';
  const show = (shipsWine: boolean) =>
    render(
      <ClosedPlaces value={[{ place: 'US:UT', name: 'Utah', reason }]}>
        <ProductPage {...makeProduct({ ships_wine: shipsWine })} />
      </ClosedPlaces>,
    );
  setPlace('US:UT%20UT%2084101');
  show(true);
  expect(form().getByText(reason)).toBeVisible();
  cleanup();
  show(false);
  expect(form().queryByText(reason)).toBeNull();
  setPlace('; max-age=0');
});

test('a wine that cannot be bought says what its price is for', () => {
  render(<ProductPage {...makeProduct({ can_buy: false, unit: 'per bottle · 500 ml' })} />);
  expect(screen.getByText('per bottle · 500 ml')).toBeVisible();
});

test('a sold-out vintage says why and what else there is', async () => {
  render(<ProductPage {...makeVariableProduct()} />);
  await userEvent.click(screen.getByRole('radio', { name: /^2018 \(sold out\)/ }));
  expect(screen.getByText('Vintage 2018 is sold out. You can have 2017, 2019.')).toBeVisible();
  await userEvent.click(add());
  expect(screen.getByRole('alert')).toHaveTextContent('Sorry, this product is unavailable.');
});

test('adding asks for the vintage first, and puts the focus there', async () => {
  const sent = answering({});
  render(<ProductPage {...makeVariableProduct()} />);
  await userEvent.click(add());
  expect(screen.getByRole('alert')).toHaveTextContent('Choose a vintage');
  expect(screen.getByRole('radio', { name: /^2017/ })).toHaveFocus();
  expect(screen.getByRole('group', { name: 'Vintage' })).toHaveAccessibleDescription('Choose a vintage');
  expect(sent).toEqual([]);
});

test('the chosen variation is what goes into the cart', async () => {
  const sent = answering({ xoo_cp_add_to_cart: { fragments: {}, cart_hash: 'h' } });
  render(<ProductPage {...makeVariableProduct()} />);
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(add());
  const added = sent.find(({ url }) => url.endsWith('xoo_cp_add_to_cart'))?.fields;
  expect(added?.get('add-to-cart')).toBe('13');
  expect(added?.get('variation_id')).toBe('31');
  expect(added?.get('quantity')).toBe('2');
  expect(await screen.findByText(/In your cart/)).toBeVisible();
});

test('a quantity that is refused adds nothing, and what is left there can be added', async () => {
  const sent = answering({ xoo_cp_add_to_cart: { fragments: {}, cart_hash: 'h' } });
  render(<ProductPage {...makeProduct()} />);
  await userEvent.click(add());
  expect(await screen.findByText(/In your cart/)).toBeVisible();
  const added = () => sent.filter(({ url }) => url.endsWith('xoo_cp_add_to_cart'));
  const field = screen.getByRole('spinbutton');
  await userEvent.clear(field);
  await userEvent.type(field, '5000');
  await userEvent.click(add());
  expect(screen.getByText(/^Maximum Quantity/)).toBeVisible();
  expect(screen.queryByText(/In your cart/)).toBeNull();
  expect(field).toHaveFocus();
  expect(added()).toHaveLength(1);
  await userEvent.click(add());
  expect(added().map(({ fields }) => fields.get('quantity'))).toEqual(['1', '1']);
});

test('the choice goes into the address', async () => {
  window.history.replaceState(null, '', '/product/tenuta-ferrali-brunello/?attribute_vintage=2017');
  render(<ProductPage {...makeVariableProduct()} preselected={{ attribute_vintage: '2017' }} />);
  expect(screen.getByRole('radio', { name: /^2017/ })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: /^2019/ }));
  expect(window.location.search).toBe('?attribute_vintage=2019');
});

test('the tasting sheet is that of the chosen vintage', async () => {
  const product = { ...makeVariableProduct(), tasting_sheet: '/product/brunello/tasting-sheet.pdf' };
  render(<ProductPage {...product} />);
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  expect(screen.getByRole('link', { name: 'Tasting sheet (PDF)' })).toHaveAttribute(
    'href',
    '/product/brunello/tasting-sheet.pdf?attribute_vintage=2017',
  );
});

test('facts follow the chosen vintage', async () => {
  render(<ProductPage {...makeVariableProduct()} />);
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  const [row] = screen.getAllByText('Vintage', { selector: 'dt' });
  expect(row?.nextElementSibling).toHaveTextContent('2017');
});

test('one of more variations than the page carries is asked for', async () => {
  const product = makeVariableProduct();
  const { variations } = product;
  const sent = answering({
    get_variation: { choice: variations[0] },
    xoo_cp_add_to_cart: { fragments: {}, cart_hash: 'h' },
  });
  render(<ProductPage {...product} variations={[]} combinations={variations} />);
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  expect(await form().findByText('$58.00', { selector: 'span' })).toBeVisible();
  expect(sent[0]?.fields.toString()).toBe('product_id=13&attribute_vintage=2017');
  await userEvent.click(add());
  expect(sent.find(({ url }) => url.endsWith('xoo_cp_add_to_cart'))?.fields.get('variation_id')).toBe('31');
});

test('a variation that can’t be read says so, and can be chosen all the same', async () => {
  const product = makeVariableProduct();
  answering({ get_variation: new TypeError('offline') });
  render(<ProductPage {...product} variations={[]} combinations={product.variations} />);
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred while connecting to the server.');
  expect(screen.getByRole('radio', { name: /^2017/ })).toBeChecked();
});

test('the quantity follows the stock of the chosen vintage', async () => {
  render(<ProductPage {...makeVariableProduct()} />);
  await userEvent.click(screen.getByRole('radio', { name: /^2019/ }));
  expect(screen.getByRole('spinbutton')).toHaveAttribute('max', '1');
});

test('a wine sold one by one has no quantity to change', () => {
  render(<ProductPage {...makeProduct({ sold_individually: true })} />);
  expect(screen.queryByRole('spinbutton')).toBeNull();
  expect(screen.getByText('One per order')).toBeVisible();
});

test('the price looks the same, whether a wine can be bought or not', () => {
  const prices = [true, false].map((can_buy) => {
    const { unmount, container } = render(<ProductPage {...makeProduct({ can_buy })} />);
    const offer = within(container).getByText('per bottle · 750 ml').closest('p')?.outerHTML;
    unmount();
    return offer;
  });
  expect(prices[0]).toContain('$16.99');
  expect(prices[1]).toBe(prices[0]);
});

test('a wine to come says when, and can’t be added', () => {
  render(<ProductPage {...makeProduct({ can_buy: false, coming_soon: 'Released on March 3, 2027' })} />);
  expect(screen.getByText('Released on March 3, 2027')).toBeVisible();
  const release = 'March 3, 2027, 10:15 a.m. PST';
  cleanup();
  render(<ProductPage {...makeProduct({ can_buy: false, coming_soon: 'In May!', release })} />);
  expect(screen.getByText(release)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
});

test.each<[string, Tab]>([
  ['/product/x/', 'description'],
  ['/product/x/#reviews', 'reviews'],
  ['/product/x/#tab-reviews', 'reviews'],
  ['/product/x/#comment-71', 'reviews'],
  ['/product/x/?cpage=2', 'reviews'],
  ['/product/x/comment-page-2/', 'reviews'],
  ['/product/x/#tab-additional_information', 'additional_information'],
  ['/product/x/#other', 'description'],
])('the address %s opens the tab %s', (address, tab) => {
  expect(tabFor(new URL(address, 'http://store.example'))).toBe(tab);
});

test.each([
  ['ArrowRight', 2, false, 0],
  ['ArrowLeft', 0, false, 2],
  ['ArrowLeft', 0, true, 1],
  ['ArrowRight', 0, true, 2],
  ['Home', 2, false, 0],
  ['End', 0, false, 2],
  ['a', 0, false, null],
])('%s on tab %i, right to left %s, leads to %s', (key, index, rightToLeft, expected) => {
  expect(tabByKey(key, index, 3, rightToLeft)).toBe(expected);
});

test('a deep link opens the reviews and puts the focus on their tab', () => {
  window.history.replaceState(null, '', '/#reviews');
  render(<ProductPage {...makeProduct()} />);
  expect(selectedTab()).toHaveTextContent('Reviews (2)');
  expect(selectedTab()).toHaveFocus();
});

test('tabs are gone through with the keyboard', async () => {
  render(<ProductPage {...makeProduct()} />);
  selectedTab().focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(selectedTab()).toHaveTextContent('Reviews');
  await userEvent.keyboard('{End}');
  expect(selectedTab()).toHaveTextContent('Additional information');
  expect(within(screen.getByRole('tabpanel')).getByText('Goes with')).toBeVisible();
});

test('the rating leads to the reviews', async () => {
  render(<ProductPage {...makeProduct()} />);
  await userEvent.click(screen.getByRole('link', { name: /4.3 out of 5 stars/ }));
  expect(selectedTab()).toHaveTextContent('Reviews');
});

test('a wine with a plan offers no email about a lower price', () => {
  const { unmount } = render(<ProductPage {...makeProduct()} />);
  expect(screen.getByRole('link', { name: /price drops/ })).toBeVisible();
  unmount();
  render(<ProductPage {...makeProduct({ alerts: false })} />);
  expect(screen.queryByRole('link', { name: /price drops/ })).toBeNull();
});

test('the bar of phones has the price of the choice, and sends the form', async () => {
  const sent = answering({ xoo_cp_add_to_cart: { fragments: {}, cart_hash: 'h' } });
  const { container } = render(<ProductPage {...makeVariableProduct()} />);
  const bar = within(container.querySelector('[data-buy-bar]') as HTMLElement);
  await userEvent.click(bar.getByRole('button', { name: 'Add to cart' }));
  expect(sent).toHaveLength(0);
  expect(screen.getAllByRole('radio')).toContain(document.activeElement);
  await userEvent.click(screen.getByRole('radio', { name: /^2017/ }));
  expect(bar.getByText('$58.00')).toBeVisible();
  await userEvent.click(bar.getByRole('button', { name: 'Add to cart' }));
  expect(await screen.findByText(/In your cart/)).toBeVisible();
  expect(sent.filter(({ url }) => url.endsWith('xoo_cp_add_to_cart'))).toHaveLength(1);
});
