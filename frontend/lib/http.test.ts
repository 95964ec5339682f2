import { expect, test } from 'vitest';
import { answering, later } from '../testing/network';
import { ConnectionError, createQueue, post } from './http';

test('a queue runs tasks one after another, in the order they were given', async () => {
  const queue = createQueue();
  const first = later<string>();
  const started: string[] = [];
  const one = queue(() => {
    started.push('one');
    return first.promise;
  });
  const two = queue(async () => {
    started.push('two');
    return 'second';
  });
  await Promise.resolve();
  expect(started).toEqual(['one']);
  first.settle('first');
  expect(await Promise.all([one, two])).toEqual(['first', 'second']);
  expect(started).toEqual(['one', 'two']);
});

test('a failing task does not hold up the next', async () => {
  const queue = createQueue();
  const failing = queue(() => Promise.reject(new Error('no')));
  const next = queue(async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('sends a form', async () => {
  const sent = answering({ add_to_cart: { ok: true } });
  expect(await post('/?wc-ajax=add_to_cart', { product_id: '11', quantity: '2' })).toEqual({ ok: true });
  expect(sent[0]?.fields.toString()).toBe('product_id=11&quantity=2');
});

test('an answer with noise around its object is repaired', async () => {
  answering({ checkout: '\n<b>Notice</b> {"result":"success"} trailing' });
  expect(await post('/?wc-ajax=checkout', {})).toEqual({ result: 'success' });
});

test.each([
  ['TimeoutError', 'A timeout occurred while connecting to the server. Please try again.'],
  ['AbortError', 'The connection to the server was aborted. Please try again.'],
  ['TypeError', 'An error occurred while connecting to the server. Please try again.'],
])('%s is told in the words of the specification', async (name, words) => {
  answering({ checkout: Object.assign(new Error('x'), { name }) });
  const failed = post('/?wc-ajax=checkout', {});
  await expect(failed).rejects.toBeInstanceOf(ConnectionError);
  await expect(failed).rejects.toThrow(words);
});

test('an answer that is no JSON at all counts as a failed connection', async () => {
  answering({ checkout: '<h1>Bad gateway</h1>' });
  await expect(post('/?wc-ajax=checkout', {})).rejects.toBeInstanceOf(ConnectionError);
});
