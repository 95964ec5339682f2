import { useState } from 'react';
import type { AddressSearch } from '../../generated/pages';
import { useHydrated } from '../../lib/hydrated';
import styles from './FetchLocation.module.css';
import type { FoundAddress } from './foundAddress';

interface Props {
  /** The id of the field that the address is fetched for. */
  field: string;
  search: AddressSearch;
  /** Fills the form of that field with an address. Another element may have taken the field's place meanwhile. */
  onFound: (field: string, address: FoundAddress) => void;
}

/** Fills in the address where the browser is. What goes wrong stands in the control. It needs JavaScript. */
export function FetchLocation({ field, search, onFound }: Props) {
  const hydrated = useHydrated();
  const [text, setText] = useState('Fetch my location');
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);

  const fetchIt = async () => {
    setBusy(true);
    const { findLocation } = await import('./location');
    const { message, address } = await findLocation(search, field);
    setText(message);
    setFailed(!address);
    if (address) onFound(field, address);
    setBusy(false);
  };

  return (
    <span className={styles.place}>
      {hydrated && (
        <button type="button" className={styles.fetch} aria-disabled={busy} onClick={() => !busy && void fetchIt()}>
          {busy && 'Fetching your location…'}
          {!busy && !failed && text}
          {!busy && failed && <Problem text={text} />}
        </button>
      )}
    </span>
  );
}

/** What went wrong, and that the control can be used again where the browser can find its location at all. */
function Problem({ text }: { text: string }) {
  return (
    <span>
      <span className={styles.problem}>{text}</span>
      {Boolean(navigator.geolocation) && (
        <>
          {' '}
          <span className={styles.again}>Try again</span>
        </>
      )}
    </span>
  );
}
