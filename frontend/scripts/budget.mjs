// Says how much JavaScript and CSS each page sends, gzipped, and fails above the limits of quality.md (requirement 5).
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const client = new URL('../dist/client/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8'));

/** Limits in KB (1,000 bytes) of JavaScript, without the card provider's script. */
const LIMITS = { 'catalogue/ListingPage': 90, 'catalogue/ProductPage': 100, 'checkout/CheckoutPage': 130 };
const ANY_PAGE = 130;

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
    found.set(name, manifest[name]);
    waiting.push(...(manifest[name].imports ?? []));
  }
  return [...found.values()];
}

const kilobytes = (files) => [...new Set(files)].reduce((sum, file) => sum + gzipped(file), 0) / 1000;
let failed = false;
for (const source of Object.keys(manifest)
  .filter((name) => /^pages\/.*Page\.tsx$/.test(name))
  .sort()) {
  const page = source.slice('pages/'.length, -'.tsx'.length);
  const needed = chunks(['browser.tsx', source]);
  const script = kilobytes(needed.map((chunk) => chunk.file));
  const style = kilobytes(needed.flatMap((chunk) => chunk.css ?? []));
  const limit = LIMITS[page] ?? ANY_PAGE;
  const over = script > limit;
  failed ||= over;
  const verdict = over ? 'TOO MUCH' : 'ok';
  console.log(
    `${page.padEnd(28)} JS ${script.toFixed(1).padStart(6)} of ${limit} KB   CSS ${style.toFixed(1)} KB   ${verdict}`,
  );
}
if (failed) process.exit(1);
