import { buttonClass } from '../../ui/buttonClass';
import styles from './EmptyCart.module.css';

/** What stands in the place of the lines while nothing is in the cart, and where to go. */
export function EmptyCart({ shelves = [] }: { shelves?: { label: string; url: string }[] }) {
  return (
    <div className={styles.empty}>
      <svg className={styles.picture} viewBox="0 0 96 96" aria-hidden="true">
        <path d="M34 8h28l3 24c1 12-7 20-17 20s-18-8-17-20zM48 52v32M34 88h28" />
        <path className={styles.wine} d="M33 30h30l1 4c0 9-7 15-16 15s-16-6-16-15z" />
      </svg>
      <p className={styles.words}>Your cart is empty.</p>
      <p className={styles.soft}>Find something you’ll love.</p>
      <a className={buttonClass()} href="/shop/">
        Find a wine
      </a>
      {shelves.length > 0 && (
        <ul className={styles.shelves}>
          {shelves.map((shelf) => (
            <li key={shelf.url}>
              <a href={shelf.url}>{shelf.label}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
