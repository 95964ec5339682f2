import { useId, useState } from 'react';
import type { GiftFields as Props } from '../../generated/pages';
import { Field } from '../../ui/fields/Field';
import { Hidden } from '../../ui/Hidden';
import styles from './GiftFields.module.css';
import { countCharacters, findMessageProblem } from './giftMessage';

/** What an order that is a gift has in its parcel. The style sheet folds it, so that it works without JavaScript. */
export function GiftFields({
  gift,
  error,
  onFix,
}: {
  gift: Props;
  error: string;
  onFix: (name: string, problem: string) => void;
}) {
  const { message, longest } = gift;
  const [length, setLength] = useState(countCharacters(message.value));
  const rule = useId();
  return (
    <fieldset className={styles.gift}>
      {/* The box below says the same. */}
      <legend>
        <Hidden>Gift</Hidden>
      </legend>
      <label className={styles.box}>
        <input type="checkbox" name="is_gift" value="1" defaultChecked={gift.is_gift} />
        This is a gift
      </label>
      <div className={styles.options}>
        <Field
          field={message}
          error={error}
          onChange={({ target: { value } }) => {
            setLength(countCharacters(value));
            if (error) onFix(message.name, findMessageProblem(value, longest));
          }}
          control={({ id, name, className, defaultValue, onChange, ...attributes }) => (
            <textarea
              id={id}
              name={name}
              className={className}
              defaultValue={defaultValue}
              onChange={onChange as never}
              rows={4}
              dir="auto"
              autoComplete="off"
              aria-invalid={attributes['aria-invalid']}
              aria-describedby={[attributes['aria-describedby'], rule].filter(Boolean).join(' ')}
            />
          )}
        />
        <p className={styles.rule} id={rule}>
          Up to {longest} characters. We’ll print it on the packing slip.
          <span className={length > longest ? styles.tooLong : undefined}>
            {length} of {longest}
          </span>
        </p>
        <label className={styles.box}>
          <input type="checkbox" name="gift_without_prices" value="1" defaultChecked={gift.without_prices} />
          Leave prices out of the parcel
        </label>
        <p className={styles.rule}>The receipt and the invoice stay with you.</p>
      </div>
    </fieldset>
  );
}
