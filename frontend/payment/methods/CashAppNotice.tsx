import { useEffect } from 'react';
import { announce } from '../../lib/announce';
import { formatMessage } from '../paymentErrors';
import styles from './CashAppNotice.module.css';

/** Minor units of the order's total above which the wallet may refuse (spec 9, provider constants; payments 1.6). */
const THRESHOLD = 200_000;
const TEXT = formatMessage({}, 'cash_app_notice', 'Cash App Pay');

/** Warns who chose the cash-app wallet for a large sum. It keeps nobody from ordering (spec 8). */
export function CashAppNotice({ amount }: { amount: number }) {
  const isLarge = amount > THRESHOLD;
  useEffect(() => {
    if (isLarge) announce(TEXT);
  }, [isLarge]);
  return isLarge && <p className={styles.notice}>{TEXT}</p>;
}
