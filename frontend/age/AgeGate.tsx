import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AgeGate as Gate } from '../generated/pages';
import { browser } from '../lib/go';
import styles from './AgeGate.module.css';
import { AgeQuestion } from './AgeQuestion';

const ID = 'age-question';

interface Props {
  gate: Gate | null;
  storeName: string;
  children: ReactNode;
}

/** The page, out of reach for as long as the gate before it is shut. Without a script, the gate's form opens it. */
export function AgeGate({ gate, storeName, children }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [passed, setPassed] = useState(false);
  const [fault, setFault] = useState('');

  useEffect(() => {
    if (!gate || !element.current) return;
    const shut = element.current;
    const open = () => (gate.no ? setPassed(true) : browser.go(gate.back));
    const leaving = new AbortController();
    if (!shut.contains(document.activeElement)) shut.focus();
    import('./ageAnswer')
      .then(({ watchAnswer }) => watchAnswer(shut, { open, onFault: setFault, signal: leaving.signal }))
      .catch(() => undefined); // the form does it, too
    return () => leaving.abort();
  }, [gate]);

  useEffect(() => {
    if (passed) document.getElementById('main')?.focus({ preventScroll: true }); // or it is lost with the gate
  }, [passed]);

  const shut = gate !== null && !passed;
  return (
    <>
      {shut && (
        <div
          ref={element}
          className={styles.gate}
          role="dialog"
          aria-modal="true"
          aria-labelledby={ID}
          aria-describedby={`${ID}-text`}
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: all else is out of reach, also before and without scripts
          autoFocus
          data-age-gate=""
          data-nosnippet=""
        >
          <AgeQuestion {...gate} id={ID} storeName={storeName} fault={fault} />
        </div>
      )}
      <div inert={shut}>{children}</div>
    </>
  );
}
