import { Disclosure } from './Disclosure';
import styles from './Paragraphs.module.css';

/** A longer text behind its title. */
export function Paragraphs({ title, paragraphs }: { title: string; paragraphs: string[] }) {
  if (paragraphs.length === 0) return null;
  return (
    <Disclosure title={title} look="small" slide="quick">
      {/* A text that scrolls must be reachable by the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: for scrolling */}
      <section className={styles.body} tabIndex={0} aria-label={title}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    </Disclosure>
  );
}
