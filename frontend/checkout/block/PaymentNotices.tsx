import { useLayoutEffect, useRef } from 'react';
import { NoticeLine } from '../../notices/NoticeLine';
import { revealNotice } from '../../ui/glide';
import styles from './PaymentNotices.module.css';

interface Props {
  texts: string[];
  /** How often there was something to lead the shopper to. */
  led: number;
  onDismiss: () => void;
}

/** The errors of a payment, beside the payment methods (docs/behaviour/pages.md#checkout). */
export function PaymentNotices({ texts, led, onDismiss }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (led > 0) revealNotice(place.current);
  }, [led]);
  return (
    <div ref={place} className={styles.area} tabIndex={-1} data-payment-notices="">
      {texts.map((text) => (
        <NoticeLine key={text} notice={{ kind: 'error', text, link: null }} onDismiss={onDismiss} />
      ))}
    </div>
  );
}
