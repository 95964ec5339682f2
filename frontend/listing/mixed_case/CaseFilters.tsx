import { useEffect, useRef } from 'react';
import type { MixedCasePage } from '../../generated/pages';
import { Button } from '../../ui/Button';
import styles from './CaseFilters.module.css';
import { type FilledCase, WINES_ID } from './useMixedCase';

interface Props {
  page: MixedCasePage;
  onFind: FilledCase['find'];
}

/** Finds wines for the case by words, by color and by offer. It is a plain form that keeps the case. */
export function CaseFilters({ page, onFind }: Props) {
  const { parameters, action, search, colour, colours, offer } = page;
  const kept = parameters.filter(({ name }) => name === 'size' || name === 'box');
  const words = useRef<HTMLInputElement>(null);
  const color = useRef<HTMLSelectElement>(null);
  const offered = useRef<HTMLInputElement>(null);
  const asked = [search, colour, offer].join(' ');
  const shown = useRef(asked);
  useEffect(() => {
    // The filters may have been cleared elsewhere on the page. What is typed before the page lives stays.
    if (shown.current === asked) return;
    shown.current = asked;
    if (words.current) words.current.value = search;
    if (color.current) color.current.value = colour;
    if (offered.current) offered.current.checked = offer;
  }, [search, colour, offer, asked]);
  return (
    <search aria-label="Wines for your case">
      <form className={styles.filters} method="get" action={`${action}#${WINES_ID}`} onSubmit={onFind}>
        {kept.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label className={styles.field}>
          Search
          <input ref={words} type="search" name="q" defaultValue={search} placeholder="Name, grower, grape" />
        </label>
        <label className={styles.field}>
          Color
          <select ref={color} name="colour" defaultValue={colour}>
            <option value="">All colors</option>
            {colours.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {page.offer_label && (
          <label className={styles.offer}>
            <input ref={offered} type="checkbox" name="offer" value="1" defaultChecked={offer} />
            {page.offer_label}
          </label>
        )}
        <Button type="submit" look="quiet">
          Show wines
        </Button>
      </form>
    </search>
  );
}
