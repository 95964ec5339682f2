import { afterEach, expect, test } from 'vitest';
import { webFonts } from './fonts';

function link(href: string, rel = 'stylesheet') {
  const element = document.createElement('link');
  Object.assign(element, { rel, href });
  document.head.append(element);
}

afterEach(() => {
  document.head.innerHTML = '';
});

test.each([
  'https://fonts.googleapis.com/css2?family=Jost',
  'https://fonts.gstatic.com/s/jost.css',
  'https://fast.fonts.com/cssapi/1.css',
  'https://use.typekit.net/abc.css',
])('a style sheet of %s is passed on', (href) => {
  link(href);
  expect(webFonts()).toEqual([{ cssSrc: href }]);
});

test.each([
  ['the shop’s own', '/static/base.css', 'stylesheet'],
  ['anybody else’s', 'https://fonts.example.com/a.css', 'stylesheet'],
  ['one whose name only contains a known one', 'https://fonts.googleapis.com.evil.example/a.css', 'stylesheet'],
  ['what is no style sheet', 'https://fonts.googleapis.com/', 'preconnect'],
])('%s is not', (_, href, rel) => {
  link(href, rel);
  expect(webFonts()).toEqual([]);
});
