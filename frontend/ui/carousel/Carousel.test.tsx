import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Carousel } from './Carousel';

const slides = ['Terraces', 'Cellar'].map((name) => ({
  key: name,
  name,
  content: <a href={`#${name}`}>{name}</a>,
}));

describe('the mark of a carousel', () => {
  test('is on what plays by itself', () => {
    render(<Carousel label="Pictures" slides={slides} />);
    const group = screen.getByRole('group', { name: 'Pictures' });
    expect(group).toHaveAttribute('data-carousel');
    expect(group).toHaveAttribute('aria-roledescription', 'carousel');
  });

  test('is not on a row that stands still', () => {
    render(<Carousel label="Wines" slides={slides} autoplay={0} loop={false} />);
    const group = screen.getByRole('group', { name: 'Wines' });
    expect(group).not.toHaveAttribute('data-carousel');
    expect(group).not.toHaveAttribute('aria-roledescription');
  });
});

test.each([
  ['a tap follows the link', 'touch', 400, false],
  ['a finger that stays longer than 500 ms does not', 'touch', 600, true],
  ['a mouse takes its time', 'mouse', 900, false],
])('%s', (_what, pointerType, after, isStopped) => {
  render(<Carousel label="Pictures" slides={slides} />);
  const link = screen.getByText('Cellar');
  const press = createEvent.pointerDown(link);
  Object.defineProperty(press, 'timeStamp', { value: 1000 });
  fireEvent(link, press);
  const click = createEvent.click(link);
  Object.defineProperties(click, { timeStamp: { value: 1000 + after }, pointerType: { value: pointerType } });
  fireEvent(link, click);
  expect(click.defaultPrevented).toBe(isStopped);
});
