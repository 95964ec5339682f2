import { type ComponentProps, type ComponentType, useState } from 'react';
import type { Facet, FacetValue } from '../../generated/pages';
import styles from './FacetFinder.module.css';
import type FacetSearch from './FacetSearch';

interface Props {
  facet: Facet;
  /** How many values may be chosen. */
  most: number;
  onChoose: (value: FacetValue) => void;
}

/** Finds a value of a facet by its name. The search is fetched when the input is focused for the first time. */
export function FacetFinder({ facet, most, onChoose }: Props) {
  const id = `${facet.name}-finder`;
  const [Select, setSelect] = useState<ComponentType<ComponentProps<typeof FacetSearch>>>();

  const load = async () => {
    const { default: loaded } = await import('./FacetSearch');
    setSelect(() => loaded);
  };
  return (
    <div className={styles.finder}>
      <label className={styles.label} htmlFor={id}>
        Find a {facet.noun}
      </label>
      {Select ? (
        <Select id={id} facet={facet} most={most} onChoose={onChoose} />
      ) : (
        <input id={id} className={styles.input} type="text" autoComplete="off" onFocus={load} />
      )}
    </div>
  );
}
