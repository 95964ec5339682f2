import type { ProducerProfile, ProducerPage as Props } from '../../generated/pages';
import { countedWines } from '../../producers/origin';
import { ProducerSlides } from '../../producers/ProducerSlides';
import { RelatedMaterials } from '../../product/RelatedMaterials';
import { Breadcrumbs } from '../../ui/Breadcrumbs';
import { buttonClass } from '../../ui/buttonClass';
import { Picture } from '../../ui/Picture';
import { SlowLink } from '../../ui/SlowLink';
import { WineGrid } from '../../wine/WineGrid';
import styles from './ProducerPage.module.css';

const WINES = 'producer-wines';
/**
 * How wide the first picture is drawn; the same text as SLIDE_SIZES in vintner/catalogue/producers/producer_page.py.
 */
const SIZES = '(min-width: 78rem) 78rem, 100vw';

export default function ProducerPage({ breadcrumbs, producer, wines, wines_url }: Props) {
  return (
    <>
      <Breadcrumbs trail={breadcrumbs} />
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{producer.name}</h1>
          {producer.summary && <p className={styles.summary}>{producer.summary}</p>}
        </div>
        <div className={styles.ways}>
          <SlowLink to={WINES} className={buttonClass()}>
            See {countedWines(producer.wines)}
          </SlowLink>
          {producer.story.length > 0 && (
            <SlowLink to="producer" className={buttonClass('quiet')}>
              Their story
            </SlowLink>
          )}
          <RelatedMaterials producer={producer} winesId={WINES} />
        </div>
      </header>
      <ProducerSlides producer={producer} sizes={SIZES} opens />
      <section id="producer" className={styles.about} aria-labelledby="producer-story" tabIndex={-1}>
        <div className={styles.story}>
          <h2 id="producer-story">The people and the place</h2>
          {producer.story.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <div className={styles.aside}>
          {producer.portrait && (
            <div className={styles.portrait}>
              <Picture image={producer.portrait} sizes="(min-width: 56em) 22rem, 92vw" cover />
            </div>
          )}
          <Card producer={producer} />
        </div>
      </section>
      <section id={WINES} className={styles.wines} aria-labelledby="producer-wines-title" tabIndex={-1}>
        <h2 id="producer-wines-title">Wines from {producer.name}</h2>
        {wines.length > 0 ? (
          <WineGrid cards={wines} />
        ) : (
          <p className={styles.none}>
            None of their wines are available right now. <a href="/shop/">See all wines</a>
          </p>
        )}
        {wines_url && (
          <p className={styles.all}>
            <a className={buttonClass('quiet')} href={wines_url}>
              All {countedWines(producer.wines)}
            </a>
          </p>
        )}
      </section>
    </>
  );
}

/** The sign of the house, and what is known of it at a glance. */
function Card({ producer }: { producer: ProducerProfile }) {
  const facts = [
    { name: 'Region', value: producer.region },
    { name: 'Country', value: producer.country },
    { name: 'Founded', value: producer.founded ? String(producer.founded) : '' },
    { name: 'In the shop', value: countedWines(producer.wines) },
  ].filter((fact) => fact.value);
  return (
    <div className={styles.card}>
      {producer.logo && (
        <div className={styles.logo}>
          <Picture image={producer.logo} sizes="(min-width: 56em) 22rem, 92vw" cover alt="" />
        </div>
      )}
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
