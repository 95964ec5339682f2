import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makeProduct } from '../../fixtures/product';
import { RecentPlace } from './RecentPlace';
import { rememberWine } from './recentWines';

vi.mock('./RecentWines', () => {
  throw new Error('offline');
});

test('a list that cannot be fetched leaves the page as it is', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: what the server does
  document.cookie = 'vintner_consent=2.g; path=/';
  let near: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callBack: typeof near) {
        near = callBack;
      }
      observe() {}
      disconnect() {}
    },
  );
  rememberWine({ id: 1, url: '/product/1/', title: 'Wine 1', producer: '', image: null });
  const { container } = render(<RecentPlace product={makeProduct({ product_id: 2 })} />);
  await act(async () => near([{ isIntersecting: true }]));
  await vi.dynamicImportSettled(); // an unhandled rejection fails the run
  expect(container).toHaveTextContent('');
});
