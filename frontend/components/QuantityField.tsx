import { useId, useState } from 'react';
import { classes } from '../lib/classes';
import { useHydrated } from '../lib/hydrated';
import { Hidden } from './Hidden';
import styles from './QuantityField.module.css';

const LARGEST_QUANTITY = 999; // spec 9, quantities

interface Props {
  name: string;
  /** What is counted, for screen readers: 'Quantity of Brut Nature'. */
  label: string;
  value: number;
  /** The largest quantity that can be bought. */
  most: number;
  onChange: (quantity: number) => void;
  showLabel?: boolean;
}

/** A number between 1 and `most`, typed or stepped. Says beside the field what was wrong with a typed value. */
export function QuantityField({ name, label, value, most, onChange, showLabel = false }: Props) {
  const hydrated = useHydrated();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const largest = Math.max(1, Math.min(most, LARGEST_QUANTITY));

  const change = (quantity: number) => {
    setTyped(null);
    setProblem('');
    onChange(quantity);
  };
  const commit = () => {
    if (typed === null) return;
    const wanted = Number(typed);
    setTyped(null);
    setProblem(complaint(wanted, largest));
    if (Number.isInteger(wanted)) onChange(Math.min(Math.max(wanted, 1), largest));
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {showLabel ? <span aria-hidden="true">Quantity</span> : null}
        <Hidden>{label}</Hidden>
      </label>
      <div className={styles.spinner}>
        {hydrated && <Step sign="−" name="Fewer" off={value <= 1} onPress={() => change(value - 1)} />}
        <input
          id={id}
          className={styles.input}
          type="number"
          name={name}
          min={1}
          max={largest}
          step={1}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? value}
          aria-describedby={problem ? `${id}-problem` : undefined}
          aria-invalid={problem !== '' || undefined}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            const step = STEPS[event.key];
            if (event.key === 'Enter') commit();
            if (step === undefined) return;
            event.preventDefault();
            change(Math.min(Math.max(step(value, largest), 1), largest));
          }}
        />
        {hydrated && <Step sign="+" name="More" off={value >= largest} onPress={() => change(value + 1)} />}
      </div>
      <span id={`${id}-problem`} className={classes(styles.problem)} role="status">
        {problem}
      </span>
    </div>
  );
}

/** The keys of a spin button; the browser's own arrows would not tell apart typing from stepping. */
const STEPS: Record<string, (value: number, largest: number) => number> = {
  ArrowUp: (value) => value + 1,
  ArrowDown: (value) => value - 1,
  PageUp: (value) => value + 6, // half a case
  PageDown: (value) => value - 6,
  Home: () => 1,
  End: (_value, largest) => largest,
};

function complaint(wanted: number, largest: number): string {
  if (!Number.isInteger(wanted)) return 'Enter a whole number of bottles.';
  if (wanted > largest) return `Maximum Quantity: ${largest}`; // spec 5, quantity
  return wanted < 1 ? 'The smallest quantity is 1.' : '';
}

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
