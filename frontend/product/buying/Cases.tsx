import type { CaseOffer } from '../../generated/pages';
import styles from './Cases.module.css';

interface Props {
  cases: CaseOffer[] | undefined;
  quantity: number;
  onPick: (quantity: number) => void;
}

/** A bottle, half a case, a case, with what each costs. Without JavaScript a press loads the page with that quantity. */
export function Cases({ cases, quantity, onPick }: Props) {
  return (
    <div className={styles.cases}>
      {cases?.map((each) => (
        <button
          type="submit"
          key={each.quantity}
          name="case"
          value={each.quantity}
          aria-pressed={each.quantity === quantity}
          onClick={(event) => {
            event.preventDefault();
            onPick(each.quantity);
          }}
        >
          <b>{each.label}</b> <span>{each.price}</span> <small>{each.note}</small>
        </button>
      ))}
      {cases && <a href="/mixed-case/">Mix your own case</a>}
    </div>
  );
}
