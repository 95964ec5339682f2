// Writes one stylesheet for each page: those of all modules that it imports, one after the other. A dozen small files
// would be asked for in turns of six, each of them a round trip before the first paint.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const client = new URL('../dist/client/', import.meta.url);
const path = new URL('.vite/manifest.json', client);
const manifest = JSON.parse(readFileSync(path, 'utf8'));

/** The stylesheets of these chunks and of all that they import, in the order of vintner/web/rendering/manifest.py. */
function styles(names) {
  const found = new Map();
  const waiting = [...names];
  while (waiting.length > 0) {
    const name = waiting.shift();
    if (found.has(name)) continue;
    found.set(name, manifest[name].css ?? []);
    waiting.push(...(manifest[name].imports ?? []));
  }
  return [...new Set([...found.values()].flat())];
}

for (const [source, chunk] of Object.entries(manifest)) {
  if (!/^pages\/.*Page\.tsx$/.test(source)) continue;
  const text = styles(['browser.tsx', source])
    .map((file) => readFileSync(new URL(file, client), 'utf8'))
    .join('');
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  chunk.stylesheet = `assets/${chunk.name}.${hash}.css`;
  writeFileSync(new URL(chunk.stylesheet, client), text);
}
writeFileSync(path, JSON.stringify(manifest, null, 2));
