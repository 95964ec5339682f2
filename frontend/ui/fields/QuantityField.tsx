import { useId, useState } from 'react';
import { Hidden } from '../Hidden';
import styles from './QuantityField.module.css';
import { type Outcome, SPINNER } from './quantityRules';

const LARGEST_QUANTITY = 999; // docs/behaviour/pages.md#quantities

interface Props {
  name: string;
  /** What is counted, for screen readers: 'Quantity of Brut Nature'. */
  label: string;
  value: number;
  least?: number;
  /** The largest quantity that can be bought. */
  most: number;
  step?: number;
  onChange: (quantity: number) => void;
  /** What was typed does not count: the old quantity is back. */
  onRefuse?: () => void;
  showLabel?: boolean;
  rules?: typeof SPINNER;
  /** What the store had to say of the last quantity. */
  refusal?: string;
}

/** A number within a range, typed or stepped. Says beside the field what was wrong with it. */
export function QuantityField(props: Props) {
  const { name, label, value, least = 1, most, step = 1, onChange, onRefuse, showLabel } = props;
  const { rules = SPINNER, refusal = '' } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [complaint, setComplaint] = useState({ text: '', most });
  const range = { least, most: Math.max(least, Math.min(most, LARGEST_QUANTITY)), step };
  // A new text, or another limit, has not been checked yet.
  const problem = typed === null ? (complaint.most === most && complaint.text) || refusal : '';

  const settle = ({ quantity, problem }: Outcome) => {
    setTyped(null);
    setComplaint({ text: problem, most });
    if (quantity !== value) onChange(quantity);
  };
  /** Count what was typed, and say whether it can be bought. */
  const commit = (): boolean => {
    if (typed === null) return true;
    const outcome = rules.applyTyped(typed, value, range);
    settle(outcome);
    if (outcome.problem) onRefuse?.();
    return !outcome.problem;
  };
  const press = (steps: number) => settle(rules.stepped(steps, value, range));
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {showLabel ? <span aria-hidden="true">Quantity</span> : null}
        <Hidden>{label}</Hidden>
      </label>
      <div className={styles.spinner}>
        <Step sign="−" name="Fewer" off={rules.stops && value <= least} onPress={() => press(-1)} />
        <input
          id={id}
          className={styles.input}
          type="number"
          name={name}
          min={least}
          max={range.most}
          step={step}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? value}
          aria-describedby={problem ? `${id}-problem` : undefined}
          aria-invalid={problem !== '' || undefined}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            // A form is not sent with another quantity than was typed.
            if (event.key === 'Enter' && !commit()) event.preventDefault();
            const steps = STEPS[event.key];
            if (steps === undefined) return;
            event.preventDefault();
            press(steps);
          }}
        />
        <Step sign="+" name="More" off={rules.stops && value >= range.most} onPress={() => press(1)} />
      </div>
      <span id={`${id}-problem`} className={styles.problem} role="status">
        {problem}
      </span>
    </div>
  );
}

/** The keys of a spin button; with the browser's own arrows, typing and stepping could not be distinguished. */
const STEPS: Record<string, number> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 6, // half a case
  PageDown: -6,
  Home: -Infinity,
  End: Infinity,
};

interface StepProps {
  sign: string;
  name: string;
  off: boolean;
  onPress: () => void;
}

function Step({ sign, name, off, onPress }: StepProps) {
  return (
    <button type="button" className={styles.step} disabled={off} onClick={onPress} aria-label={name}>
      {sign}
    </button>
  );
}
