/** The queue that Google's script reads (docs/behaviour/analytics.md#google-analytics). */
declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const SCRIPT = 'https://www.googletagmanager.com/gtag/js?id=';
/** Seconds that its cookies last: as long as the consent to them. */
const COOKIE_SECONDS = 182 * 86_400;
const DENIED = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};
/** The parameters of the page's address that Google gets. Others may hold a key, or what somebody typed. */
const CAMPAIGN = /^(utm_[a-z_]+|gclid|dclid|gbraid|wbraid)$/;

let allowed = false;
let loaded = false;

export function isAllowed(): boolean {
  return allowed;
}

/** Send an event, if the visitor allows it at this moment. */
export function sendEvent(name: string, payload: object): void {
  if (allowed) gtag('event', name, payload);
}

/** Start, or go on after a no. The script is loaded once; where it cannot be, the events stay in the queue. */
export function allow(id: string): void {
  allowed = true;
  (window as unknown as Record<string, unknown>)[`ga-disable-${id}`] = false;
  if (!loaded) gtag('consent', 'default', { ...DENIED, wait_for_update: 500 });
  gtag('consent', 'update', { analytics_storage: 'granted' });
  if (!loaded) load(id);
}

/** Stop at once. The server deletes the cookies. */
export function stop(id: string): void {
  allowed = false;
  (window as unknown as Record<string, unknown>)[`ga-disable-${id}`] = true;
  if (loaded) gtag('consent', 'update', DENIED);
}

function load(id: string): void {
  loaded = true;
  gtag('js', new Date());
  gtag('set', {
    page_location: cleanAddress(new URL(location.href)),
    page_referrer: cleanReferrer(document.referrer),
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  gtag('config', id, { cookie_expires: COOKIE_SECONDS });
  const script = document.createElement('script');
  script.async = true;
  script.src = SCRIPT + encodeURIComponent(id);
  document.head.append(script);
}

export function cleanAddress(address: URL): string {
  const parameters = [...address.searchParams].filter(([name]) => CAMPAIGN.test(name));
  const query = new URLSearchParams(parameters).toString();
  return address.origin + address.pathname + (query && `?${query}`);
}

/** The page before. Of the store's own pages Google gets the host alone: paths may hold the key of a link. */
export function cleanReferrer(referrer: string): string {
  if (referrer.startsWith(`${location.origin}/`)) return `${location.origin}/`;
  return referrer.split(/[?#]/, 1)[0] ?? '';
}

function gtag(..._words: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: Google's script takes no arrays
  window.dataLayer.push(arguments);
}
