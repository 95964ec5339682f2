import { useEffect, useRef } from 'react';
import { NoticeLine } from '../../notices/NoticeLine';
import { revealNotice } from '../../ui/glide';
import styles from './PaymentNotices.module.css';

interface Props {
  texts: string[];
  /** How often there was something to lead the shopper to. */
  led: number;
  onDismiss: () => void;
}

/** Why the payment did not go through, where it is made (spec 8: the payments notice area). */
export function PaymentNotices({ texts, led, onDismiss }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
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
