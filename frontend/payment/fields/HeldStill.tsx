import { type ReactNode, useEffect, useRef } from 'react';
import { afterPress } from '../../lib/afterPress';
import styles from './HeldStill.module.css';

interface Props {
  children: ReactNode;
}

/**
 * Wraps what grows when it is left, like a provider's fields that show errors. Its height is fixed while a pointer is
 * pressed, so that a button below is still under the pointer when it is let go.
 */
export function HeldStill({ children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const hold = () => {
      const { current: element } = place;
      if (!element) return;
      element.style.blockSize = `${element.offsetHeight}px`;
      afterPress(() => element.style.removeProperty('block-size'));
    };
    document.addEventListener('pointerdown', hold, { capture: true });
    return () => document.removeEventListener('pointerdown', hold, { capture: true });
  }, []);
  return (
    <div ref={place} className={styles.still}>
      {children}
    </div>
  );
}
