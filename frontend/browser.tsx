import './styles/tokens.css';
import './styles/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app';
import { modulePath, type PageData, type PageModule } from './lib/pages';

const pages = import.meta.glob<PageModule>('./pages/**/*Page.tsx');

/** Take over what the server rendered; when it could not (renderer down), render it here. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  const data = document.getElementById('page');
  if (!root || !data) return;
  const page = JSON.parse(data.textContent ?? '') as PageData;
  const load = pages[modulePath(page.component)];
  if (!load) throw new Error(`No page component named ${page.component}`);
  const { default: Page } = await load();
  const app = <App Page={Page} props={page.props} />;
  if (root.firstElementChild) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

void start();
