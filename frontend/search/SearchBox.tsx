import { type ComponentProps, type ComponentType, useState } from 'react';
import { Hidden } from '../ui/Hidden';
import styles from './SearchBox.module.css';
import { SearchIcon } from './SearchIcon';
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
  const [Combobox, setCombobox] = useState<ComponentType<ComponentProps<typeof SearchSuggest>>>();

  const load = async () => {
    const { default: loaded } = await import('./SearchSuggest');
    setCombobox(() => loaded);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: jsdom, in which the tests run, does not know <search> yet
    <div role="search" aria-label={label}>
      <form className={styles.form} action="/" method="get">
        <label htmlFor={id}>
          <Hidden>Search for wines</Hidden>
        </label>
        {Combobox ? (
          <Combobox id={id} />
        ) : (
          <input id={id} className={styles.input} defaultValue={initial} {...SEARCH_INPUT} onFocus={load} />
        )}
        <input type="hidden" name="post_type" value="product" />
        <button type="submit" className={styles.go}>
          <SearchIcon />
          <Hidden>Search</Hidden>
        </button>
      </form>
    </div>
  );
}
