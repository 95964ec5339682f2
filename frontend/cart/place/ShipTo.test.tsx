import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answering } from '../../testing/network';

const hidden = vi.fn();

beforeEach(() => {
  vi.resetModules(); // the place is one for the whole page
  hidden.mockReset();
  HTMLElement.prototype.hidePopover = hidden;
});

afterEach(() => {
  setCookie('vintner_ship_to=; max-age=0');
});

async function show() {
  const { ShipTo } = await import('./ShipTo');
  render(<ShipTo />);
}

function setCookie(text: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: what the store sets
  document.cookie = text;
}

async function type(text: string) {
  const user = userEvent.setup();
  fireEvent(screen.getByRole('dialog', { hidden: true }), new Event('toggle'));
  await user.type(await screen.findByLabelText(/^ZIP or postal code/), text);
  await user.click(screen.getByRole('button', { name: 'Save location', hidden: true }));
}

test('the header says the place of the cookie, and asks for one without it', async () => {
  await show();
  expect(screen.getByRole('button', { name: 'Ship to…' })).toBeInTheDocument();
  setCookie(`vintner_ship_to=${encodeURIComponent('CA:QC Québec')}`);
  act(() => void window.dispatchEvent(new Event('pageshow')));
  expect(screen.getByRole('button', { name: 'Ship to Québec' })).toBeInTheDocument();
});

test('the server renders nothing of the visitor', async () => {
  setCookie('vintner_ship_to=US:CA%20CA%2094110');
  const { renderToString } = await import('react-dom/server');
  const { ShipTo } = await import('./ShipTo');
  expect(renderToString(<ShipTo />)).not.toContain('94110');
});

test('a saved place is shown at once, and the form is shut', async () => {
  const sent = answering({
    '/ship-to/': () => {
      setCookie('vintner_ship_to=US:CA%20CA%2094110');
      return { problem: '' };
    },
    get_refreshed_fragments: {
      fragments: { '.mini': `<div data-section="MiniCart" data-props='{"count":0,"lines":[]}'></div>` },
    },
  });
  await show();
  await type('94110');
  expect(await screen.findByRole('button', { name: 'Ship to CA 94110' })).toBeInTheDocument();
  await waitFor(() => expect(hidden).toHaveBeenCalledOnce());
  expect(sent[0]?.fields.get('place')).toBe('94110');
});

test('a refusal stands beside the field, and the form stays open', async () => {
  answering({ '/ship-to/': { problem: 'We don’t know that place.' } });
  await show();
  await type('Atlantis');
  expect(await screen.findByText('We don’t know that place.')).toHaveRole('alert');
  const field = screen.getByLabelText(/^ZIP or postal code/);
  expect(field).toHaveAccessibleDescription('We don’t know that place.');
  expect(field).toBeInvalid();
  expect(hidden).not.toHaveBeenCalled();
});

test('without an answer the reason stands beside the field', async () => {
  answering({ '/ship-to/': new TypeError('offline') });
  await show();
  await type('94110');
  expect(await screen.findByRole('alert', { hidden: true })).toHaveTextContent('An error occurred while connecting');
});
