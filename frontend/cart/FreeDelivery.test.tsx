import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FreeDelivery } from './FreeDelivery';

test('what is missing to free delivery is said, and shown as a bar for the eye alone', () => {
  const goal = { text: '$12.00 more for free delivery', spent: 8800, minimum: 10_000 };
  const { container } = render(<FreeDelivery goal={goal} />);
  expect(screen.getByText(goal.text)).toBeVisible();
  expect(container.querySelector('progress')).toHaveProperty('position', 0.88);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('where no sum makes delivery free, nothing is said', () => {
  const { container } = render(<FreeDelivery goal={null} />);
  expect(container).toBeEmptyDOMElement();
});
