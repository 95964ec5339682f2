import { cookie } from '../lib/cookies';

/** The early script in the page's head sets it before the first paint, so that nothing flashes or moves. */
const HIDDEN = 'noticeHidden';

/** Hide the store notice from now on, also on the pages to come (docs/behaviour/catalogue.md#store-notice). */
export function dismissStoreNotice(id: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the contract names this cookie, and it is to be set at once
  document.cookie = `store_notice${id}=hidden; path=/; SameSite=Lax`;
  document.documentElement.dataset[HIDDEN] = '';
}

/** Hide the notice on a page from the browser's cache when it was dismissed on a later one. */
export function followDismissal(id: string): () => void {
  const follow = () => {
    if (cookie(`store_notice${id}`) === 'hidden') document.documentElement.dataset[HIDDEN] = '';
  };
  window.addEventListener('pageshow', follow);
  return () => window.removeEventListener('pageshow', follow);
}
