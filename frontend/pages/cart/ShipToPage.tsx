import { ShipToForm } from '../../cart/place/ShipToForm';
import type { ShipToPage as Props } from '../../generated/pages';
import styles from './ShipToPage.module.css';

/** Asks where the wine goes, for phones and without a script. */
export default function ShipToPage({ back, words, typed, problem }: Props) {
  return (
    <div className={styles.page}>
      <h1>Where your wine goes</h1>
      <p>
        {words
          ? `Your wine ships to ${words}. Enter another place, and your cart shows what delivery costs there.`
          : 'Tell us where to ship your wine, and your cart shows what delivery costs there.'}
      </p>
      <ShipToForm id="place" typed={typed} problem={problem} back={back} />
      <p>
        <a href={back}>Continue shopping</a>
      </p>
    </div>
  );
}
