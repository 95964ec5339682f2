import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FRONTEND = `${import.meta.dirname}/..`;
/** Rules without blocks inside. */
const RULE = /([^{}]+)\{([^{}]*)\}/g;
const OF_TEXT = /\[aria-busy[^\]]*\](?!::)/;

test('what waits for an answer stays as readable as before', () => {
  const sheets = readdirSync(FRONTEND, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && !/^(dist|node_modules)\//.test(name),
  );
  expect(sheets.length).toBeGreaterThan(100);
  const pale = sheets.flatMap((sheet) =>
    [...readFileSync(`${FRONTEND}/${sheet}`, 'utf8').matchAll(RULE)]
      .filter(([, selector, body]) => OF_TEXT.test(selector ?? '') && /\bopacity\s*:/.test(body ?? ''))
      .map(([, selector]) => `${sheet}: ${selector?.trim()}`),
  );
  expect(pale).toEqual([]);
});
