import { type MouseEvent, useEffect } from 'react';
import type { StoreNotice as Props } from '../generated/pages';
import { dismissStoreNotice, followDismissal } from './dismissal';
import styles from './StoreNotice.module.css';

/**
 * The merchant's line for all visitors. Only the browser knows whether it was dismissed, because the page is cached.
 */
export function StoreNotice({ id, text }: Props) {
  useEffect(() => followDismissal(id), [id]);
  const dismiss = (event: MouseEvent<HTMLButtonElement>) => {
    const next = event.currentTarget.closest('aside')?.nextElementSibling;
    dismissStoreNotice(id);
    if (next instanceof HTMLElement) next.focus(); // or the focus is lost with the button
  };
  return (
    <aside className={styles.notice} aria-label="Store notice" data-store-notice={id}>
      <p>{text}</p>
      <button type="button" className={styles.dismiss} onClick={dismiss}>
        Dismiss
      </button>
    </aside>
  );
}
