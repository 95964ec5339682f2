import { useEffect, useRef } from 'react';
import type { Notice } from '../generated/pages';
import { classes } from '../lib/classes';
import { revealNotice } from '../ui/glide';
import { NoticeLine } from './NoticeLine';
import styles from './Notices.module.css';
import { showNotices, useNotices } from './pageNotices';

const FOCUS_DELAY = 500; // docs/behaviour/pages.md#timing

/** The messages at the top of the page. An error is brought into view and gets the focus. */
export function Notices({ initial }: { initial: Notice[] }) {
  const notices = useNotices(initial);
  const place = useRef<HTMLDivElement>(null);
  const failed = notices.some((notice) => notice.kind === 'error');
  useEffect(() => {
    if (!failed || notices.length === 0) return;
    const timer = window.setTimeout(() => revealNotice(place.current), FOCUS_DELAY);
    return () => window.clearTimeout(timer);
  }, [failed, notices]);
  return (
    <div ref={place} tabIndex={-1} className={classes(notices.length > 0 && styles.notices)} data-notices="">
      {notices.map((notice) => (
        <NoticeLine
          key={notice.text}
          notice={notice}
          onDismiss={() => showNotices(notices.filter((n) => n !== notice))}
        />
      ))}
    </div>
  );
}
