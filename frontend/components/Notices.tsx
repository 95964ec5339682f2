import { useEffect, useRef } from 'react';
import type { Notice } from '../generated/pages';
import { classes } from '../lib/classes';
import { useHydrated } from '../lib/hydrated';
import { showNotices, useNotices } from '../lib/notices';
import { reveal } from '../lib/scroll';
import styles from './Notices.module.css';

const FOCUS_DELAY = 500; // spec 9, timing: notice focus delay

/** The messages at the top of the page. An error is brought into view and gets the focus. */
export function Notices({ initial }: { initial: Notice[] }) {
  const notices = useNotices(initial);
  const place = useRef<HTMLDivElement>(null);
  const failed = notices.some((notice) => notice.kind === 'error');
  useEffect(() => {
    if (!failed || notices.length === 0) return;
    const timer = window.setTimeout(() => reveal(place.current), FOCUS_DELAY);
    return () => window.clearTimeout(timer);
  }, [failed, notices]);
  return (
    <div ref={place} tabIndex={-1} className={classes(notices.length > 0 && styles.notices)} data-notices="">
      {notices.map((notice) => (
        <Message key={notice.text} notice={notice} onDismiss={() => showNotices(notices.filter((n) => n !== notice))} />
      ))}
    </div>
  );
}

function Message({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const hydrated = useHydrated();
  return (
    <div
      className={classes(styles.notice, styles[notice.kind])}
      role={notice.kind === 'error' ? 'alert' : 'status'}
      data-kind={notice.kind}
    >
      <span>{notice.text}</span>
      <span className={styles.actions}>
        {notice.link && <a href={notice.link.url}>{notice.link.label}</a>}
        {hydrated && (
          <button type="button" className={styles.dismiss} onClick={onDismiss} aria-label="Dismiss this message">
            <span aria-hidden="true">×</span>
          </button>
        )}
      </span>
    </div>
  );
}
