import { Picture } from '../../components/Picture';
import type { ProducerNote } from '../../generated/pages';
import { origin } from './origin';
import styles from './ProducerBlock.module.css';

/** Who made the wine. */
export function ProducerBlock({ producer }: { producer: ProducerNote }) {
  return (
    <section className={styles.producer} aria-labelledby="producer">
      {producer.image && (
        <div className={styles.picture}>
          <Picture image={producer.image} sizes="(min-width: 56em) 35vw, 90vw" cover />
        </div>
      )}
      <div className={styles.words}>
        <h2 id="producer">{producer.name}</h2>
        <p className={styles.origin}>{origin(producer)}</p>
        {paragraphs(producer).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  );
}

function paragraphs({ story, summary }: ProducerNote): string[] {
  return (story || summary).split(/\n{2,}/).filter(Boolean);
}
