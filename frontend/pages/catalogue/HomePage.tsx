import type { ReactNode } from 'react';
import type { HomePage as Props, ShelfTile } from '../../generated/pages';
import { Promises } from '../../home/Promises';
import { ProducerTile } from '../../producers/ProducerTile';
import { buttonClass } from '../../ui/buttonClass';
import { Picture } from '../../ui/Picture';
import { WineGrid } from '../../wine/WineGrid';
import { WineRow } from '../../wine/WineRow';
import styles from './HomePage.module.css';

export default function HomePage({
  hero,
  hero_title,
  hero_text,
  promises,
  shelves,
  featured,
  newest,
  producers,
}: Props) {
  return (
    <>
      <section className={styles.hero}>
        {hero && (
          <div className={styles.picture}>
            {/* The same sizes as HERO_SIZES in vintner/catalogue/home_page.py. */}
            <Picture image={hero} sizes="100vw" onScreen cover alt="" />
          </div>
        )}
        <div className={styles.words}>
          <h1>{hero_title}</h1>
          {hero_text && <p>{hero_text}</p>}
          <div className={styles.ways}>
            <a className={buttonClass()} href="/shop/">
              See all wines
            </a>
            <a className={buttonClass('quiet')} href="/producer/">
              Meet the growers
            </a>
            <a className={buttonClass('quiet')} href="/mixed-case/">
              Mix your own case
            </a>
          </div>
        </div>
      </section>
      {promises.length > 0 && <Promises promises={promises} />}
      {shelves.length > 0 && (
        <Part title="By color and style">
          <ul className={styles.shelves}>
            {shelves.map((shelf) => (
              <li key={shelf.url}>
                <Shelf shelf={shelf} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {featured.length > 0 && (
        <Part title="Bottles we keep coming back to" more={{ label: 'See all wines', url: '/shop/' }}>
          <WineRow label="Bottles we keep coming back to" cards={featured} />
        </Part>
      )}
      {producers.length > 0 && (
        <Part title="The people behind them" more={{ label: 'All growers', url: '/producer/' }}>
          <ul className={styles.producers}>
            {producers.map((producer) => (
              <li key={producer.url}>
                <ProducerTile producer={producer} sizes="(min-width: 64em) 24rem, (min-width: 40em) 45vw, 80vw" />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {newest.length > 0 && (
        <Part title="New in the cellar" more={{ label: 'All new wines', url: '/shop/?orderby=date' }}>
          <WineGrid cards={newest} />
        </Part>
      )}
    </>
  );
}

interface PartProps {
  title: string;
  more?: { label: string; url: string };
  children: ReactNode;
}

function Part({ title, more, children }: PartProps) {
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {more && <a href={more.url}>{more.label}</a>}
      </div>
      {children}
    </section>
  );
}

function Shelf({ shelf: { label, url, image } }: { shelf: ShelfTile }) {
  return (
    <a className={styles.shelf} href={url}>
      <span className={styles.bottle}>
        {image && <Picture image={image} sizes="(min-width: 48em) 15rem, 45vw" cover alt="" />}
      </span>
      <span className={styles.label}>{label}</span>
    </a>
  );
}
