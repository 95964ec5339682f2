import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { makeDetails } from '../../fixtures/customers';
import { makeProfileField, makeProfileFields } from '../../fixtures/profile';
import AccountDetailsPage from '../../pages/accounts/AccountDetailsPage';
import { answering } from '../../testing/network';
import { isoDate, shownDate } from './DateInput';
import { ProfileFields } from './ProfileFields';

const NAPA = {
  country: 'US',
  country_name: 'United States',
  address: '1300 First Street',
  address_1: '1300 First Street',
  address_2: '',
  city: 'Napa',
  state: 'CA',
  state_name: 'California',
  postcode: '94559',
  formatted: '1300 First Street, Napa',
};
const STORED = { name: 'a1', url: '/my-source/picture/a1-384.webp' };

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'geolocation');
});

const value = (name: string) => (document.getElementById(name) as HTMLInputElement).value;
const choose = (name: string, text: string) =>
  fireEvent.change(document.getElementById(name) as HTMLElement, { target: { value: text } });
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name);
const withPicture = (picture: typeof STORED | null, error = '') => (
  <ProfileFields fields={[makeProfileField('picture', 'Profile picture', { kind: 'file', picture, error })]} />
);

test('the country decides about the states and the phone code', () => {
  render(<ProfileFields fields={makeProfileFields()} />);
  expect(value('state')).toBe('NY');
  choose('country', 'CA');
  expect(screen.getByLabelText(/Province/)).toHaveValue('');
  expect([...(document.getElementById('state') as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    'Select an option…',
    'Ontario',
  ]);
  expect(value('phone_code')).toBe('CA');
});

test('in a country without states the state is a text of the same name', () => {
  render(<ProfileFields fields={makeProfileFields()} />);
  choose('country', 'FR');
  expect(document.getElementById('state')).toHaveRole('textbox');
  expect(document.getElementById('state')).toHaveAttribute('name', 'state');
  expect(value('state')).toBe('');
});

test('without JavaScript all states can be chosen', () => {
  const html = renderToString(<ProfileFields fields={makeProfileFields()} />);
  expect(html).toContain('<optgroup label="Canada">');
  expect(html).toContain('data-country_code="FR"');
});

test('the address where the browser is fills the fields that there are', async () => {
  const here = (found: (at: object) => void) => found({ coords: { latitude: 38.3, longitude: -122.3 } });
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: here } });
  answering({ '/addresses/located/': { status: 'OK', address: NAPA } });
  render(<AccountDetailsPage {...makeDetails()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Fetch my location' }));
  await vi.waitFor(() => expect(value('city')).toBe('Napa'), 10_000);
  expect([value('country'), value('state'), value('postcode'), value('address')]).toEqual([
    'US',
    'CA',
    '94559',
    '1300 First Street',
  ]);
});

test.each([
  ['me.svg', 10, 'Invalid file extension, only allowed: png, jpg'],
  ['me.png', 2 * 1024 * 1024, 'File size limit exceeded, file size should be smaller than 2.0 MB'],
])('%s of %i bytes is refused before it is sent', async (name, size, message) => {
  render(withPicture(null));
  const input = screen.getByLabelText(/Profile picture/);
  await act(async () => fireEvent.change(input, { target: { files: [file(name, size)] } }));
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(input).toBeInvalid();
  expect(screen.queryByRole('img', { name: 'A picture is set' })).toBeNull();
});

test('a picture that is chosen is shown with a check, and can be taken away again', async () => {
  render(withPicture(null));
  await act(async () => {
    fireEvent.change(screen.getByLabelText(/Profile picture/), { target: { files: [file('me.png')] } });
  });
  expect(await screen.findByRole('img', { name: 'A picture is set' })).toBeInTheDocument();
  expect(document.querySelector('img')?.src).toMatch(/^data:/);
  await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }));
  expect(screen.queryByRole('img', { name: 'A picture is set' })).toBeNull();
});

test('the picture that is set has to be removed before another is chosen', async () => {
  const { container } = render(withPicture(STORED));
  expect(screen.getByRole('img', { name: 'A picture is set' })).toBeInTheDocument();
  expect(container.querySelector('input[type=file]')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }));
  expect(container.querySelector('input[type=file]')).toBeInTheDocument();
  expect(container.querySelector('input[name=picture_remove]')).toHaveValue('a1');
});

test('without JavaScript a box removes the picture', () => {
  const html = renderToString(withPicture(STORED));
  expect(html).toContain('type="checkbox" name="picture_remove" value="a1"');
  expect(html).toContain('type="file"');
});

test('errors stand at their fields', () => {
  const terms = makeProfileField('terms', 'I accept', { kind: 'checkbox', required: true });
  const date = makeProfileField('date', 'Date of birth', { error: 'It is early.' });
  const { rerender } = render(<ProfileFields fields={[terms, date]} />);
  expect(screen.getByLabelText(/Date of birth/)).toHaveAccessibleDescription('It is early.');
  rerender(<ProfileFields fields={[terms, date]} errors={{ terms: 'Please check I accept.' }} />);
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Please check I accept.');
  expect(screen.getByLabelText(/Date of birth/)).not.toHaveAccessibleDescription();
});

test('dates are shown as mm/dd/yyyy', () => {
  expect(isoDate('3/9/1984')).toBe('1984-03-09');
  expect(isoDate('1984')).toBe('');
  expect(shownDate('1984-03-09')).toBe('03/09/1984');
  expect(shownDate('')).toBe('');
});
