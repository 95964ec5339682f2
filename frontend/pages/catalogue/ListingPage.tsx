import { useRef } from 'react';
import type { ListingPage as Props } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { Chips } from '../../listing/filters/Chips';
import { Facets } from '../../listing/filters/Facets';
import { FOUND } from '../../listing/filters/filterForm';
import { spanOf } from '../../listing/listing';
import { NoWines } from '../../listing/NoWines';
import { ResultCount } from '../../listing/ResultCount';
import { SearchHead } from '../../listing/SearchHead';
import { Shelf } from '../../listing/Shelf';
import { SortForm } from '../../listing/SortForm';
import { useHiddenContent } from '../../listing/useHiddenContent';
import { useListing } from '../../listing/useListing';
import { Breadcrumbs } from '../../ui/Breadcrumbs';
import styles from './ListingPage.module.css';

export default function ListingPage(props: Props) {
  const { title, intro, breadcrumbs, cards, pagination } = props;
  const content = useRef<HTMLDivElement>(null);
  const waiting = useHiddenContent(content, props.waits_for_images);
  const listing = useListing({ cards, pagination });
  const sorting = props.sort_options.find(({ value }) => value === props.sort)?.label ?? '';
  return (
    <div ref={content} className={classes(waiting && styles.waiting)}>
      <Breadcrumbs trail={breadcrumbs} />
      <div className={styles.head}>
        <h1>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
        {props.search && <SearchHead note={props.search} found={cards.length > 0} />}
      </div>
      <div className={styles.body}>
        {(cards.length > 0 || props.facets.chips.length > 0) && <Facets panel={props.facets} />}
        <div className={styles.bar}>
          <div className={styles.count}>
            <ResultCount span={spanOf(listing.state.pages)} sorting={sorting} />
            {cards.length > 0 && <a href="/mixed-case/">Mix a case</a>}
          </div>
          {cards.length > 0 && (
            <SortForm
              action={props.facets.action}
              sort={props.sort}
              options={props.sort_options}
              other_parameters={props.other_parameters}
            />
          )}
        </div>
        <div id={FOUND} className={styles.found} tabIndex={-1}>
          <Chips panel={props.facets} />
          {cards.length > 0 ? <Shelf listing={listing} paging={props.paging} /> : <NoWines {...props} />}
        </div>
      </div>
    </div>
  );
}
