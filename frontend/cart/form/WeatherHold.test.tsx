import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HOLD } from '../../fixtures/parts';
import { ANNOUNCER_ID } from '../../lib/announce';
import { WeatherHold } from './WeatherHold';

test('waiting for better weather is selected, and the other choice says what it risks', () => {
  render(<WeatherHold hold={HOLD} />);
  expect(screen.getByRole('group', { name: 'Hot weather' })).toHaveAccessibleDescription(HOLD.text);
  expect(screen.getByRole('radio', { name: 'Ship when it is safe – leaves Wed, Sep 16' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Ship now – arrives Wed–Fri, Jul 1–3' })).toHaveAccessibleDescription(
    /can’t replace bottles/,
  );
});

test('where there is nothing to choose, the notice alone is there', () => {
  render(<WeatherHold hold={{ ...HOLD, choices: [] }} />);
  expect(screen.getByText(HOLD.text)).toBeInTheDocument();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

test('a new total leaves the choice, and a new place is told to screen readers', async () => {
  const announcer = document.createElement('div');
  announcer.id = ANNOUNCER_ID;
  document.body.append(announcer);
  const { rerender } = render(<WeatherHold hold={HOLD} />);
  screen.getByRole('radio', { name: /^Ship now/ }).click();
  rerender(<WeatherHold hold={{ ...HOLD, choices: HOLD.choices.map((each) => ({ ...each })) }} />);
  expect(screen.getByRole('radio', { name: /^Ship now/ })).toBeChecked();
  expect(announcer).toBeEmptyDOMElement();
  rerender(<WeatherHold hold={{ ...HOLD, text: 'Hot weather can spoil wine on its way to Texas.' }} />);
  await waitFor(() => expect(announcer).toHaveTextContent('to Texas.'));
});
