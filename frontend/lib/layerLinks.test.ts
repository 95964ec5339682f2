import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { browser } from './go';
import { watchLayerLinks } from './layerLinks';

let go: MockInstance<(url: string) => void>;

watchLayerLinks();

beforeEach(() => {
  go = vi.spyOn(browser, 'go').mockImplementation(() => {});
  window.history.replaceState({ layers: 1 }, '', '/shop/?a=1');
});

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

/** Press the first link or button of a page. Returns whether the browser is left to follow it by itself. */
function press(html: string, init: MouseEventInit = {}): boolean {
  document.body.innerHTML = html;
  let isLeft = false;
  const look = (event: Event) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault(); // nothing can be left here
  };
  window.addEventListener('click', look);
  document
    .querySelector('a, button')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  window.removeEventListener('click', look);
  return isLeft;
}

function send(html: string): void {
  document.body.innerHTML = html;
  const form = document.querySelector('form');
  const submitter = document.querySelector('button');
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter });
  form?.dispatchEvent(event);
}

test('a link that is followed from a layer takes the place of its entry', () => {
  expect(press('<a href="/mixed-case/"><b>Cases</b></a>')).toBe(false);
  expect(go).toHaveBeenCalledWith('http://localhost:3000/mixed-case/');
});

test.each([
  ['elsewhere', '<a href="https://example.com/">x</a>', {}],
  ['in another tab', '<a href="/a/" target="_blank">x</a>', {}],
  ['to a file', '<a href="/a.pdf" download>x</a>', {}],
  ['to a part of the page', '<a href="/shop/?a=1#wines">x</a>', {}],
  ['that is no link', '<button type="button">x</button>', {}],
  ['with the middle button', '<a href="/a/">x</a>', { button: 1 }],
  ['with Ctrl', '<a href="/a/">x</a>', { ctrlKey: true }],
  ['with Command', '<a href="/a/">x</a>', { metaKey: true }],
  ['with Shift', '<a href="/a/">x</a>', { shiftKey: true }],
  ['with Alt', '<a href="/a/">x</a>', { altKey: true }],
])('a press %s is left to the browser', (_name, html, init) => {
  expect(press(html, init)).toBe(true);
  expect(go).not.toHaveBeenCalled();
});

test.each(['/shop/?a=2#wines', '/other/?a=1#wines', '/shop/?a=1'])('%s is another page', (address) => {
  press(`<a href="${address}">x</a>`);
  expect(go).toHaveBeenCalledOnce();
});

test('a press that something else has answered is left alone', () => {
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  press('<a href="/a/">x</a>');
  expect(go).not.toHaveBeenCalled();
});

test('without a layer links and forms are followed as ever', () => {
  window.history.replaceState(null, '');
  expect(press('<a href="/a/">x</a>')).toBe(true);
  send('<form action="/"><input name="s" value="x"><button></button></form>');
  expect(go).not.toHaveBeenCalled();
});

test('a search in a layer takes the place of its entry, with the button that sent it', () => {
  send('<form action="/"><input name="s" value="nero d\'avola"><button name="go" value="1"></button></form>');
  expect(go).toHaveBeenCalledWith('http://localhost:3000/?s=nero+d%27avola&go=1');
});

test.each([
  '<form method="post" action="/"><button></button></form>',
  '<form action="/" target="_blank"><button></button></form>',
  '<form action="/"><button formaction="/other/"></button></form>',
  '<form action="/"><button formmethod="post"></button></form>',
  '<form action="/"><button formtarget="_blank"></button></form>',
])('%s is left to the browser', (html) => {
  send(html);
  expect(go).not.toHaveBeenCalled();
});

test('a form that something else has answered is left alone', () => {
  document.addEventListener('submit', (event) => event.preventDefault(), { once: true });
  send('<form action="/"><button></button></form>');
  expect(go).not.toHaveBeenCalled();
});
