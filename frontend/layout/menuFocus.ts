import { whenWide } from '../lib/narrow';

/** The menu's own id, which its toggle button names. */
export const MENU_ID = 'main-menu';

/**
 * Give the menu what a popover doesn't have by itself: while it is open as a panel, the rest of the page is out of
 * reach, and the focus comes back. Returns a way to stop.
 */
export function manageMenu(menu: HTMLElement): () => void {
  let release: () => void = nothing;
  const toggle = document.querySelector<HTMLElement>(`[popovertarget="${MENU_ID}"]`);
  const hold = () => {
    release();
    release = makeRestInert(menu);
    menu.querySelector('button')?.focus();
  };
  // Before it closes, so that the browser may give the focus back to what opened it.
  const prepare = (event: Event) => {
    if (event.target !== menu || (event as ToggleEvent).newState === 'open') return;
    release();
    release = nothing;
  };
  const follow = (event: Event) => {
    if (event.target !== menu) return;
    if ((event as ToggleEvent).newState === 'open') hold();
    else if (document.activeElement === document.body || menu.contains(document.activeElement))
      toggle?.focus({ preventScroll: true }); // after a tap outside
  };
  const unwatch = whenWide(() => menu.hidePopover());
  menu.addEventListener('beforetoggle', prepare);
  menu.addEventListener('toggle', follow);
  if (isPanel(menu)) hold(); // the shopper opened it before this was here
  return () => {
    release();
    unwatch();
    menu.removeEventListener('beforetoggle', prepare);
    menu.removeEventListener('toggle', follow);
  };
}

function nothing(): void {}

function isPanel(menu: HTMLElement): boolean {
  return menu.matches(':popover-open');
}

/** Put everything but `exempt` out of reach of the focus and of screen readers. Returns a function that undoes it. */
function makeRestInert(exempt: HTMLElement): () => void {
  const made: Element[] = [];
  for (let inside: Element = exempt; inside.parentElement && inside !== document.body; inside = inside.parentElement) {
    made.push(
      ...[...inside.parentElement.children].filter((other) => other !== inside && !other.hasAttribute('inert')),
    );
  }
  for (const each of made) each.setAttribute('inert', '');
  return () => {
    for (const each of made) each.removeAttribute('inert');
  };
}

/** On wide screens, shut a submenu on a click outside it, when the focus leaves it, and on Escape. */
export function shutSubmenus(menu: HTMLElement): () => void {
  const open = () => menu.querySelector<HTMLDetailsElement>('li > details[open]');
  const shutBehind = (event: Event) => {
    const group = open();
    if (group && !isPanel(menu) && !group.contains(event.target as Node)) group.open = false;
  };
  const shutOnEscape = (event: KeyboardEvent) => {
    const group = open();
    if (event.key !== 'Escape' || !group || isPanel(menu)) return;
    const inside = group.contains(document.activeElement);
    group.open = false;
    if (inside) group.querySelector('summary')?.focus();
  };
  document.addEventListener('pointerdown', shutBehind);
  document.addEventListener('focusin', shutBehind);
  document.addEventListener('keydown', shutOnEscape);
  return () => {
    document.removeEventListener('pointerdown', shutBehind);
    document.removeEventListener('focusin', shutBehind);
    document.removeEventListener('keydown', shutOnEscape);
  };
}
