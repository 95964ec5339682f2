// Writes frontend/generated/pages.ts from the pydantic classes. With --check: fails when the file is stale.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));
const file = `${root}frontend/generated/pages.ts`;
const python = process.env.PYTHON ?? `${root}.venv/bin/python`;

const banner = '// Generated from the Page and Section classes in vintner/*/pages.py by `npm run types`. Do not edit.';

/** Property titles would each become a type of its own; the names of classes are kept. */
function withoutPropertyTitles(node, isDefinition = false) {
  if (Array.isArray(node)) return node.map((each) => withoutPropertyTitles(each));
  if (node === null || typeof node !== 'object') return node;
  const entries = Object.entries(node).map(([key, value]) => {
    if (key === '$defs') {
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutPropertyTitles(each, true)])),
      ];
    }
    if (key === 'properties') {
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutPropertyTitles(each)])),
      ];
    }
    if (key === 'title' && !isDefinition) return undefined;
    return [key, withoutPropertyTitles(value)];
  });
  return Object.fromEntries(entries.filter((entry) => entry !== undefined));
}

const schema = JSON.parse(
  execFileSync(python, ['manage.py', 'page_types'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
);
const text = await compile(withoutPropertyTitles(schema, true), 'Contract', {
  bannerComment: banner,
  additionalProperties: false,
  style: { singleQuote: true, printWidth: 120 },
});

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error('frontend/generated/pages.ts is stale: run `npm run types`.');
    process.exit(1);
  }
} else {
  writeFileSync(file, text);
}
