import type { ComponentProps } from 'react';
import { classes } from '../../lib/classes';
import styles from './OrderForm.module.css';

interface Props extends ComponentProps<'form'> {
  token: string;
  /** The order is on its way. */
  busy: boolean;
}

/** A form that places or pays an order. While it does, it can be read but not used. */
export function OrderForm({ token, busy, className, children, ...rest }: Props) {
  return (
    <form
      className={classes(className, styles.form, busy && `processing ${styles.blocked}`)}
      noValidate
      aria-busy={busy}
      {...rest}
    >
      <input type="hidden" name="csrfmiddlewaretoken" defaultValue={token} />
      {children}
    </form>
  );
}
