import { type InputHTMLAttributes, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useHydrated } from '../../lib/hydrated';
import styles from './InputButton.module.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>;

/** It comes when a new password is first typed; should it fail to, the store alone measures. */
const PasswordMeter = lazy(() => import('./password/PasswordMeter').catch(() => ({ default: NoMeter })));

/** A password that can be looked at. It is hidden again when its form is sent, so that no browser keeps it as text. */
export function PasswordField(props: Props) {
  const hydrated = useHydrated();
  const [visible, setVisible] = useState(false);
  const [measured, setMeasured] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setVisible(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  const measure = () => setMeasured(measured || isFirst(input.current));
  useEffect(() => {
    // Typed before hydration: React does not know of it.
    if (input.current?.value && isFirst(input.current)) setMeasured(true);
  }, []);
  return (
    <>
      <span className={styles.place}>
        <input
          {...props}
          ref={input}
          type={visible ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          onInput={measure}
        />
        {hydrated && (
          <button
            type="button"
            className={styles.button}
            aria-label={visible ? 'Hide password' : 'Show password'}
            aria-controls={props.id}
            onClick={() => setVisible(!visible)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
              <circle cx="12" cy="12" r="2.75" />
              {visible && <path d="m4.5 19.5 15-15" />}
            </svg>
          </button>
        )}
      </span>
      {measured && (
        <Suspense>
          <PasswordMeter id={`${props.id}-strength`} input={input} />
        </Suspense>
      )}
    </>
  );
}

const NoMeter = () => <></>;

/** Whether a new password is chosen here, and not repeated. */
function isFirst(input: HTMLInputElement | null): boolean {
  return input !== null && input === input.form?.querySelector('[autocomplete="new-password"]');
}
