import type { ComponentProps } from 'react';
import type { FormError } from '../../generated/pages';
import { AddressFields } from './AddressFields';
import { KnownAddress } from './KnownAddress';

interface Props extends ComponentProps<typeof AddressFields> {
  /** What the page is loaded with. */
  errors: FormError[];
}

/** The fields of an address, folded away while a complete one is known and nothing is wrong with it. */
export function AddressForm({ errors, ...address }: Props) {
  return (
    <KnownAddress fields={address.fields} errors={errors}>
      <AddressFields {...address} />
    </KnownAddress>
  );
}
