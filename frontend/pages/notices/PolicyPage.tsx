import type { PolicyPage as Props } from '../../generated/pages';
import styles from './PolicyPage.module.css';

/** A text that a purchase rests on. */
export default function PolicyPage({ title, paragraphs, changed_on }: Props) {
  return (
    <article className={styles.page}>
      <h1>{title}</h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className={styles.changed}>Last changed on {changed_on}</p>
    </article>
  );
}
