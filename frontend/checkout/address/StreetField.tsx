import { type ComponentProps, type ComponentType, useContext, useEffect, useState } from 'react';
import { Field } from '../../ui/fields/Field';
import { AddressSearchContext } from './addressSearchContext';
import type StreetSearch from './StreetSearch';

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
      const { default: loaded } = await import('./StreetSearch');
      if (!leaving.signal.aborted) setCombobox(() => loaded);
    };
    form.addEventListener('focusin', load, { once: true, signal: leaving.signal });
    return () => leaving.abort();
  }, [search, name]);

  if (!Combobox || !search) return <Field {...props} />;
  return <Field {...props} control={({ defaultValue: _, ...rest }) => <Combobox {...rest} search={search} />} />;
}
