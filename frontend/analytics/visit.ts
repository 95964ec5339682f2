/** Reports that this page is viewed, which wines are pressed in it, and how fast it was: docs/behaviour/analytics.md */
const ADDRESS = '/events/';
const MOST_EVENTS = 20;
/** The part of page views whose speed is measured. */
const MEASURED = 0.25;

/** An event as the server reads it (vintner/analytics/beacon.py). */
export type SentEvent = { t: 'view' | 'select' | 'vital'; p: string } & Record<string, string | number>;

/** What advertisers add to their links, and who they are (vintner/attribution/rules.py). */
const CLICK_IDS = { gclid: 'google', yclid: 'yandex' };

const queue: SentEvent[] = [];

export function reportLater(event: SentEvent): void {
  if (queue.length < MOST_EVENTS) queue.push(event);
}

/** Send what has gathered. It is sent even while the page goes away, and nobody waits for an answer. */
export function send(): void {
  if (queue.length > 0) navigator.sendBeacon(ADDRESS, JSON.stringify({ e: queue.splice(0) }));
}

/** The parts of the address that the server does not see in the path. Long ones are of no use to it. */
export function describeView(address: URL, referrer: string): SentEvent {
  const event: SentEvent = { t: 'view', p: address.pathname };
  const take = (name: string, parameter: string) => {
    const value = address.searchParams.get(parameter);
    if (value) event[name] = value.slice(0, 100);
  };
  take('s', 'utm_source');
  take('m', 'utm_medium');
  take('c', 'utm_campaign');
  for (const [parameter, advertiser] of Object.entries(CLICK_IDS)) {
    if (!address.searchParams.has(parameter)) continue;
    event.s ??= advertiser;
    event.m ??= 'cpc';
    event.c ??= `${advertiser}_cpc`;
  }
  if (referrer) event.r = referrer.split(/[?#]/, 1)[0]?.slice(0, 200) ?? '';
  if (address.pathname === '/') take('q', 's');
  if (event.q) event.n = countResults();
  return event;
}

/** How many wines a search has found; none if only similar ones are listed. */
function countResults(): number {
  const { props } = JSON.parse(document.getElementById('page')?.textContent ?? '{}') as {
    props?: { facets?: { total: number }; search?: { close: boolean } | null };
  };
  return props?.search?.close ? 0 : (props?.facets?.total ?? 0);
}

function reportView(): void {
  reportLater(describeView(new URL(location.href), document.referrer));
  send();
}

function reportPress(event: MouseEvent): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('main a[href^="/product/"]');
  if (!link) return;
  reportLater({ t: 'select', p: link.pathname });
  send(); // the page may be gone before it is hidden
}

export function start(): void {
  reportView();
  document.addEventListener('click', reportPress, { capture: true });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) reportView(); // back from the browser's memory: nothing is loaded anew
  });
  if (Math.random() < MEASURED)
    void import('./reportVitals').then(
      ({ reportVitals }) => reportVitals(reportLater),
      () => undefined,
    );
  // The vitals become final in the same event, by listeners that may be younger. Not every browser says of a page that
  // is left that it is hidden.
  const leave = () => queueMicrotask(send);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  window.addEventListener('pagehide', leave);
}
