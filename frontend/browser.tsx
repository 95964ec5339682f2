import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app';
import { watchLayerLinks } from './lib/layerLinks';
import { watchLayers } from './lib/layers';
import type { PageData, PageModule } from './lib/pages';
import { whenIdle } from './lib/whenIdle';

/** Take over what the server rendered; when it could not (renderer down), render it here. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  const data = document.getElementById('page');
  const module = document.querySelector<HTMLElement>('script[data-page]')?.dataset.page;
  if (!root || !data || !module) return;
  const page = JSON.parse(data.textContent ?? '') as PageData;
  // The document names its page's module: a table of all pages would be sent with every one of them.
  const { default: Page } = (await import(/* @vite-ignore */ module)) as PageModule;
  const app = <App Page={Page} props={page.props} />;
  // As a transition, taking over stops every few milliseconds for the browser. A press makes React finish at once.
  if (root.firstElementChild) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  dispatchEvent(new Event('live'));
}

watchLayers();
watchLayerLinks();
void start();
// The view is counted when the browser has nothing else to do. Nothing is missing where that fails.
whenIdle(() => void import('./analytics/startVisit').catch(() => 0));
