// Prints how much JavaScript and CSS each page sends until it is at rest, gzipped, and fails above the limits of
// docs/behaviour/pages.md#size. It counts what a page imports and what it then fetches without the shopper doing
// anything.
//
// It fails as well when a page is heavier than weights.json says, by more than compression may differ. `npm run weights`
// writes that file anew: a page that gets heavier does so in a commit that says why.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const client = new URL('../dist/client/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8'));

/** Limits in KB (1,000 bytes) of JavaScript, without the card provider's script. */
const LIMITS = { 'catalogue/ListingPage': 90, 'catalogue/ProductPage': 100, 'checkout/CheckoutPage': 130 };
const ANY_PAGE = 130;
const STYLE_LIMIT = 25;
/** By how many KB a page may be heavier than it was. */
const LEEWAY = 0.3;
const FIGURES = new URL('../weights.json', import.meta.url);

const SLIDER = [
  '../node_modules/embla-carousel/esm/embla-carousel.esm.js',
  '../node_modules/embla-carousel-fade/esm/embla-carousel-fade.esm.js',
  'ui/carousel/CarouselControls.tsx',
];
/** Fetched on every page as soon as it works. */
const ALWAYS = ['cart/basket/FloatingBasket.tsx'];
/** Fetched by some pages, since it stands on their first screen. */
const ON_FIRST_SCREEN = { 'catalogue/ProducerPage': SLIDER, 'storefront/StyleGuidePage': SLIDER };
/** Fetched when the shopper scrolls, points, touches, types or has something in the cart, or meets the age gate. */
const LATER = [
  ...SLIDER,
  'notices/consent/ConsentBar.tsx', // where the law wants visitors to be asked
  'cart/popup/CartPopupDialog.tsx',
  'search/SearchSuggest.tsx',
  'account/auth/AuthPopup.tsx',
  'account/auth/InlineForms.tsx',
  'account/auth/passkeyLogIn.ts', // at the first touch of a guest's checkout
  'ui/fields/SelectCombobox.tsx',
  'ui/fields/password/PasswordMeter.tsx',
  'ui/fields/password/passwordScore.ts',
  'ui/address/StreetSearch.tsx',
  'checkout/address/fillAddress.ts',
  'ui/address/addressSearch.ts',
  'ui/address/location.ts',
  'account/fields/fillAddress.ts',
  'listing/filters/FacetSearch.tsx',
  'cart/popup/flight.ts',
  'cart/place/ShipToPanel.tsx',
  'cart/place/saveShipTo.ts',
  'age/ageAnswer.ts',
  '../node_modules/@simplewebauthn/browser/esm/index.js', // when a passkey is asked for
  'product/gallery/lightbox.ts',
  'product/buying/discounts.ts', // when the quantity or the bottle changes, for customers, and with a cart
  'product/launch/LaunchForm.tsx', // where a wine cannot be bought
  'product/launch/saveEmail.tsx',
  'reviews/ReviewForm.tsx', // when it comes near the screen
  'product/recent/RecentWines.tsx', // when their place comes near the screen, if there are any
  'analytics/ga4/tag.ts', // after idle, in stores that use Google Analytics, with consent
  'wine/countdowns.ts', // where a wine of the page is coming soon
  'express/startExpress.ts', // when the buttons of wallets come near the screen
];

/** Fetched by every page once it is at rest and the browser idle. It has a limit of its own. */
const AFTER_IDLE = ['analytics/startVisit.ts', 'analytics/reportVitals.ts'];
const AFTER_IDLE_LIMIT = 4;

const sizes = new Map();
function gzipped(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, client)), { level: 9 }).length);
  return sizes.get(file);
}

/** The chunks of a page and all that they import. */
function chunks(names) {
  const found = new Map();
  const waiting = [...names];
  while (waiting.length > 0) {
    const name = waiting.pop();
    if (found.has(name)) continue;
    if (!manifest[name]) throw new Error(`no chunk named ${name}: correct the lists above`);
    found.set(name, manifest[name]);
    waiting.push(...(manifest[name].imports ?? []));
  }
  return [...found.values()];
}

const known = new Set([...ALWAYS, ...LATER, ...AFTER_IDLE]);
for (const name of new Set(Object.values(manifest).flatMap((chunk) => chunk.dynamicImports ?? []))) {
  if (!known.has(name)) throw new Error(`${name} is imported dynamically: say in the lists above when it is fetched`);
}

const kilobytes = (files) => [...new Set(files)].reduce((sum, file) => sum + gzipped(file), 0) / 1000;
const writes = process.argv.includes('--write');
const before = writes ? {} : JSON.parse(readFileSync(FIGURES, 'utf8'));
const now = {};
let failed = false;
for (const source of Object.keys(manifest)
  .filter((name) => /^pages\/.*Page\.tsx$/.test(name))
  .sort()) {
  const page = source.slice('pages/'.length, -'.tsx'.length);
  const needed = chunks(['browser.tsx', source]);
  const all = chunks(['browser.tsx', source, ...ALWAYS, ...(ON_FIRST_SCREEN[page] ?? [])]);
  const first = kilobytes(needed.map((chunk) => chunk.file));
  const script = kilobytes(all.map((chunk) => chunk.file));
  const merged = new Set(needed.flatMap((chunk) => chunk.css ?? []));
  const later = all.flatMap((chunk) => chunk.css ?? []).filter((file) => !merged.has(file));
  const style = kilobytes([manifest[source].stylesheet, ...later]);
  const limit = LIMITS[page] ?? ANY_PAGE;
  now[page] = { script: Number(script.toFixed(1)), style: Number(style.toFixed(1)) };
  const was = before[page] ?? now[page];
  const over = script > limit || style > STYLE_LIMIT || script > was.script + LEEWAY || style > was.style + LEEWAY;
  failed ||= over;
  const figures = [`JS ${first.toFixed(1)} + ${(script - first).toFixed(1)} = ${script.toFixed(1)} of ${limit} KB`];
  figures.push(`CSS ${style.toFixed(1)} of ${STYLE_LIMIT} KB`);
  figures.push(over ? `TOO MUCH (before: ${was.script} and ${was.style})` : 'ok');
  console.log(page.padEnd(28), figures.join('   '));
}
if (writes) writeFileSync(FIGURES, `${JSON.stringify(now, null, 2)}\n`);
const idle = kilobytes(AFTER_IDLE.map((name) => manifest[name].file));
console.log(`after idle: ${idle.toFixed(1)} of ${AFTER_IDLE_LIMIT} KB`);
if (failed || idle > AFTER_IDLE_LIMIT) process.exit(1);
