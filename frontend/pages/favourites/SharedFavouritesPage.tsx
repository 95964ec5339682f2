import type { SharedFavouritesPage as Props } from '../../generated/pages';
import { buttonClass } from '../../ui/buttonClass';
import { Hidden } from '../../ui/Hidden';
import { WineGrid } from '../../wine/WineGrid';
import styles from './SharedFavouritesPage.module.css';

/** A list that somebody has shared. Its hearts are those of whoever looks at it. */
export default function SharedFavouritesPage({ cards }: Props) {
  return (
    <>
      <div className={styles.head}>
        <h1>A list of favorites</h1>
        <p className={styles.words}>Somebody shared these wines with you. Prices and stock are today’s.</p>
      </div>
      {cards.length > 0 ? (
        <>
          <h2>
            <Hidden>Wines</Hidden>
          </h2>
          <WineGrid cards={cards} onScreen={4} />
        </>
      ) : (
        <p className={styles.head}>This list is empty right now.</p>
      )}
      <p className={styles.more}>
        <a className={buttonClass('quiet')} href="/shop/">
          See all wines
        </a>
      </p>
    </>
  );
}
