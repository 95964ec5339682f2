import type { ReactNode } from 'react';
import { Amounts } from '../cart/form/Amounts';
import { WineLine } from '../cart/lines/WineLine';
import type { ViewOrderPage } from '../generated/pages';
import { classes } from '../lib/classes';
import styles from './OrderContents.module.css';
import { OrderRefunds } from './OrderRefunds';

interface Props {
  title: string;
  order: Pick<ViewOrderPage, 'lines' | 'rows' | 'total' | 'recurring' | 'refunds' | 'total_after_refunds'>;
  className?: string | undefined;
  children?: ReactNode;
}

/** What was bought, what it cost, and what went back. */
export function OrderContents({ title, order, className, children }: Props) {
  return (
    <section className={classes(styles.bought, className)} aria-labelledby="bought">
      <h2 id="bought">{title}</h2>
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <WineLine key={line.key} counted line={line} />
        ))}
      </ul>
      <Amounts rows={order.rows} total={order.total} recurring={order.recurring} />
      <OrderRefunds refunds={order.refunds} total={order.total_after_refunds} />
      {children}
    </section>
  );
}
