import type { FavouritesPage as Props, RemovedFavourite } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import { Hidden } from '../../ui/Hidden';
import { WineGrid } from '../../wine/WineGrid';
import styles from './FavouritesPage.module.css';

/** The wines that the visitor keeps. A heart takes a wine out and, pressed again, puts it back. */
export default function FavouritesPage({ cards, removed, is_guest }: Props) {
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>Your favorites</h1>
          {cards.length > 0 && <p className={styles.words}>{words(cards.length)}</p>}
          {is_guest && (
            <p className={styles.words}>
              This list is kept in this browser. <a href="/my-source/">Log in</a> to have it everywhere.
            </p>
          )}
        </div>
        {cards.some((card) => card.can_add) && (
          <form method="post" action="/favorites/add-to-cart/">
            <Button type="submit">Add all to cart</Button>
          </form>
        )}
      </div>
      {removed && <Removed wine={removed} />}
      {cards.length > 0 ? (
        <div className={styles.wines}>
          <h2>
            <Hidden>Wines</Hidden>
          </h2>
          <WineGrid cards={cards} onScreen={4} areFavourites />
        </div>
      ) : (
        <div className={styles.empty}>
          <p>No favorites yet. Press the heart beside a wine, and it waits for you here.</p>
          <a className={buttonClass()} href="/shop/">
            See all wines
          </a>
        </div>
      )}
    </>
  );
}

function words(count: number): string {
  return count === 1 ? 'One wine, at today’s price.' : `${count} wines, at today’s prices.`;
}

/** What the heart's form did without JavaScript, and the way back. */
function Removed({ wine }: { wine: RemovedFavourite }) {
  return (
    <form className={styles.removed} method="post" action="/favorites/change/">
      <input type="hidden" name="postid" value={wine.product_id} />
      <input type="hidden" name="status" value="active" />
      <span role="status">“{wine.name}” is no longer in your favorites.</span>
      <Button type="submit" look="link">
        Undo
      </Button>
    </form>
  );
}
