import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// jsdom has no dialogs, nor `autofocus` on all elements; these are the parts that the store uses.
const hasPage = typeof document !== 'undefined';
if (hasPage) {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.removeAttribute('open');
  };
  Performance.prototype.getEntriesByType ??= () => []; // nor does it measure how a page was loaded
  window.scrollTo = () => undefined; // nor has it a layout that could be scrolled, or observed
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Object.defineProperty(HTMLElement.prototype, 'autofocus', {
    get(this: HTMLElement) {
      return this.hasAttribute('autofocus');
    },
  });
}

configure({ asyncUtilTimeout: 10_000 }); // ms; a busy machine makes no faults

const complaints: unknown[][] = [];

beforeEach(() => {
  complaints.length = 0;
  // What React has to say of a page (a mismatch with the server's HTML, a missing key) is a failure.
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    complaints.push(words);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  if (hasPage) {
    cleanup();
    sessionStorage.clear();
    document.body.innerHTML = '';
  }
  expect(complaints).toEqual([]);
});
