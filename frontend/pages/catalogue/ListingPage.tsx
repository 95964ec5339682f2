import { Breadcrumbs } from '../../components/Breadcrumbs';
import { buttonClass } from '../../components/buttonClass';
import { Hidden } from '../../components/Hidden';
import { WineGrid } from '../../components/WineGrid';
import type { Link, Pagination, ListingPage as Props } from '../../generated/pages';
import styles from './ListingPage.module.css';
import { SortForm } from './SortForm';

const ALL: Link = { label: 'All wines', url: '/shop/' };

export default function ListingPage(props: Props) {
  const { title, intro, breadcrumbs, categories, current_category, cards, pagination } = props;
  const shelf = current_category || ALL.url;
  return (
    <>
      <Breadcrumbs trail={breadcrumbs} />
      <div className={styles.head}>
        <h1>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
      <nav aria-label="Shelves">
        <ul className={styles.shelves}>
          {[ALL, ...categories].map((link) => (
            <li key={link.url}>
              <a href={link.url} aria-current={link.url === shelf ? 'page' : undefined}>
                {link.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.bar}>
        <p className={styles.count} role="status">
          {counted(pagination)}
        </p>
        <SortForm action={shelf} sort={props.sort} options={props.sort_options} />
      </div>
      <h2>
        <Hidden>Wines</Hidden>
      </h2>
      {cards.length > 0 ? <WineGrid cards={cards} onScreen={4} /> : <p className={styles.empty}>No wines here yet.</p>}
      <Pages pagination={pagination} />
    </>
  );
}

function counted({ first, last, total }: Pagination): string {
  if (total === 0) return 'No wines';
  return total === 1 ? 'Showing the only wine' : `Showing ${first}–${last} of ${total} wines`;
}

function Pages({ pagination }: { pagination: Pagination }) {
  const { page, pages, previous_url, next_url } = pagination;
  if (pages < 2) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      {previous_url && (
        <a className={buttonClass('quiet')} href={previous_url} rel="prev">
          Previous page
        </a>
      )}
      <span>
        Page {page} of {pages}
      </span>
      {next_url && (
        <a className={buttonClass('quiet')} href={next_url} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}
