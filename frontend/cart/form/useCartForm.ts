import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { CartPage, LineView, Notice } from '../../generated/pages';
import { announceCart } from '../../lib/announce';
import { setSection } from '../../lib/sections';
import { showNotices } from '../../notices/pageNotices';
import { refreshCart } from '../cartCalls';
import { CART_COPY } from '../cartCopy';
import { noteRemoved, noteRestoring } from '../lines/removedLines';
import { readCart, sendCart, sendCartCoupon, sendPlainly, swapGift } from './cartForm';

const PAUSE = 500; // milliseconds, long enough to press + several times

type Button = HTMLButtonElement | null;

/** Sends the cart's form when something in it changes and when a button is pressed, and shows the result. */
export function useCartForm(form: RefObject<HTMLFormElement | null>, page: CartPage) {
  const [coupon, setCoupon] = useState({ code: page.coupon_code, problem: page.coupon_problem });
  const [changed, setChanged] = useState(false);
  const [pending, setPending] = useState(0);
  const lines = useRef(page.contents.lines);
  const timer = useRef(0);

  const show = useCallback(({ contents }: CartPage) => {
    lines.current = contents.lines;
    setSection('CartContents', contents);
    announceCart(contents.total && `Total ${contents.total}.`);
  }, []);
  const resend = useCallback(
    async (element: HTMLFormElement, button: Button): Promise<Notice[]> => {
      const next = await sendCart(element, button);
      show(next);
      return next.shared.notices;
    },
    [show],
  );

  /** Shows a refusal beside the coupon's field, and an accepted coupon at the top. */
  const putOn = useCallback(
    async (element: HTMLFormElement) => {
      const code = fieldOf(element, 'coupon_code');
      const result = await sendCartCoupon('apply_coupon', { security: tokenOf(element), coupon_code: code });
      setCoupon(result.kind === 'error' ? { code, problem: result.text } : { code: '', problem: '' });
      if (result.kind === 'error') return showNotices([]); // an earlier success at the top is out of date
      const more = await resend(element, null);
      showNotices([...errors(more), { ...result, link: null }]);
    },
    [resend],
  );

  const press = useCallback(
    async (element: HTMLFormElement, button: Button) => {
      const name = button?.name ?? '';
      if (name === 'apply_coupon') return putOn(element);
      if (name === 'swap_item' && button && (await swapGift(button.value, tokenOf(element)))) {
        return showNotices(errors(await resend(element, null)));
      }
      if (name === 'undo_item' && button) noteRestoring(button.value);
      const before = lines.current;
      const notices = await resend(element, button);
      const gone = name === 'remove_item' ? takenOut(before, lines.current, button?.value ?? '') : null;
      if (gone) noteRemoved(gone);
      // What is visible where it happens is not repeated at the top.
      showNotices(name === 'remove_coupon' || name === 'update_cart' ? notices : errors(notices));
    },
    [putOn, resend],
  );

  const send = useCallback(
    async (button: Button) => {
      const element = form.current;
      window.clearTimeout(timer.current);
      if (!element) return;
      setPending((count) => count + 1);
      try {
        await press(element, button);
        await refreshCart();
      } catch {
        sendPlainly(element, button);
      } finally {
        setPending((count) => count - 1);
      }
    },
    [form, press],
  );

  const onChange = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void send(null), PAUSE);
  }, [send]);
  const onQuantity = useCallback(() => {
    setChanged(true);
    onChange();
  }, [onChange]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.hasAttribute('formaction')) return; // it posts elsewhere, and a page answers
    event.preventDefault();
    const { activeElement } = document;
    const inCoupon = activeElement instanceof HTMLInputElement && activeElement.name === 'coupon_code';
    const button = submitter instanceof HTMLButtonElement ? submitter : null;
    void send(inCoupon ? event.currentTarget.querySelector('[name="apply_coupon"]') : button);
  };
  useEffect(() => {
    const read = () => readCart().then(show, () => undefined); // a page that cannot ask shows what it knew
    const onStorage = (event: StorageEvent) => event.key === CART_COPY && read();
    const onShow = (event: PageTransitionEvent) => event.persisted && read(); // another page may have changed the cart
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onShow);
    };
  }, [show]);
  return { coupon, changed, busy: pending > 0, onQuantity, onChange, submit };
}

const errors = (notices: Notice[]) => notices.filter((notice) => notice.kind === 'error');
const tokenOf = (form: HTMLFormElement) => fieldOf(form, 'csrfmiddlewaretoken');

function fieldOf(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? '');
}

/** Return what was taken out, if it is gone. */
function takenOut(before: LineView[], after: LineView[], key: string) {
  const index = before.findIndex((line) => line.key === key);
  const line = before[index];
  if (!line || after.some((each) => each.key === key)) return null;
  announceCart(`${line.name} was removed from your cart. Undo stands in its place.`);
  return { lines: [line], name: `“${line.name}”`, emptied: false, index };
}
