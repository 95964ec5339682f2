import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { App } from './app';
import { EXAMPLES } from './fixtures/pages';
import { useHydrated } from './lib/hydrated';
import { modulePath, type PageModule } from './lib/pages';

const pages = import.meta.glob<PageModule>('./pages/**/*Page.tsx', { eager: true });

function pageOf(component: string) {
  const module = pages[modulePath(component)];
  if (!module) throw new Error(`no component ${component}`);
  return module.default;
}

test('every page has an example', () => {
  const examples = new Set(EXAMPLES.map(({ component }) => modulePath(component)));
  expect([...examples].sort()).toEqual(Object.keys(pages).sort());
});

describe.each(EXAMPLES)('the page in the state “$name”', ({ component, props }) => {
  test('is taken over by the browser as the server rendered it', async () => {
    const root = document.createElement('div');
    document.body.append(root);
    const app = <App Page={pageOf(component)} props={props} />;
    root.innerHTML = renderToString(app);
    let mounted: Root | undefined;
    await act(async () => {
      mounted = hydrateRoot(root, app, {
        onRecoverableError: (error) => {
          throw error;
        },
      });
    });
    expect(root.querySelector('h1')).toBeVisible();
    await act(async () => mounted?.unmount());
  });

  test('has no inline styles, which the content security policy forbids', () => {
    expect(renderToString(<App Page={pageOf(component)} props={props} />)).not.toMatch(/\sstyle=/);
  });
});

function StatePage() {
  return <p>{useHydrated() ? 'with JavaScript' : 'as the server sent it'}</p>;
}

test('a page is marked as hydrated once all that needs JavaScript is drawn', async () => {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  const { props } = EXAMPLES[0] as (typeof EXAMPLES)[number];
  const app = <App Page={StatePage} props={props} />;
  root.innerHTML = renderToString(app);
  expect(root).toHaveTextContent('as the server sent it');
  const marked = vi.spyOn(root, 'setAttribute').mockImplementation((name) => {
    if (name === 'data-hydrated') expect(root).toHaveTextContent('with JavaScript');
  });
  let mounted: Root | undefined;
  await act(async () => {
    mounted = hydrateRoot(root, app);
  });
  expect(marked).toHaveBeenCalledWith('data-hydrated', '');
  await act(async () => mounted?.unmount());
  root.remove();
});
