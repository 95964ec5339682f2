import styles from './SaveCard.module.css';

interface Props {
  saving: boolean;
  onChange: (saving: boolean) => void;
}

/** Asks whether the card may be kept. Offered to who has an account, or makes one with the order (spec 6). */
export function SaveCard({ saving, onChange }: Props) {
  return (
    <div className={styles.save}>
      <label className={styles.box}>
        <input
          type="checkbox"
          id="wc-stripe-new-payment-method"
          name="wc-stripe-new-payment-method"
          value="true"
          checked={saving}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby="keeping-card"
        />
        Keep this card for my next orders
      </label>
      <p id="keeping-card" className={styles.hint}>
        Our card service keeps it: we see only its kind, its last four digits and its date. It is charged when you place
        an order, and not otherwise.
      </p>
    </div>
  );
}
