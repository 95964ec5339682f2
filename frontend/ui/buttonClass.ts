import { classes } from '../lib/classes';
import styles from './Button.module.css';

export type Look = 'main' | 'quiet' | 'link';

/** The classes of a button, also for links that look like one. */
export function buttonClass(look: Look = 'main', wide = false): string {
  if (look === 'link') return classes(styles.link);
  return classes(styles.button, look === 'quiet' && styles.quiet, wide && styles.wide);
}
