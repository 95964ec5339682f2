import { useEffect } from 'react';
import { announce } from '../../lib/announce';
import { formatMessage } from '../paymentErrors';
import styles from './CashAppNotice.module.css';

/** Minor units of the order's total above which the wallet may refuse (docs/behaviour/pages.md#payment-fields). */
const THRESHOLD = 200_000;
const TEXT = formatMessage({}, 'cash_app_notice', 'Cash App Pay');

/** Warns that the cash-app wallet may refuse a large sum. The order can be placed all the same. */
export function CashAppNotice({ amount }: { amount: number }) {
  const isLarge = amount > THRESHOLD;
  useEffect(() => {
    if (isLarge) announce(TEXT);
  }, [isLarge]);
  return isLarge && <p className={styles.notice}>{TEXT}</p>;
}
