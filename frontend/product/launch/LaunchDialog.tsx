import { useEffect } from 'react';
import { classes } from '../../lib/classes';
import { Button } from '../../ui/Button';
import { useModalLayer } from '../../ui/useModalLayer';
import styles from './LaunchDialog.module.css';

/** What the store says of an address. `status` is success, info, warning, error, or waiting until there is an answer. */
export interface Answer {
  title: string;
  message: string;
  status: string;
  /** A second line, about an email that was just sent. */
  note?: string;
}

const TITLE = 'launch-answer';
const ICONS: Record<string, string> = { success: '✓', info: 'i', warning: '!', error: '×' };

/** What becomes of an address, above the page. It is read out as it changes. Who closes it meanwhile gets the answer all the same. */
export function LaunchDialog({ answer, onClosed }: { answer: Answer; onClosed: () => void }) {
  const dialog = useModalLayer();
  const isWaiting = answer.status === 'waiting';
  useEffect(() => {
    if (isWaiting) return;
    if (!dialog.current?.open) dialog.current?.showModal();
    dialog.current?.querySelector('button')?.focus();
  }, [dialog, isWaiting]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={TITLE}
      onClose={() => !isWaiting && !dialog.current?.open && onClosed()}
      tabIndex={-1}
    >
      <span className={classes(styles.icon, styles[answer.status])} aria-hidden="true">
        {ICONS[answer.status]}
      </span>
      <div role="status">
        <h2 id={TITLE}>{answer.title}</h2>
        <p>{answer.message}</p>
        {answer.note && <p>{answer.note}</p>}
      </div>
      {!isWaiting && <Button onClick={() => dialog.current?.close()}>OK</Button>}
    </dialog>
  );
}
