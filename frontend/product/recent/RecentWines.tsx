import { useEffect, useRef, useState } from 'react';
import { CONSENT_CHANGED } from '../../lib/consent';
import { Button } from '../../ui/Button';
import { Hidden } from '../../ui/Hidden';
import { Picture } from '../../ui/Picture';
import styles from './RecentWines.module.css';
import { RECENT, recentWines } from './recentWines';

const SIZES = '9rem';

/** The wines that this browser looked at before, with a button that forgets them. */
export function RecentWines({ productId }: { productId: number }) {
  const [wines, setWines] = useState(() => recentWines(productId));
  const cleared = useRef<HTMLParagraphElement>(null);
  const [isCleared, setCleared] = useState(false);
  useEffect(() => {
    const read = () => setWines(recentWines(productId));
    window.addEventListener(CONSENT_CHANGED, read);
    return () => window.removeEventListener(CONSENT_CHANGED, read);
  }, [productId]);
  useEffect(() => {
    if (isCleared) cleared.current?.focus();
  }, [isCleared]);
  const clear = () => {
    localStorage.removeItem(RECENT);
    setWines([]);
    setCleared(true);
  };
  if (isCleared) {
    return (
      <p ref={cleared} className={styles.cleared} tabIndex={-1}>
        Your recently viewed wines are cleared.
      </p>
    );
  }
  if (wines.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby="recent">
      <div className={styles.head}>
        <h2 id="recent">Recently viewed</h2>
        <Button look="link" onClick={clear}>
          Clear <Hidden>recently viewed</Hidden>
        </Button>
      </div>
      <ul className={styles.wines}>
        {wines.map(({ id, url, title, producer, image }) => (
          <li key={id}>
            <a className={styles.wine} href={url}>
              <span className={styles.frame}>{image && <Picture image={image} sizes={SIZES} alt="" />}</span>
              <strong>{title}</strong>
              {producer && <span className={styles.producer}>{producer}</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
