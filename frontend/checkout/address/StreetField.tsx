import { type ComponentProps, type ComponentType, useContext, useEffect, useState } from 'react';
import { FetchLocation } from '../../ui/address/FetchLocation';
import type { FoundAddress } from '../../ui/address/foundAddress';
import type StreetSearch from '../../ui/address/StreetSearch';
import { Field } from '../../ui/fields/Field';
import { AddressSearchContext } from './addressSearchContext';

/**
 * The street. Where the store has a service that knows addresses, it is a plain field until the form is used for the
 * first time: then the suggestions are fetched and take its place.
 */
export function StreetField(props: ComponentProps<typeof Field>) {
  const search = useContext(AddressSearchContext);
  const { name } = props.field;
  const [Combobox, setCombobox] = useState<ComponentType<ComponentProps<typeof StreetSearch>>>();

  useEffect(() => {
    const form = document.getElementById(name)?.closest('form');
    if (!search || !form) return;
    const leaving = new AbortController();
    const load = async () => {
      const { default: loaded } = await import('../../ui/address/StreetSearch');
      if (!leaving.signal.aborted) setCombobox(() => loaded);
    };
    form.addEventListener('focusin', load, { once: true, signal: leaving.signal });
    return () => leaving.abort();
  }, [search, name]);

  if (!search) return <Field {...props} />;
  return (
    <>
      {Combobox ? (
        <Field {...props} control={({ defaultValue: _, ...rest }) => <Combobox {...rest} search={search} />} />
      ) : (
        <Field {...props} />
      )}
      <FetchLocation field={name} search={search} onFound={fillIn} />
    </>
  );
}

async function fillIn(id: string, address: FoundAddress): Promise<void> {
  const { fillWithCountry } = await import('../../ui/address/addressSearch');
  fillWithCountry(document.getElementById(id) as HTMLInputElement, address);
}
