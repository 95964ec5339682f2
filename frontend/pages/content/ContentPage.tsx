import type { ContentPage as Props } from '../../generated/pages';
import styles from './ContentPage.module.css';

/** A text that the merchant writes. */
export default function ContentPage({ title, html }: Props) {
  return (
    <article className={styles.page}>
      <h1>{title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitized it (content/markdown.py) */}
      <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
