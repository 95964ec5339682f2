import { browser } from './go';
import { layersOfEntry } from './layers';

/**
 * Let the page that a link or a search in a layer leads to take the place of the layer's entry, so that one press of
 * Back leads to the page below (layers.ts). Listens after all others, which may do something else.
 */
export function watchLayerLinks(): void {
  window.addEventListener('click', followLink);
  window.addEventListener('submit', sendQuery);
}

function followLink(event: MouseEvent): void {
  const { target } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || event.defaultPrevented || event.button !== 0 || layersOfEntry() === 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target || link.hasAttribute('download'))
    return;
  if (link.origin !== window.location.origin || isJump(link)) return;
  event.preventDefault();
  browser.go(link.href);
}

function isJump(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.pathname === window.location.pathname && link.search === window.location.search;
}

function sendQuery(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented || layersOfEntry() === 0) return;
  const own = ['formaction', 'formmethod', 'formtarget'].some((name) => event.submitter?.hasAttribute(name));
  if (form.method !== 'get' || form.target || own) return;
  event.preventDefault();
  const url = new URL(form.action);
  const texts = [...new FormData(form, event.submitter)].map(([name, value]) => [name, String(value)]);
  url.search = new URLSearchParams(texts).toString();
  browser.go(url.href);
}
