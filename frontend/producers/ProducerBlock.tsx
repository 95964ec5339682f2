import type { Card, ProducerProfile } from '../generated/pages';
import { RelatedMaterials } from '../product/RelatedMaterials';
import { buttonClass } from '../ui/buttonClass';
import { Picture } from '../ui/Picture';
import { SlowLink } from '../ui/SlowLink';
import { WineRow } from '../wine/WineRow';
import { countedWines, origin } from './origin';
import styles from './ProducerBlock.module.css';
import { ProducerSlides } from './ProducerSlides';

const WINES = 'producer-wines';

interface Props {
  producer: ProducerProfile;
  /** Other wines of the same producer. */
  wines: Card[];
}

/** The producer of the wine, and their other wines. */
export function ProducerBlock({ producer, wines }: Props) {
  return (
    <>
      <section id="producer" className={styles.producer} aria-labelledby="producer-name" tabIndex={-1}>
        <ProducerSlides producer={producer} sizes="(min-width: 64em) 44vw, 92vw" />
        <div className={styles.words}>
          {producer.logo && (
            <div className={styles.logo}>
              <Picture image={producer.logo} sizes="10rem" alt="" />
            </div>
          )}
          <div>
            <h2 id="producer-name">
              <a href={producer.url}>{producer.name}</a>
            </h2>
            <p className={styles.origin}>{origin(producer)}</p>
          </div>
          {(producer.story.length > 0 ? producer.story : [producer.summary]).map((text) => (
            <p key={text}>{text}</p>
          ))}
          <div className={styles.ways}>
            {wines.length > 0 && (
              <SlowLink to={WINES} className={buttonClass('quiet')}>
                Their other wines
              </SlowLink>
            )}
            <RelatedMaterials producer={producer} winesId={wines.length > 0 ? WINES : ''} />
          </div>
        </div>
      </section>
      {wines.length > 0 && (
        <section id={WINES} className={styles.wines} aria-labelledby="producer-wines-title" tabIndex={-1}>
          <div className={styles.head}>
            <h2 id="producer-wines-title">More from {producer.name}</h2>
            <a href={producer.url}>All {countedWines(producer.wines)}</a>
          </div>
          <WineRow label={`More from ${producer.name}`} cards={wines} />
        </section>
      )}
    </>
  );
}
