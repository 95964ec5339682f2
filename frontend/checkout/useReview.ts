import { type ChangeEvent, type FocusEvent, type RefObject, useEffect, useMemo } from 'react';
import type { FormError } from '../generated/pages';
import { afterPress } from '../lib/afterPress';
import { browser } from '../lib/go';
import { ConnectionError, post } from '../lib/http';
import { applyFragments, type Fragments, SECTIONS } from '../lib/sections';
import { readFields } from '../payment/placeOrder';
import { hasFullAddress, partOf, readMessages } from './fieldRules';
import { reviewFields } from './reviewUpdate';

const AFTER_TYPING = 1000; // docs/behaviour/pages.md#timing
const AFTER_CHANGE = 5; // docs/behaviour/pages.md#timing

const TYPED = ['address_1', 'address_2', 'city', 'postcode'];
const CHOSEN = ['country', 'state', 'payment_method', 'shipping_method[0]', 'ship_to_different_address'];
/** Asked for again when they lose the focus, if anything is new (docs/behaviour/pages.md#checkout). */
const LEFT = [...TYPED, 'state', 'email', 'born_year', 'born_month', 'born_day'];
/** Worth asking about at any time. */
const ALWAYS = ['country', 'payment_method', 'shipping_method[0]', 'ship_to_different_address'];

interface Answer {
  result?: 'success' | 'failure';
  messages?: string;
  reload?: boolean;
  fragments?: Fragments;
}

export interface ReviewUpdates {
  /** Fetch the totals now, even if nothing has changed. */
  refresh: () => void;
  /** Drop pending requests: an order is being placed with the totals as they are. */
  hold: () => void;
  onChange: (event: ChangeEvent<HTMLFormElement>) => void;
  onBlur: (event: FocusEvent<HTMLFormElement>) => void;
}

/**
 * Updates the order review after changes of the form. The newest answer wins; its errors stay until the next answer.
 */
export function useReview(
  form: RefObject<HTMLFormElement | null>,
  onErrors: (errors: FormError[]) => void,
): ReviewUpdates {
  const updates = useMemo(() => createUpdates(form, onErrors), [form, onErrors]);
  useEffect(() => updates.hold, [updates]);
  return updates;
}

function createUpdates(form: RefObject<HTMLFormElement | null>, onErrors: (errors: FormError[]) => void) {
  let timer = 0;
  let sent = '';
  let running: AbortController | null = null;

  const hold = () => {
    window.clearTimeout(timer);
    running?.abort();
    running = null;
  };
  const update = async () => {
    if (!form.current) return;
    const fields = reviewFields(readFields(form.current));
    if (fields.toString() === sent) return;
    sent = fields.toString();
    running?.abort();
    const own = new AbortController();
    running = own;
    try {
      const answer = await post<Answer>('/?wc-ajax=update_order_review', fields, {
        signal: own.signal,
        accept: SECTIONS,
      });
      if (running === own) tell(show(answer), own);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      sent = '';
      if (!error.aborted) tell([{ field: '', text: error.message }], own);
    }
  };
  /** What comes into the list at the top moves the form: not under a pressed pointer. */
  const tell = (errors: FormError[], own: AbortController) =>
    afterPress(() => {
      if (running === own) onErrors(errors);
    });
  const schedule = (delay: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void update(), delay);
  };
  /** An address half filled in has no totals of its own. */
  const needsUpdate = (part: string) =>
    ALWAYS.includes(part) || (form.current !== null && hasFullAddress(readFields(form.current)));

  const refresh = () => {
    sent = '';
    schedule(AFTER_CHANGE);
  };
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    const part = partOf((event.target as unknown as HTMLInputElement).name);
    if (!needsUpdate(part)) return;
    if (TYPED.includes(part)) schedule(AFTER_TYPING);
    if (CHOSEN.includes(part)) schedule(AFTER_CHANGE);
  };
  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const part = partOf((event.target as unknown as HTMLInputElement).name ?? '');
    if (LEFT.includes(part) && needsUpdate(part)) schedule(AFTER_CHANGE);
  };
  return { refresh, hold, onChange, onBlur };
}

/** Show what is answered; returns what is wrong. */
function show(answer: Answer): FormError[] {
  if (answer.reload) browser.reload();
  // Without a result the cart is gone; the cart page says so.
  else if (answer.fragments && !answer.result) browser.go('/cart/');
  else if (answer.fragments) applyFragments(answer.fragments);
  else if (!answer.result) return [{ field: '', text: 'This page is out of date. Please reload it to continue.' }];
  return readMessages(answer.messages ?? '');
}
