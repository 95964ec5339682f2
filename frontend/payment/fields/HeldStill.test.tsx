import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { HeldStill } from './HeldStill';

test('the height is kept from the press until its click is over', async () => {
  render(
    <HeldStill>
      <p>Card number</p>
    </HeldStill>,
  );
  const place = screen.getByText('Card number').parentElement;
  vi.spyOn(place as HTMLElement, 'offsetHeight', 'get').mockReturnValue(270);
  expect(place?.style.blockSize).toBe('');
  fireEvent.pointerDown(document.body);
  expect(place?.style.blockSize).toBe('270px');
  fireEvent.pointerUp(document.body);
  expect(place?.style.blockSize).toBe('270px'); // the click comes first
  await vi.waitFor(() => expect(place?.style.blockSize).toBe(''));
});
