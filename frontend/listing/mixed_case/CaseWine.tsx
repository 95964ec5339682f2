import type { CaseBottle } from '../../generated/pages';
import { Hidden } from '../../ui/Hidden';
import { Picture } from '../../ui/Picture';
import styles from './CaseWine.module.css';

interface Props {
  wine: CaseBottle;
  /** The page's address. */
  action: string;
  /** In which of the two lists the wine stands: a wine may be in both. */
  list: 'wine' | 'bottle';
}

/**
 * A wine with the buttons that put a bottle of it into the case and take it out. Without JavaScript they lead back to the
 * wine on the page that is loaded.
 */
export function CaseWine({ wine, action, list }: Props) {
  const { variation_id, producer, name, details, image, quantity, problem } = wine;
  const bottle = [producer, name, details].filter(Boolean).join(' · ');
  const id = `${list}-${variation_id}`;
  const here = `${action}#${id}`;
  return (
    <li id={id} className={styles.wine}>
      <div className={styles.picture}>{image && <Picture image={image} sizes="3.5rem" alt="" />}</div>
      <div className={styles.words}>
        {producer && <p className={styles.soft}>{producer}</p>}
        <p className={styles.name}>
          <a href={wine.url}>{name}</a>
        </p>
        <p className={styles.soft}>{details}</p>
        <p>
          {wine.before && <del>{wine.before}</del>} {wine.price}
        </p>
        {wine.offer && <p className={styles.offer}>{wine.offer}</p>}
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
      <div className={styles.steps}>
        <button
          type="submit"
          name="less"
          value={variation_id}
          formAction={here}
          aria-disabled={quantity === 0 || undefined}
        >
          −<Hidden> One bottle less of {bottle}</Hidden>
        </button>
        <span aria-hidden="true">{quantity}</span>
        <button
          type="submit"
          name="more"
          value={variation_id}
          formAction={here}
          aria-disabled={!wine.can_add || undefined}
        >
          +
          <Hidden>
            {' '}
            One more bottle of {bottle}, {quantity} in your case
          </Hidden>
        </button>
      </div>
    </li>
  );
}
