import { type RefObject, useEffect, useRef } from 'react';
import { EMPTY_CART } from './bottles';
import styles from './CartDropDown.module.css';
import MiniCart from './MiniCart';

interface Props {
  /** What it hangs from. */
  link: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The mini-cart below the link of the header. A press beside it and Escape close it; the focus stays on the link. */
export default function CartDropDown({ link, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const under = link.current?.getBoundingClientRect().bottom ?? 0;
    panel.current?.style.setProperty('--under', `${Math.max(0, under)}px`);
    panel.current?.showPopover?.();
  }, [link]);
  return (
    <div
      ref={panel}
      popover="auto"
      className={styles.panel}
      role="dialog"
      aria-label="Mini-cart"
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      <MiniCart {...EMPTY_CART} />
    </div>
  );
}
