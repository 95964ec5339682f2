import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../lib/classes';
import styles from './Disclosure.module.css';

interface Props extends Omit<ComponentProps<'details'>, 'title'> {
  title: ReactNode;
  /** How the title looks: a link, a small one with its arrow, or bold words with theirs. */
  look?: 'link' | 'small' | 'bold';
  /** How it opens: in 400 ms, in 1000 ms, or at once. */
  slide?: 'quick' | 'slow';
}

/** What is seldom needed, behind its title; works without any script. */
export function Disclosure({ title, look = 'link', slide, className, children, ...rest }: Props) {
  return (
    <details className={classes(slide && styles[slide], className)} {...rest}>
      <summary className={classes(styles.title, styles[look])}>{title}</summary>
      {children}
    </details>
  );
}
