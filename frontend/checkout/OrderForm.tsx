import { type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { announce } from '../lib/announce';
import { classes } from '../lib/classes';
import styles from './OrderForm.module.css';
import { useFrozenForm } from './useFrozenForm';

/** What a form that places an order says while it is on its way. */
const PLACING = 'Placing your order…';

interface Props extends ComponentProps<'form'> {
  ref: RefObject<HTMLFormElement | null>;
  token: string;
  /** The order is on its way. */
  busy: boolean;
  /** What is said meanwhile. */
  busyText?: string;
}

/** A form that places or pays an order. While it does, it can be read but not used. */
export function OrderForm({ ref, token, busy, busyText = PLACING, className, children, ...rest }: Props) {
  // One element for good: React would put the page's token back over a newer one (useOrder: renewToken).
  const [tokenField] = useState(<input type="hidden" name="csrfmiddlewaretoken" defaultValue={token} />);
  useFrozenForm(ref, busy);
  useEffect(() => {
    if (!busy) return;
    announce(busyText);
    return () => announce(''); // nothing was placed: after an order the form stays busy until the page is left
  }, [busy, busyText]);
  return (
    <form
      ref={ref}
      className={classes(className, styles.form, busy && `processing ${styles.blocked}`)}
      noValidate
      aria-busy={busy}
      {...rest}
    >
      {tokenField}
      {children}
    </form>
  );
}
