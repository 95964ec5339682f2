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
      <p>{narrowed ? 'Take one of the filters back, or all of them.' : advice(search !== null)}</p>
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
            What others like
          </h2>
          <WineGrid cards={others} />
        </section>
      )}
    </div>
  );
}

function reason(searched: boolean, narrowed: boolean): string {
  if (narrowed) return 'No wine has all of this.';
  return searched ? 'We found no wine like that.' : 'No wines here yet.';
}

function advice(searched: boolean): string {
  return searched
    ? 'Try a grower, a region, a grape or a year, or fewer words. Small slips of the keyboard do no harm.'
    : 'Have a look at the other shelves.';
}
