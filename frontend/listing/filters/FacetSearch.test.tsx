import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeFacetPanel } from '../../fixtures/facets';
import type { FacetPanel, FacetValue } from '../../generated/pages';
import { browser } from '../../lib/go';
import { answering, later } from '../../testing/network';
import './FacetSearch'; // fetched before the tests begin
import { Facets } from './Facets';

const value = (name: string, chosen = false): FacetValue => ({
  value: name.toLowerCase(),
  label: name,
  count: 3,
  chosen,
});
const ASKED = '/shop/?values_of=grape&values_like=';
const MANY = Array.from({ length: 12 }, (_, number) => value(`Grape${number}`));

let went: string[];

beforeEach(() => {
  went = [];
  vi.spyOn(browser, 'go').mockImplementation((url) => void went.push(url));
  window.sessionStorage.clear();
});

const filters = () => document.getElementById('filters') as HTMLElement;

/** Render the filters, out of their popover, which jsdom never shows, and focus the search of the grapes. */
async function open(over: Partial<FacetPanel> = {}, values = MANY): Promise<HTMLElement> {
  const facets = [{ name: 'grape', label: 'Grape', noun: 'grape', cut: true, values }];
  await act(async () => void render(<Facets panel={makeFacetPanel({ facets, ...over })} />));
  filters().removeAttribute('popover');
  await userEvent.click(screen.getByLabelText('Find a grape'));
  return screen.findByRole('combobox', { name: 'Find a grape' });
}

/** At once, so that there is one question. */
async function paste(input: HTMLElement, text: string): Promise<void> {
  await userEvent.click(input);
  await userEvent.paste(text);
}

const findHint = (message: string) => screen.findByText(message, { selector: 'p' });
const findStatus = (message: string) => within(screen.getByRole('status')).findByText(message);

test('it says how much to type, and what to delete', async () => {
  const input = await open();
  await findHint('Please enter 2 or more characters');
  await userEvent.type(input, 'z');
  await findHint('Please enter 1 or more characters');
  await findStatus('Please enter 1 or more characters');
  await userEvent.clear(input);
  await userEvent.click(input);
  await userEvent.paste('z'.repeat(101));
  await findHint('Please delete 1 character');
  await userEvent.paste('z');
  await findHint('Please delete 2 characters');
});

test('it says that it searches, and that nothing was found', async () => {
  const answer = later<object>();
  const sent = answering({ [`${ASKED}zin`]: () => answer.promise });
  await paste(await open(), 'zin');
  await findHint('Searching…');
  await findStatus('Searching…');
  await vi.waitFor(() => expect(sent.map(({ url }) => url)).toEqual([`${ASKED}zin`]));
  answer.settle({ values: [] });
  await findHint('No matches found');
});

test('it says that loading failed, and searches again when asked', async () => {
  const answers: unknown[] = [new Response('', { status: 500 }), { values: [value('Zinfandel')] }];
  answering({ [`${ASKED}zin`]: () => answers.shift() });
  const input = await open();
  await paste(input, 'zin');
  await findHint('Loading failed');
  await userEvent.keyboard('{Escape}{ArrowDown}');
  expect(await screen.findByRole('option', { name: /^Zinfandel/ })).toBeVisible();
});

test('what is found is chosen by the keyboard and applied at once', async () => {
  answering({ [`${ASKED}zin`]: { values: [value('Zinfandel')] } });
  await paste(await open(), 'zin');
  await screen.findByRole('option', { name: /^Zinfandel/ });
  await findStatus('1 result');
  await userEvent.keyboard('{Enter}');
  expect(went).toEqual(['/shop/?grape=zinfandel']);
});

test('a value that the page has is pressed there', async () => {
  answering({ [`${ASKED}grape9`]: { values: [value('Grape9')] } });
  await paste(await open(), 'grape9');
  await userEvent.click(await screen.findByRole('option', { name: /^Grape9/ }));
  expect(went).toEqual(['/shop/?grape=grape9']);
  expect(screen.getAllByRole('checkbox', { name: /Grape9,/ })).toHaveLength(1);
});

test('in the drawer choices gather until the shopper shows the wines', async () => {
  answering({
    [`${ASKED}zin`]: { values: [value('Zinfandel')] },
    '/shop/?grape=zinfandel': '{"pagination":{"total":4}}',
  });
  const input = await open();
  filters().style.position = 'fixed';
  await paste(input, 'zin');
  await userEvent.click(await screen.findByRole('option', { name: /^Zinfandel/ }));
  expect(screen.getByRole('checkbox', { name: /^Zinfandel/ })).toBeChecked();
  expect(input).toHaveValue('');
  expect(await screen.findByRole('button', { name: 'Show 4 wines' })).toBeVisible();
  expect(went).toEqual([]);
});

test('when as many are chosen as may be, it says so', async () => {
  await open({ most_chosen: 2 }, [value('Gamay', true), value('Syrah', true), ...MANY]);
  await findHint('You can only select 2 items');
});

test('Enter without anything to choose does not send the form', async () => {
  const input = await open();
  await userEvent.type(input, 'z{Enter}');
  expect(went).toEqual([]);
});
