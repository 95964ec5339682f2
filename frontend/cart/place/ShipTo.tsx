import { type ComponentType, useRef, useState } from 'react';
import { useShipTo } from '../../lib/shipTo';
import styles from './ShipTo.module.css';
import { shipToText } from './shipToText';

const ID = 'ship-to';

/** Says in the header where the wine goes, and asks for another place. The form is fetched when it is wanted. */
export function ShipTo() {
  const { words } = useShipTo();
  const panel = useRef<HTMLDivElement>(null);
  const [Form, setForm] = useState<ComponentType<{ onSaved: () => void }> | null>(null);
  const load = () =>
    import('./ShipToPanel').then(
      ({ ShipToPanel }) => setForm(() => ShipToPanel),
      () => 0, // the link leads to the same form
    );
  return (
    <div className={styles.place}>
      <button type="button" className={styles.toggle} popoverTarget={ID}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 21c4-4.6 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2.5 6.4 6.5 11Z" />
          <circle cx="12" cy="10" r="2.25" />
        </svg>
        <span className={styles.words}>{shipToText(words)}</span>
      </button>
      <div
        ref={panel}
        id={ID}
        className={styles.panel}
        popover="auto"
        role="dialog"
        aria-label="Where your wine goes"
        onToggle={load}
      >
        {Form ? <Form onSaved={() => panel.current?.hidePopover()} /> : <a href="/ship-to/">Choose a location</a>}
      </div>
    </div>
  );
}
