import { Autocomplete } from '@base-ui/react/autocomplete';
import { useMemo, useState } from 'react';
import type { Facet, FacetValue } from '../../generated/pages';
import box from '../../ui/fields/SelectBox.module.css';
import { useTypedText } from '../../ui/fields/typedText';
import { Hidden } from '../../ui/Hidden';
import styles from './FacetFinder.module.css';
import { createValueSearch, type ValueResults } from './valueSearch';

interface Props {
  id: string;
  facet: Facet;
  /** How many values may be chosen. */
  most: number;
  onChoose: (value: FacetValue) => void;
}

const CLOSED: ValueResults = { values: [], message: '' };

/** The searchable select of a facet: a combobox in the place of the plain input. */
export default function FacetSearch({ id, facet, most, onChoose }: Props) {
  const { input, typed } = useTypedText(id);
  const [text, setText] = useState(typed.text);
  const [results, setResults] = useState(CLOSED);
  const [open, setOpen] = useState(false);
  const find = useMemo(() => createValueSearch(facet.name, most, setResults), [facet.name, most]);

  const search = (next: string) => {
    const form = input.current?.form;
    if (!form) return;
    setOpen(true);
    find(form, next);
  };
  const choose = (value: FacetValue) => {
    setText('');
    setOpen(false);
    onChoose(value);
  };
  return (
    <Autocomplete.Root
      items={results.values}
      value={text}
      onValueChange={(next, { reason }) => {
        if (reason === 'item-press') return;
        setText(next);
        search(next);
      }}
      open={open}
      onOpenChange={(opens, { reason }) => {
        if (!opens) setOpen(false);
        else if (reason === 'list-navigation') search(text);
      }}
      itemToStringValue={({ label }: FacetValue) => label}
      filter={null}
      autoHighlight
    >
      <Autocomplete.Input
        ref={input}
        id={id}
        className={styles.input}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => search(text)}
        onBlur={() => setOpen(false)}
        // The form is for what is chosen; what is only typed would be lost.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <span role="status">
        <Hidden>{open ? results.message || countResults(results.values.length) : ''}</Hidden>
      </span>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the input
        <div className={box.popup} onMouseDown={(event) => event.preventDefault()}>
          {results.message && <p className={box.empty}>{results.message}</p>}
          <Autocomplete.List aria-label={facet.label}>
            {(item: FacetValue) => (
              <Autocomplete.Item
                key={item.value}
                value={item}
                className={box.item}
                data-selected={item.chosen || undefined}
                onClick={() => choose(item)}
              >
                <span className={styles.name}>
                  {item.label}
                  {item.chosen && <Hidden> (chosen)</Hidden>}
                </span>
                <span className={styles.count}>
                  <Hidden>, </Hidden>
                  {item.count}
                  <Hidden>{item.count === 1 ? ' wine' : ' wines'}</Hidden>
                </span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </div>
      )}
    </Autocomplete.Root>
  );
}

function countResults(number: number): string {
  return number === 1 ? '1 result' : `${number} results`;
}
