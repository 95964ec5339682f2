import { expect, test } from 'vitest';
import { addressOf, restorePlace, savePlace } from './filterForm';

function makeForm(): HTMLFormElement {
  document.body.innerHTML = `
    <form action="/shop/">
      <input type="checkbox" id="colour-red" name="colour" value="red" checked>
      <input type="checkbox" id="colour-white" name="colour" value="white" checked>
      <input type="radio" name="rating" value="" checked>
      <input name="min_price" value=" 20 "><input name="max_price" value="">
    </form>`;
  return document.forms[0] as HTMLFormElement;
}

test('the address repeats a facet for each of its values and leaves out what is empty', () => {
  expect(addressOf(makeForm())).toBe('/shop/?colour=red&colour=white&min_price=20');
});

test('the next page goes on at the choice that led to it, once', () => {
  const form = makeForm();
  window.scrollTo = () => undefined;
  savePlace(document.getElementById('colour-white') as HTMLInputElement);
  restorePlace(form)();
  expect(document.activeElement?.id).toBe('colour-white');
  (document.activeElement as HTMLElement).blur();
  restorePlace(form)();
  expect(document.activeElement?.id).not.toBe('colour-white');
});

test('a page that comes back shows the choices it was made for', () => {
  const form = makeForm();
  const stop = restorePlace(form);
  const red = document.getElementById('colour-red') as HTMLInputElement;
  red.checked = false;
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(red.checked).toBe(true);
  stop();
});
