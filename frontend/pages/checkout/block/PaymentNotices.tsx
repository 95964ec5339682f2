import { useEffect, useRef } from 'react';
import { NoticeLine } from '../../../components/NoticeLine';
import { reveal } from '../../../lib/scroll';
import styles from './PaymentNotices.module.css';

interface Props {
  texts: string[];
  onDismiss: () => void;
}

/** Why the payment did not go through, where it is made (spec 8: the payments notice area). */
export function PaymentNotices({ texts, onDismiss }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (texts.length > 0) reveal(place.current);
  }, [texts]);
  return (
    <div ref={place} className={styles.area} tabIndex={-1} data-payment-notices="">
      {texts.map((text) => (
        <NoticeLine key={text} notice={{ kind: 'error', text, link: null }} onDismiss={onDismiss} />
      ))}
    </div>
  );
}
