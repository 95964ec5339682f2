import { type ComponentProps, type ComponentType, useRef, useState } from 'react';
import { readTyped, type TypedText } from '../ui/fields/typedText';
import { Hidden } from '../ui/Hidden';
import styles from './SearchBox.module.css';
import type SearchSuggest from './SearchSuggest';
import { SEARCH_INPUT } from './searchInput';

interface Props {
  /** Tells the boxes of one page apart: the header's from the mobile panel's. */
  idPrefix: string;
  /** What screen readers call this box; no two of a page alike. */
  label?: string;
  /** What was searched for, on the page of its results. */
  initial?: string;
}

/**
 * Search by name, grower, region, grape or year. A plain form, until it is focused for the first time: then the
 * suggestions are fetched and take the place of its input, with what was typed meanwhile.
 */
export function SearchBox({ idPrefix, label = 'Wines', initial = '' }: Props) {
  const id = `${idPrefix}-search`;
  const input = useRef<HTMLInputElement>(null);
  const [suggest, setSuggest] = useState<{
    Combobox: ComponentType<ComponentProps<typeof SearchSuggest>>;
    typed: TypedText;
  }>();

  const load = async () => {
    const { default: Combobox } = await import('./SearchSuggest');
    setSuggest((before) => before ?? { Combobox, typed: readTyped(input.current) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: jsdom, in which the tests run, does not know <search> yet
    <div role="search" aria-label={label}>
      <form className={styles.form} action="/" method="get">
        <label htmlFor={id}>
          <Hidden>Search for wines</Hidden>
        </label>
        {suggest ? (
          <suggest.Combobox id={id} typed={suggest.typed} />
        ) : (
          <input ref={input} id={id} className={styles.input} defaultValue={initial} {...SEARCH_INPUT} onFocus={load} />
        )}
        <input type="hidden" name="post_type" value="product" />
        <button type="submit" className={styles.go}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="11" cy="11" r="6.5" />
            <path d="m16 16 4.5 4.5" />
          </svg>
          <Hidden>Search</Hidden>
        </button>
      </form>
    </div>
  );
}
