import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ComponentProps, useMemo, useRef, useState } from 'react';
import type { AddressSearch } from '../../generated/pages';
import { announce } from '../../lib/announce';
import box from '../fields/SelectBox.module.css';
import { useTypedText } from '../fields/typedText';
import { useUnmountOnClose } from '../fields/useUnmountOnClose';
import { Hidden } from '../Hidden';
import { type AddressForm, createAddressSearch, type Suggested } from './addressSearch';
import styles from './StreetSearch.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'defaultValue' | 'value' | 'ref'> {
  id: string;
  search: AddressSearch;
  /** What the form is like, when it is not one of a bill or a parcel. */
  addressForm?: AddressForm;
}

/**
 * The field of the street with suggestions: a combobox in the place of the plain input. Choosing one fills the rest.
 */
export default function StreetSearch({ search, addressForm, ...attributes }: Props) {
  const { input, typed } = useTypedText(attributes.id);
  const filling = useRef(false);
  const [text, setText] = useState(typed.text);
  const [matches, setMatches] = useState<Suggested[]>([]);
  const [status, setStatus] = useState('');
  const addresses = useMemo(
    () =>
      createAddressSearch(
        search,
        (suggested, searched) => {
          setMatches(suggested);
          setStatus(searched ? countText(suggested.length) : '');
        },
        addressForm,
      ),
    [search, addressForm],
  );

  const choose = async (item: Suggested) => {
    if (!input.current) return;
    filling.current = true;
    if (await addresses.choose(input.current, item)) announce('The address is filled in.');
    filling.current = false;
  };
  const open = matches.length > 0;
  const actions = useUnmountOnClose(open);
  return (
    <span className={styles.place}>
      <Autocomplete.Root
        items={matches}
        value={text}
        onValueChange={(next, { reason }) => {
          if (reason === 'item-press') return; // it is filled in with the rest
          setText(next);
          if (reason === 'input-change' && !filling.current && input.current) addresses.suggestSoon(input.current);
        }}
        open={open}
        actionsRef={actions}
        onOpenChange={(opens) => !opens && addresses.stop()}
        itemToStringValue={(item: Suggested) => item.text}
        filter={null}
      >
        <Autocomplete.Input
          {...attributes}
          ref={input}
          onBlur={(event) => {
            addresses.stop();
            attributes.onBlur?.(event);
          }}
        />
        <span role="status">
          <Hidden>{status}</Hidden>
        </span>
        {open && (
          // biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the input
          <div className={box.popup} onMouseDown={(event) => event.preventDefault()}>
            <Autocomplete.List aria-label="Addresses">
              {(item: Suggested) => (
                <Autocomplete.Item key={item.id} value={item} className={box.item} onClick={() => void choose(item)}>
                  <span className={styles.words}>
                    {item.text}
                    <span className={styles.detail}>{item.detail}</span>
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <p className={styles.credit}>{search.credit}</p>
          </div>
        )}
      </Autocomplete.Root>
    </span>
  );
}

function countText(number: number): string {
  if (number === 0) return 'No addresses found';
  return number === 1 ? '1 address found' : `${number} addresses found`;
}
