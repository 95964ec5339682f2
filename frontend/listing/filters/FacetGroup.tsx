import { useEffect, useState } from 'react';
import type { Facet, FacetValue } from '../../generated/pages';
import { unfold } from '../../ui/unfold';
import { FacetFinder } from './FacetFinder';
import styles from './FacetGroup.module.css';

/** The values of a facet that are seen at first. */
const SEEN = 7;
/** Facets of which one value may be chosen; choosing it again takes it back. */
const SINGLE = ['in_stock', 'on_sale', 'subscription'];

/** One facet: its values with the number of wines that each would show. */
export function FacetGroup({ facet, open, most }: { facet: Facet; open: boolean; most: number }) {
  const { name, label, values } = facet;
  const [added, setAdded] = useState<FacetValue[]>([]);

  useEffect(() => {
    const newest = added.at(-1);
    if (newest) press(name, newest);
  }, [added, name]);
  if (SINGLE.includes(name)) return <Values facet={facet} values={values} />;
  const choose = (value: FacetValue) => {
    if (!press(name, value)) setAdded([...added, value]);
  };
  const used = values.some(({ chosen }) => chosen);
  const hidden = values.length > SEEN + 1 ? values.slice(SEEN) : [];
  return (
    <details className={styles.group} open={open || used}>
      <summary className={styles.label}>{label}</summary>
      <fieldset>
        <legend className={styles.legend}>{label}</legend>
        {hidden.length > 0 && <FacetFinder facet={facet} most={most} onChoose={choose} />}
        {name === 'rating' && <Anything chosen={used} />}
        <Values facet={facet} values={added} />
        <Values facet={facet} values={values.slice(0, values.length - hidden.length)} />
        {hidden.length > 0 && (
          <details className={styles.more} open={hidden.some(({ chosen }) => chosen)}>
            <summary>{hidden.length} more</summary>
            <Values facet={facet} values={hidden} />
            {facet.cut && <p className={styles.cut}>These are the most common. Search to find more.</p>}
          </details>
        )}
      </fieldset>
    </details>
  );
}

/** Press the box of a value, as the shopper would. Returns false when the page has none. */
function press(facet: string, { value }: FacetValue): boolean {
  const box = document.getElementById(`${facet}-${value}`);
  if (!box) return false;
  unfold(box);
  box.click();
  return true;
}

function Values({ facet, values }: { facet: Facet; values: Facet['values'] }) {
  return values.map(({ value, label, count, chosen }) => (
    <label key={value} className={styles.value} htmlFor={`${facet.name}-${value}`}>
      <input
        id={`${facet.name}-${value}`}
        type={facet.name === 'rating' ? 'radio' : 'checkbox'}
        name={facet.name}
        value={value}
        defaultChecked={chosen}
      />
      <span className={styles.name}>{label}</span>
      <span className={styles.count}>
        <span className={styles.said}>, </span>
        {count}
        <span className={styles.said}>{count === 1 ? ' wine' : ' wines'}</span>
      </span>
    </label>
  ));
}

/** Radio buttons cannot be taken back: one of them means that the facet is not used. */
function Anything({ chosen }: { chosen: boolean }) {
  return (
    <label className={styles.value} htmlFor="rating-any">
      <input id="rating-any" type="radio" name="rating" value="" defaultChecked={!chosen} />
      <span className={styles.name}>Any</span>
    </label>
  );
}
