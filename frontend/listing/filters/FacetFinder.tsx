import { type ComponentProps, type ComponentType, useRef, useState } from 'react';
import type { Facet, FacetValue } from '../../generated/pages';
import { readTyped, type TypedText } from '../../ui/fields/typedText';
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
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState<{
    Select: ComponentType<ComponentProps<typeof FacetSearch>>;
    typed: TypedText;
  }>();

  const load = async () => {
    const { default: Select } = await import('./FacetSearch');
    setSearch((before) => before ?? { Select, typed: readTyped(input.current) });
  };
  return (
    <div className={styles.finder}>
      <label className={styles.label} htmlFor={id}>
        Find a {facet.label.toLowerCase()}
      </label>
      {search ? (
        <search.Select id={id} facet={facet} most={most} typed={search.typed} onChoose={onChoose} />
      ) : (
        <input ref={input} id={id} className={styles.input} type="text" autoComplete="off" onFocus={load} />
      )}
    </div>
  );
}
