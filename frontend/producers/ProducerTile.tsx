import type { ProducerNote } from '../generated/pages';
import { Picture } from '../ui/Picture';
import { countedWines } from './origin';
import styles from './ProducerTile.module.css';

interface Props {
  producer: ProducerNote;
  /** How wide the picture is drawn, in the words of the `sizes` attribute. */
  sizes: string;
  onScreen?: boolean;
}

/** A producer among others: the picture leads, the whole tile is the link. */
export function ProducerTile({ producer, sizes, onScreen = false }: Props) {
  return (
    <article className={styles.tile}>
      <div className={styles.picture}>
        {producer.image && <Picture image={producer.image} sizes={sizes} onScreen={onScreen} cover alt="" />}
        {producer.logo && !producer.portrait && (
          <div className={styles.logo}>
            <Picture image={producer.logo} sizes="8rem" cover alt="" />
          </div>
        )}
      </div>
      {producer.portrait && (
        <div className={styles.portrait}>
          <Picture image={producer.portrait} sizes="8rem" cover />
        </div>
      )}
      <div className={styles.words}>
        <p className={styles.region}>{producer.region}</p>
        <h3>
          <a href={producer.url}>{producer.name}</a>
        </h3>
        <p>{producer.summary}</p>
        <p className={styles.wines}>
          {[producer.founded && `Since ${producer.founded}`, countedWines(producer.wines)].filter(Boolean).join(' · ')}
        </p>
      </div>
    </article>
  );
}
