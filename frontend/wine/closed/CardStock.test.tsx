import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCard } from '../../fixtures/parts';

const UTAH = { place: 'US:UT', name: 'Utah', reason: 'Sorry, we cannot ship wine to Utah.' };

beforeEach(() => {
  vi.resetModules(); // the place is one for the whole page
});

afterEach(() => setPlace('; max-age=0'));

function setPlace(text: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: what the store sets
  document.cookie = `vintner_ship_to=${text}`;
}

async function show(shipsWine: boolean) {
  const { ClosedPlaces } = await import('./closedPlaces');
  const { CardStock } = await import('./CardStock');
  render(
    <ClosedPlaces value={[UTAH]}>
      <CardStock card={makeCard({ ships_wine: shipsWine })} />
    </ClosedPlaces>,
  );
}

test('a card says that its wine may not be sent to where the shopper is', async () => {
  setPlace('US:UT%20UT%2084101');
  await show(true);
  expect(screen.getByText('Can’t ship to Utah')).toBeInTheDocument();
  expect(screen.queryByText('In stock')).toBeNull();
});

test.each([
  ['elsewhere', 'US:CA%20CA%2094110', true],
  ['of what is no wine', 'US:UT%20Utah', false],
  ['while the place is not known', '', true],
])('the stock stands there %s', async (_, place, shipsWine) => {
  setPlace(place);
  await show(shipsWine);
  expect(screen.getByText('In stock')).toBeInTheDocument();
});

test('the server renders the stock for everybody', async () => {
  setPlace('US:UT%20Utah');
  const { renderToString } = await import('react-dom/server');
  const { ClosedPlaces } = await import('./closedPlaces');
  const { CardStock } = await import('./CardStock');
  const html = renderToString(
    <ClosedPlaces value={[UTAH]}>
      <CardStock card={makeCard()} />
    </ClosedPlaces>,
  );
  expect(html).toContain('In stock');
});

test('a new place is followed at once', async () => {
  await show(true);
  setPlace('US:UT%20Utah');
  act(() => void window.dispatchEvent(new Event('pageshow')));
  expect(screen.getByText('Can’t ship to Utah')).toBeInTheDocument();
});
