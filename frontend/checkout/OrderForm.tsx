import { type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { announce } from '../lib/announce';
import { classes } from '../lib/classes';
import styles from './OrderForm.module.css';
import { useFrozenForm } from './useFrozenForm';

interface Props extends ComponentProps<'form'> {
  ref: RefObject<HTMLFormElement | null>;
  token: string;
  /** The order is on its way. */
  busy: boolean;
}

/** A form that places or pays an order. While it does, it can be read but not used. */
export function OrderForm({ ref, token, busy, className, children, ...rest }: Props) {
  // One element for good: React would put the page's token back over a newer one (useOrder: renewToken).
  const [tokenField] = useState(<input type="hidden" name="csrfmiddlewaretoken" defaultValue={token} />);
  useFrozenForm(ref, busy);
  useEffect(() => {
    if (busy) announce('Placing your order…');
  }, [busy]);
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
