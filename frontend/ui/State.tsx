import { classes } from '../lib/classes';
import styles from './State.module.css';

/** How something stands, in a word or two. `tone` is good, bad, or ''. */
export function State({ tone, children }: { tone: string; children: string }) {
  return (
    <span className={classes(styles.state, tone === 'good' && styles.good, tone === 'bad' && styles.bad)}>
      {children}
    </span>
  );
}
