import type { Link } from '../generated/pages';
import styles from './Breadcrumbs.module.css';

/** The way here from the front page; the last link is the page itself. */
export function Breadcrumbs({ trail }: { trail: Link[] }) {
  if (trail.length < 2) return null;
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles.trail}>
        {trail.map((link, index) => (
          <li key={link.url}>
            <a href={link.url} aria-current={index === trail.length - 1 ? 'page' : undefined}>
              {link.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
