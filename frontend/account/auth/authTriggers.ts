import { cookie } from '../../lib/cookies';
import { browser } from '../../lib/go';

const AUTO_OPEN_AFTER = 500; // in milliseconds: docs/behaviour/pages.md#timing
const OPENED = 'xoo_el_popup_opened';

/** Links into the account, and those to a section of its forms. */
const LINKS = 'a[href="/my-source/"], a[data-auth]';

const here = () => window.location.pathname + window.location.search;

/**
 * Open the log-in popup for guests: by links into the account, by #login and #register in the address, on a page that a
 * link to a new password leads to, and by itself if the store wants so. The popup's code comes when it is first needed.
 */
export function openForGuests(automatic: string): () => void {
  const left = new AbortController();
  const { signal } = left;
  document.addEventListener('click', (event) => openByLink(event), { signal });
  window.addEventListener('hashchange', openByHash, { signal });
  openByHash();
  if (/[?&]reset_password=/.test(window.location.search)) open('resetpw');
  if (automatic && !(automatic === 'once' && localStorage.getItem(OPENED))) {
    const timer = window.setTimeout(() => {
      localStorage.setItem(OPENED, 'yes');
      open('');
    }, AUTO_OPEN_AFTER);
    signal.addEventListener('abort', () => window.clearTimeout(timer));
  }
  return () => left.abort();
}

function openByLink(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(LINKS);
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || cookie('vintner_customer')) return;
  event.preventDefault();
  const field = document.getElementById(link.dataset.email ?? '');
  const email = field instanceof HTMLInputElement ? field.value : '';
  open(link.dataset.auth ?? '', { redirect: link.dataset.redirect, url: link.href, email });
}

function openByHash(): void {
  const section = /^#(login|register)$/.exec(window.location.hash)?.[1];
  if (!section) return;
  window.history.replaceState(window.history.state, '', here());
  open(section, { asksStore: true });
}

interface Opening {
  redirect?: string | undefined;
  url?: string;
  /** What the fields of an email address start with. */
  email?: string;
  /** Whether the store is asked who the visitor is. The cookie outlives a session that was ended elsewhere. */
  asksStore?: boolean;
}

/** Show a section: in the forms of the page if it has any, else in the popup; without either on a page of its own. */
function open(section: string, { redirect = here(), url, email = '', asksStore = false }: Opening = {}): void {
  if ((!asksStore && cookie('vintner_customer')) || document.getElementById('age-question')) return;
  if (document.querySelector('[data-auth-forms="inline"]')) {
    if (section !== 'resetpw') document.dispatchEvent(new CustomEvent('auth-section', { detail: section }));
    return;
  }
  import('./AuthPopup')
    .then(({ openAuthPopup }) => openAuthPopup(section, redirect, email, asksStore))
    .catch(() => browser.go(url ?? `/my-source/?section=${section}`));
}
