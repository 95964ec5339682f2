import { useContext, useRef, useState } from 'react';
import type { LineView } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { QuantityField } from '../../ui/fields/QuantityField';
import { SPINNER } from '../../ui/fields/quantityRules';
import { Hidden } from '../../ui/Hidden';
import { bottleName } from '../bottleName';
import { CartContext } from '../cartContext';
import styles from './CartLines.module.css';
import type { Frame } from './cartFrame';
import { MINI_CART } from './miniCartRules';
import { RemoveLink } from './RemoveLink';
import { SwapPanel } from './SwapPanel';
import { useRestoredFocus } from './useRestoredFocus';
import { WineLine } from './WineLine';

interface Props {
  line: LineView;
  frame: Frame;
}

/** A line with what can be done about it. Its buttons belong to the form around it. */
export function CartLine({ line, frame }: Props) {
  if (frame === 'widget') {
    return <WineLine line={line} counted controls={line.given ? undefined : <RemoveLink line={line} />} />;
  }
  const counted = line.given !== '' || line.most < 1;
  const controls = line.given ? <GiftControls line={line} frame={frame} /> : <LineControls line={line} frame={frame} />;
  return <WineLine line={line} counted={counted} controls={controls} />;
}

/** What a promotion gives: locked, to be swapped or declined. */
function GiftControls({ line, frame }: Props) {
  return (
    <>
      {frame === 'page' && line.swap && <SwapPanel swap={line.swap} />}
      <RemoveButton line={line} words="No, thank you" />
    </>
  );
}

function LineControls({ line, frame }: Props) {
  const { onQuantity, refusals } = useContext(CartContext);
  const refusal = refusals[line.key];
  const [quantity, setQuantity] = useState(line.quantity);
  const [answered, setAnswered] = useState({ line, refusal });
  if (answered.line !== line || answered.refusal !== refusal) {
    // The store has answered: its quantity counts, also when it refused ours.
    setAnswered({ line, refusal });
    setQuantity(line.quantity);
  }
  return (
    <>
      {line.most > 0 && (
        <QuantityField
          name={`cart[${line.key}][qty]`}
          label={`Quantity of ${bottleName(line)}`}
          value={quantity}
          least={line.least}
          most={frame === 'popup' ? line.most : Math.max(line.most, line.quantity)}
          step={line.step}
          rules={frame === 'popup' ? MINI_CART : SPINNER}
          refusal={quantity === line.quantity ? (refusal?.text ?? '') : ''}
          onChange={(next) => {
            setQuantity(next);
            onQuantity(line, next);
          }}
        />
      )}
      {line.fitting > 0 && (
        <Button type="submit" look="link" name="fit_item" value={line.key}>
          Take {line.fitting} instead
        </Button>
      )}
      {frame === 'popup' ? <RemoveLink line={line} /> : <RemoveButton line={line} words="Remove" />}
      {frame === 'page' && (
        <button
          type="submit"
          className={styles.remove}
          name="save_item"
          value={line.key}
          formAction="/favorites/save-for-later/"
        >
          Save for later <Hidden>{bottleName(line)}</Hidden>
        </button>
      )}
      {line.problem && !line.fitting && (
        <a className={styles.other} href="/shop/">
          Find another wine
        </a>
      )}
    </>
  );
}

function RemoveButton({ line, words }: { line: LineView; words: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useRestoredFocus(line.key, button);
  return (
    <button ref={button} type="submit" className={styles.remove} name="remove_item" value={line.key}>
      {words} <Hidden>{bottleName(line)}</Hidden>
    </button>
  );
}
