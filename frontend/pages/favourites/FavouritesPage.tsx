import type { FocusEvent } from 'react';
import type { FavouritesPage as Props, RemovedFavourite } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import { Hidden } from '../../ui/Hidden';
import { WineGrid } from '../../wine/WineGrid';
import styles from './FavouritesPage.module.css';

/** The wines that the visitor keeps. A heart takes a wine out and, pressed again, puts it back. */
export default function FavouritesPage({ cards, removed, is_guest, share_url }: Props) {
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>Your favorites</h1>
          {cards.length > 0 && <p className={styles.words}>{words(cards.length)}</p>}
          {is_guest && (
            <p className={styles.words}>
              This list is kept in this browser. <a href="/my-source/">Log in</a> to have it everywhere, and to share
              it.
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
          <p>No favorites yet. Tap the heart beside a wine to save it here.</p>
          <a className={buttonClass()} href="/shop/">
            See all wines
          </a>
        </div>
      )}
      {!is_guest && <Share url={share_url} isEmpty={cards.length === 0} />}
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

/** The link by which others see the list: off until the customer asks, and ended by a press. */
function Share({ url, isEmpty }: { url: string; isEmpty: boolean }) {
  if (!url && isEmpty) return null;
  return (
    <form id="share" className={styles.share} method="post" action="/favorites/share/">
      <h2 className={styles.title}>Share this list</h2>
      {url ? (
        <>
          <label htmlFor="share-url">Anyone with this link can see the wines, but not who you are.</label>
          <input id="share-url" className={styles.url} type="text" readOnly value={url} onFocus={selectAll} />
        </>
      ) : (
        <p>Get a link to send to others. They see the wines, but not who you are. You can stop sharing at any time.</p>
      )}
      <Button type="submit" look="quiet" name="share" value={url ? 'no' : 'yes'}>
        {url ? 'Stop sharing' : 'Share by link'}
      </Button>
    </form>
  );
}

function selectAll(event: FocusEvent<HTMLInputElement>): void {
  event.currentTarget.select();
}
