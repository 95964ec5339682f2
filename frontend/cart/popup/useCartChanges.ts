import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { LineView, MiniCart } from '../../generated/pages';

import { announceCart } from '../../lib/announce';
import { browser } from '../../lib/go';
import { ConnectionError } from '../../lib/http';
import { bottles } from '../bottles';
import { type CartAnswer, refusalOf } from '../cartCalls';
import { addAgain, emptyCart, removeFromCart, setQuantity, undoRemoval } from '../cartChanges';
import { DEFAULT_CART, type LineRefusal } from '../cartContext';
import { forgetRemoved, noteRemoved, noteRestoring, type Removed, useRemoved } from '../lines/removedLines';

const PAUSE = 350; // milliseconds, long enough to press + several times

/**
 * An error that belongs to no line. One that only says that nothing happened fades
 * (docs/behaviour/pages.md#cart-popup).
 */
interface Fault {
  text: string;
  fades: boolean;
}

const NO_FAULT: Fault = { text: '', fades: false };

/** Sends the changes made in the popup, one after another, and returns the errors of each place. */
export function useCartChanges(cart: MiniCart, close: () => void) {
  const [pending, setPending] = useState(0);
  const [fault, setFault] = useState(NO_FAULT);
  const [refusals, setRefusals] = useState<Record<string, LineRefusal>>({});
  const removed = useRemoved(cart.lines);
  const timers = useRef(new Map<string, number>());
  const leaving = useRef(new Set<string>());
  const latest = useRef(cart);
  useEffect(() => {
    latest.current = cart;
  }, [cart]);

  const act = useMemo(() => {
    const refuse = (key: string, text: string) => setRefusals((known) => ({ ...known, [key]: { text } }));
    const indexOf = (key: string) => latest.current.lines.findIndex((line) => line.key === key);

    /** Send a change; returns the answer, null when it failed. Without a line, an error stands at the top. */
    const send = async (change: () => Promise<CartAnswer>, key = ''): Promise<CartAnswer | null> => {
      setPending((count) => count + 1);
      setFault(NO_FAULT);
      if (key) refuse(key, '');
      try {
        const answer = await change();
        const text = refusalOf(answer);
        if (text && key) refuse(key, text);
        else if (text) setFault({ text, fades: true });
        return text ? null : answer;
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        if (key) refuse(key, error.message);
        else setFault({ text: error.message, fades: false });
        return null;
      } finally {
        setPending((count) => count - 1);
      }
    };
    const remove = async (line: LineView, change = () => setQuantity(line.key, 0)): Promise<boolean> => {
      window.clearTimeout(timers.current.get(line.key));
      const entry = { lines: [line], name: `“${line.name}”`, emptied: false, index: indexOf(line.key) };
      const answer = await send(change, line.key);
      if (!answer?.fragments) return false;
      noteRemoved(entry);
      announceCart(`${line.name} was removed from your cart. Undo stands in its place.`);
      return true;
    };
    /** The link takes the line out where the script cannot. A second press on it is the same as the first. */
    const onRemove = async (line: LineView) => {
      if (leaving.current.has(line.key)) return;
      leaving.current.add(line.key);
      const isGone = await remove(line, () => removeFromCart(line.key));
      leaving.current.delete(line.key);
      if (!isGone) browser.go(line.remove_url);
    };
    const onQuantity = (line: LineView, quantity: number) => {
      window.clearTimeout(timers.current.get(line.key));
      if (quantity === 0) return void remove(line);
      const timer = window.setTimeout(() => void send(() => setQuantity(line.key, quantity), line.key), PAUSE);
      timers.current.set(line.key, timer);
    };
    const undo = async (entry: Removed) => {
      noteRestoring(entry.lines[0]?.key ?? '');
      let back = true;
      for (const line of entry.lines) {
        back = (await send(() => (entry.emptied ? addAgain(line) : undoRemoval(line.key)))) !== null && back;
      }
      forgetRemoved(entry);
      if (!back) return;
      announceCart(`${entry.name} put back.`);
    };
    const empty = async () => {
      const { lines, count } = latest.current;
      const own = lines.filter((line) => !line.given);
      if (!(await send(emptyCart))) return;
      noteRemoved({ lines: own, name: count === 1 ? 'The bottle' : `All ${bottles(count)}`, emptied: true, index: 0 });
      announceCart('Your cart is empty. You can undo that.');
    };
    return { remove, onRemove, onQuantity, undo, empty };
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const { name, value } = submitter as HTMLButtonElement;
    const line = cart.lines.find((each) => each.key === value);
    const entry = removed.find((each) => each.lines[0]?.key === value);
    if (name === 'remove_item' && line) void act.remove(line);
    if (name === 'fit_item' && line) act.onQuantity(line, line.fitting);
    if (name === 'undo_item' && entry) void act.undo(entry);
    if (name === 'empty_cart') void act.empty();
    if (name === 'continue_shopping') close();
  };
  const surroundings = useMemo(() => {
    const { onQuantity, onRemove } = act;
    return { ...DEFAULT_CART, onQuantity, onRemove, refusals };
  }, [act, refusals]);
  return { surroundings, busy: pending > 0, fault, submit };
}
