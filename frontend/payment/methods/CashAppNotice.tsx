import { useEffect } from 'react';
import { announce } from '../../lib/announce';
import { formatMessage } from '../paymentErrors';
import styles from './CashAppNotice.module.css';

/** Minor units of the order's total above which the wallet may refuse (docs/behaviour/pages.md#payment-fields). */
const THRESHOLD = 200_000;
const TEXT = formatMessage({}, 'cash_app_notice', 'Cash App Pay');

/** Warns who chose the cash-app wallet for a large sum. It keeps nobody from ordering. */
export function CashAppNotice({ amount }: { amount: number }) {
  const isLarge = amount > THRESHOLD;
  useEffect(() => {
    if (isLarge) announce(TEXT);
  }, [isLarge]);
  return isLarge && <p className={styles.notice}>{TEXT}</p>;
}
