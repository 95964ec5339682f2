import { Button } from '../../ui/Button';
import styles from './PriceRange.module.css';

/** The price as two amounts in dollars. Typing applies nothing by itself: Enter or the button does. */
export function PriceRange({ least, most }: { least: string; most: string }) {
  return (
    <fieldset className={styles.range}>
      <legend>Price</legend>
      <div className={styles.row}>
        <Amount name="min_price" label="From" value={least} />
        <span aria-hidden="true">–</span>
        <Amount name="max_price" label="Up to" value={most} />
        <Button type="submit" look="quiet" className={styles.go}>
          Go
        </Button>
      </div>
    </fieldset>
  );
}

function Amount({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className={styles.amount} htmlFor={name}>
      <span className={styles.label}>{label}</span>
      <span className={styles.box}>
        <span aria-hidden="true">$</span>
        <input id={name} name={name} type="text" inputMode="decimal" defaultValue={value} maxLength={10} />
      </span>
    </label>
  );
}
