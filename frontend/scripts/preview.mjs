// Writes every page of frontend/fixtures as a file of its own into var/preview and serves them with the built client:
// `npm run build && npm run preview [port]`. For looking at pages without the rest of the store.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer as createVite } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const out = `${root}var/preview/`;
const client = `${root}frontend/dist/client/`;
const manifest = JSON.parse(readFileSync(`${client}.vite/manifest.json`, 'utf8'));
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

function chunks(names) {
  const found = new Map();
  const waiting = [...names];
  while (waiting.length > 0) {
    const name = waiting.shift();
    if (found.has(name)) continue;
    found.set(name, manifest[name]);
    waiting.push(...(manifest[name].imports ?? []));
  }
  return [...found.values()];
}

function shell({ component, props }, html) {
  const needed = chunks(['browser.tsx', `pages/${component}.tsx`]);
  const styles = [...new Set(needed.flatMap((chunk) => chunk.css ?? []))];
  const data = JSON.stringify({ component, props }).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${component}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${styles.map((file) => `<link rel="stylesheet" href="/static/${file}">`).join('\n')}</head>
<body><div id="root">${html}</div><script id="page" type="application/json">${data}</script>
<script type="module" src="/static/${needed[0].file}" data-page="/static/${needed[1].file}"></script></body></html>`;
}

/** A bottle in place of each picture, its colors taken from the picture's name. */
function drawing(name) {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500">
<path d="M170 20h60v120c0 40 45 55 45 110v220q0 20-20 20H145q-20 0-20-20V250c0-55 45-70 45-110z" fill="hsl(${hue} 45% 22%)"/>
<rect x="125" y="290" width="150" height="120" fill="#f3ead8"/><rect x="150" y="320" width="100" height="6" fill="#5b4636"/>
<rect x="165" y="340" width="70" height="4" fill="#5b4636"/><rect x="170" y="20" width="60" height="70" fill="hsl(${hue} 60% 35%)"/></svg>`;
}

const vite = await createVite({
  root: `${root}frontend`,
  server: { middlewareMode: true },
  appType: 'custom',
  logLevel: 'warn',
});
const { EXAMPLES } = await vite.ssrLoadModule('/fixtures/pages.ts');
await vite.close();
const { renderPage } = await import(`${root}frontend/dist/server/render.js`);
mkdirSync(out, { recursive: true });
for (const example of EXAMPLES) writeFileSync(`${out}${example.name}.html`, shell(example, await renderPage(example)));

const port = Number(process.argv[2] ?? 8090);
createHttp((request, response) => {
  const path = new URL(request.url, 'http://preview').pathname;
  try {
    const isMedia = path.startsWith('/media/');
    const body = isMedia
      ? drawing(path)
      : readFileSync(path.startsWith('/static/') ? client + path.slice(8) : out + path.slice(1));
    response.writeHead(200, { 'Content-Type': isMedia ? TYPES['.svg'] : (TYPES[extname(path)] ?? 'text/plain') });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(port, '127.0.0.1', () => {
  console.log(EXAMPLES.map(({ name }) => `http://127.0.0.1:${port}/${name}.html`).join('\n'));
});
