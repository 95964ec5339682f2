import { useRef } from 'react';
import type { SavedAddressChoice } from '../../generated/pages';
import { Button } from '../../ui/Button';
import styles from './SavedAddresses.module.css';

interface Props {
  group: 'billing' | 'shipping';
  choices: SavedAddressChoice[];
}

/**
 * The addresses of the customer's book to which a bill, or this parcel, may go. Without JavaScript the form comes back
 * with the chosen one.
 */
export function SavedAddresses({ group, choices: all }: Props) {
  const select = useRef<HTMLSelectElement>(null);
  const choices = all.filter(({ may_be_sent_to }) => group === 'billing' || may_be_sent_to);
  if (choices.length === 0) return null;
  const name = `saved_${group}_address`;
  const use = async () => {
    const chosen = choices.find(({ id }) => String(id) === select.current?.value);
    const { fillAddress } = await import('./fillAddress');
    if (chosen && select.current?.form) fillAddress(select.current.form, group, chosen.parts);
  };
  return (
    <div className={styles.choice}>
      <label htmlFor={name}>Your saved addresses</label>
      <select ref={select} id={name} name={name} className={styles.select}>
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <Button
        look="quiet"
        type="submit"
        name="use_address"
        value={group}
        onClick={(event) => {
          event.preventDefault();
          void use();
        }}
      >
        Use this address
      </Button>
    </div>
  );
}
