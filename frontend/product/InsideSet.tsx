import type { SetContents } from '../generated/pages';
import { Picture } from '../ui/Picture';
import styles from './InsideSet.module.css';

/** How wide a bottle is drawn. */
const SIZES = '(min-width: 48em) 12rem, 5.5rem';

/** The bottles in a gift set, and what they cost singly where the set is cheaper. */
export function InsideSet({ contents }: { contents: SetContents }) {
  return (
    <section className={styles.inside} aria-labelledby="inside">
      <h2 id="inside">What is inside</h2>
      <p>
        {contents.title}, packed and ready to give.
        {contents.singly && (
          <>
            {' '}
            One by one they cost {contents.singly}: <strong>you save {contents.saved}</strong> with each set.
          </>
        )}
      </p>
      <ul className={styles.bottles}>
        {contents.bottles.map((bottle) => (
          <li key={bottle.url + bottle.name + bottle.about} className={styles.bottle}>
            {bottle.image && <Picture image={bottle.image} sizes={SIZES} alt="" />}
            <h3>
              {bottle.quantity} × {bottle.url ? <a href={bottle.url}>{bottle.name}</a> : bottle.name}
            </h3>
            <p>{bottle.about}</p>
          </li>
        ))}
      </ul>
      <p className={styles.gift}>
        Sending it as a gift? Add a message at checkout: we print it on the packing slip, and leave prices out of the
        box.
      </p>
    </section>
  );
}
