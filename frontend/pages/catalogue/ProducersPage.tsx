import type { Country, ProducersPage as Props } from '../../generated/pages';
import { countedWines } from '../../producers/origin';
import { ProducerTile } from '../../producers/ProducerTile';
import { Breadcrumbs } from '../../ui/Breadcrumbs';
import styles from './ProducersPage.module.css';

const SIZES = '(min-width: 64em) 28rem, (min-width: 40em) 45vw, 92vw';
const ALONE = '(min-width: 64em) 34rem, 92vw';

/** All producers, by country. */
export default function ProducersPage({ breadcrumbs, countries }: Props) {
  const producers = countries.reduce((sum, country) => sum + country.producers.length, 0);
  return (
    <>
      <Breadcrumbs trail={breadcrumbs} />
      <div className={styles.head}>
        <h1>The growers</h1>
        <p className={styles.lead}>
          {producers === 1 ? 'One estate' : `${producers} estates`} we know by first name: who they are, where they
          farm, and what they put into bottles.
        </p>
      </div>
      {countries.length > 1 && (
        <nav aria-label="Countries">
          <ul className={styles.countries}>
            {countries.map((country) => (
              <li key={country.name}>
                <a href={`#${anchor(country)}`}>
                  {country.name} <span className={styles.count}>{country.producers.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {countries.length === 0 && (
        <p>
          No growers yet. <a href="/shop/">See all wines</a>
        </p>
      )}
      {countries.map((country, index) => (
        <section key={country.name} className={styles.country} aria-labelledby={anchor(country)}>
          <div className={styles.name}>
            <h2 id={anchor(country)}>{country.name}</h2>
            <p>{countedWines(country.wines)}</p>
          </div>
          <ul className={styles.producers}>
            {country.producers.map((producer) => (
              <li key={producer.url}>
                <ProducerTile
                  producer={producer}
                  sizes={country.producers.length % 2 === 1 && producer === country.producers.at(-1) ? ALONE : SIZES}
                  onScreen={index === 0}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function anchor({ name }: Country): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}
