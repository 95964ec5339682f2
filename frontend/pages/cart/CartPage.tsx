import { type FormEvent, useMemo, useRef } from 'react';
import type { CartPage as Props } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { refreshCart } from '../../lib/cart';
import { createQueue, post } from '../../lib/http';
import { showNotices } from '../../lib/notices';
import { setSection } from '../../lib/sections';
import { CartContext } from '../../lib/surroundings';
import CartContents from '../../sections/CartContents';
import styles from './CartPage.module.css';

const PAUSE = 500; // long enough to press + several times

/** One form after another, so that an older answer never follows a newer one. */
const queue = createQueue();

export default function CartPage({ contents, csrf_token }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef(0);
  const surroundings = useMemo(() => {
    const onChange = () => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => form.current && void update(form.current, null), PAUSE);
    };
    return { onChange };
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    window.clearTimeout(timer.current);
    const { submitter } = event.nativeEvent as SubmitEvent;
    void update(event.currentTarget, submitter instanceof HTMLButtonElement ? submitter : null);
  };
  return (
    <CartContext value={surroundings}>
      <h1 className={styles.title}>Your cart</h1>
      <form ref={form} method="post" action="/cart/" onSubmit={submit} noValidate>
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        {/* Enter in a field presses a form's first button, which would be the first wine's “Remove”. */}
        <button type="submit" name="update_cart" value="1" hidden tabIndex={-1} aria-hidden="true" />
        <CartContents {...contents} />
      </form>
    </CartContext>
  );
}

/** Send the form and show the cart page that the store answers, in place. If that fails, send it the plain way. */
async function update(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) fields.append(name, String(value));
  if (!button) fields.append('update_cart', '1');
  try {
    const page = await queue(() => post<Props>('/cart/', fields));
    setSection('CartContents', page.contents);
    showNotices(page.shared.notices);
    announce(page.contents.total ? `Cart updated. Total ${page.contents.total}.` : 'Your cart is empty.');
    await refreshCart();
  } catch {
    sendPlainly(form, button);
  }
}

function sendPlainly(form: HTMLFormElement, button: HTMLButtonElement | null): void {
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = button?.name ?? 'update_cart';
  field.value = button?.value ?? '1';
  form.append(field);
  form.submit();
}
