import type { ReactNode } from 'react';
import { buttonClass } from '../../components/buttonClass';
import { Picture } from '../../components/Picture';
import { WineGrid } from '../../components/WineGrid';
import type { ProducerNote, HomePage as Props } from '../../generated/pages';
import styles from './HomePage.module.css';
import { origin } from './origin';

export default function HomePage({ hero, hero_title, hero_text, featured, newest, categories, producers }: Props) {
  return (
    <>
      <section className={styles.hero}>
        {hero && (
          <div className={styles.picture}>
            <Picture image={hero} sizes="(min-width: 56em) 50vw, 100vw" onScreen cover />
          </div>
        )}
        <div className={styles.words}>
          <h1>{hero_title}</h1>
          <p>{hero_text}</p>
          <a className={buttonClass()} href="/shop/">
            See all wines
          </a>
        </div>
      </section>
      <Shelf title="By colour and style">
        <ul className={styles.shelves}>
          {categories.map((link) => (
            <li key={link.url}>
              <a href={link.url}>{link.label}</a>
            </li>
          ))}
        </ul>
      </Shelf>
      {featured.length > 0 && (
        <Shelf title="Our selection" more="/shop/">
          <WineGrid cards={featured} />
        </Shelf>
      )}
      {newest.length > 0 && (
        <Shelf title="New in the cellar" more="/shop/?orderby=date">
          <WineGrid cards={newest} />
        </Shelf>
      )}
      {producers.length > 0 && (
        <Shelf title="The growers">
          <ul className={styles.producers}>
            {producers.map((producer) => (
              <Producer key={producer.name} producer={producer} />
            ))}
          </ul>
        </Shelf>
      )}
    </>
  );
}

function Shelf({ title, more, children }: { title: string; more?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {more && <a href={more}>See all wines</a>}
      </div>
      {children}
    </section>
  );
}

function Producer({ producer }: { producer: ProducerNote }) {
  return (
    <li className={styles.producer}>
      {producer.image && (
        <div className={styles.landscape}>
          <Picture image={producer.image} sizes="(min-width: 40em) 30vw, 90vw" cover />
        </div>
      )}
      <h3>{producer.name}</h3>
      <p className={styles.origin}>{origin(producer)}</p>
      <p>{producer.summary}</p>
    </li>
  );
}
