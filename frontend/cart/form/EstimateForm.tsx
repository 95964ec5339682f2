import { useContext } from 'react';
import { Button } from '../../ui/Button';
import { Disclosure } from '../../ui/Disclosure';
import { CartContext } from '../cartContext';
import styles from './EstimateForm.module.css';

interface Props {
  place: string;
  postcode: string;
  /** Why the postcode was refused. */
  problem: string;
  /** The place in words. */
  name: string;
  /** Whether the cart can be sent there at all. */
  delivers: boolean;
}

/** Shows the place that delivery and tax are estimated for, and behind a link a form for another place. */
export function EstimateForm({ place, postcode, problem, name, delivers }: Props) {
  const { countries } = useContext(CartContext);
  const isKnown = countries.some(({ places }) => places.some(({ value }) => value === place));
  if (!name) return null;
  return (
    <div className={styles.estimate}>
      {delivers && (
        <p className={styles.note}>
          Delivery and tax are estimated for {name}; final amounts are calculated at checkout.
        </p>
      )}
      {countries.length > 0 && (
        <Disclosure title="Change location" look="small" open={problem !== '' || undefined}>
          <div className={styles.fields} key={`${place} ${postcode}`}>
            <label htmlFor="calc_shipping_place">State or province</label>
            <select
              id="calc_shipping_place"
              className={styles.input}
              name="calc_shipping_place"
              defaultValue={isKnown ? place : ''}
              autoComplete="address-level1"
            >
              {!isKnown && <option value="">Select an option…</option>}
              {countries.map((country) => (
                <optgroup key={country.name} label={country.name}>
                  {country.places.map((each) => (
                    <option key={each.value} value={each.value}>
                      {each.label}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
            <label htmlFor="calc_shipping_postcode">ZIP or postal code (optional)</label>
            <input
              id="calc_shipping_postcode"
              className={styles.input}
              name="calc_shipping_postcode"
              defaultValue={postcode}
              autoComplete="postal-code"
              maxLength={20}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? 'calc_shipping_postcode-error' : undefined}
            />
            {problem && (
              <p id="calc_shipping_postcode-error" className={styles.problem} role="alert">
                {problem}
              </p>
            )}
            <Button type="submit" look="quiet" name="calc_shipping" value="1">
              Estimate
            </Button>
          </div>
        </Disclosure>
      )}
    </div>
  );
}
