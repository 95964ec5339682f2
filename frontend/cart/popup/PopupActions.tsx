import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from '../../lib/hydrated';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import { bottles as worded } from '../bottles';
import styles from './PopupActions.module.css';

/** The links onward from the popup, and the button that empties the cart after a confirmation. */
export function PopupActions({ bottles }: { bottles: number }) {
  const hydrated = useHydrated();
  const [confirming, setConfirming] = useState(false);
  const empty = useRef<HTMLButtonElement>(null);
  const leave = () => {
    flushSync(() => setConfirming(false));
    empty.current?.focus();
  };
  return (
    <div className={styles.actions}>
      <a className={buttonClass('main', true)} href="/checkout/">
        Checkout
      </a>
      <a className={buttonClass('quiet', true)} href="/cart/">
        View Cart
      </a>
      {hydrated && confirming && <Question bottles={bottles} onLeave={leave} />}
      {hydrated && !confirming && (
        <div className={styles.more}>
          <Button look="link" name="continue_shopping" type="submit">
            Continue Shopping
          </Button>
          <button ref={empty} type="button" className={buttonClass('link')} onClick={() => setConfirming(true)}>
            Empty cart
          </button>
        </div>
      )}
    </div>
  );
}

function Question({ bottles, onLeave }: { bottles: number; onLeave: () => void }) {
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => keepButton.current?.focus(), []);
  return (
    <fieldset className={styles.question}>
      <legend>Remove all {worded(bottles)} from the cart?</legend>
      <Button type="submit" look="quiet" name="empty_cart" value="1">
        Yes, empty it
      </Button>
      <button ref={keepButton} type="button" className={buttonClass('quiet')} onClick={onLeave}>
        No, keep them
      </button>
    </fieldset>
  );
}
