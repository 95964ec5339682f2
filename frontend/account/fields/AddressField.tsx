import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import type { ProfileField } from '../../generated/pages';
import type { AddressForm } from '../../ui/address/addressSearch';
import { FetchLocation } from '../../ui/address/FetchLocation';
import type { FoundAddress } from '../../ui/address/foundAddress';
import type StreetSearch from '../../ui/address/StreetSearch';
import { Field } from '../../ui/fields/Field';

interface Loaded {
  Combobox: ComponentType<ComponentProps<typeof StreetSearch>>;
  addressForm: AddressForm;
}

/** An address in one line: looked up while it is typed, once the form is used, and fetched from where the browser is. */
export function AddressField({ field, error }: { field: ProfileField; error: string }) {
  const { search, name } = field;
  const [loaded, setLoaded] = useState<Loaded>();

  useEffect(() => {
    const form = document.getElementById(name)?.closest('form');
    if (!search || !form) return;
    const leaving = new AbortController();
    const load = async () => {
      const found = await loadSearch();
      if (!leaving.signal.aborted) setLoaded(found);
    };
    form.addEventListener('focusin', load, { once: true, signal: leaving.signal });
    return () => leaving.abort();
  }, [search, name]);

  if (!search) return <Field field={field} error={error} />;
  return (
    <>
      {loaded ? (
        <Field
          field={field}
          error={error}
          control={({ defaultValue: _, ...rest }) => (
            <loaded.Combobox {...rest} search={search} addressForm={loaded.addressForm} />
          )}
        />
      ) : (
        <Field field={field} error={error} />
      )}
      <FetchLocation field={name} search={search} onFound={fillIn} />
    </>
  );
}

async function loadSearch(): Promise<Loaded> {
  const [{ default: Combobox }, { ACCOUNT_FORM: addressForm }] = await Promise.all([
    import('../../ui/address/StreetSearch'),
    import('./fillAddress'),
  ]);
  return { Combobox, addressForm };
}

async function fillIn(id: string, address: FoundAddress): Promise<void> {
  const { fillParts } = await import('./fillAddress');
  fillParts(document.getElementById(id) as HTMLInputElement, address);
}
