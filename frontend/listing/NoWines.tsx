import type { ListingPage as Listing } from '../generated/pages';
import { buttonClass } from '../ui/buttonClass';
import { WineGrid } from '../wine/WineGrid';
import styles from './NoWines.module.css';

type Props = Pick<Listing, 'search' | 'facets' | 'others'>;

/** Nothing was found: what to do instead. */
export function NoWines({ search, facets, others }: Props) {
  const narrowed = facets.chips.length > 0;
  return (
    <div className={styles.empty}>
      <p className={styles.words}>{reason(search !== null, narrowed)}</p>
      <p>{narrowed ? 'Remove a filter, or clear them all.' : advice(search !== null)}</p>
      <p className={styles.ways}>
        {narrowed && (
          <a className={buttonClass()} href={facets.clear_url}>
            Clear all filters
          </a>
        )}
        <a className={buttonClass('quiet')} href="/shop/">
          All wines
        </a>
      </p>
      {others.length > 0 && (
        <section aria-labelledby="others">
          <h2 id="others" className={styles.title}>
            Popular right now
          </h2>
          <WineGrid cards={others} />
        </section>
      )}
    </div>
  );
}

function reason(searched: boolean, narrowed: boolean): string {
  if (narrowed) return 'No wines match these filters.';
  return searched ? 'No wines found.' : 'No wines here yet.';
}

function advice(searched: boolean): string {
  return searched
    ? 'Try a grower, a region, a grape or a year, or fewer words. Small spelling mistakes are fine.'
    : 'Browse our other wines.';
}
