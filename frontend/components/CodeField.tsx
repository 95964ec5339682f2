import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import type { ProviderSettings } from '../generated/pages';
import { PaymentError, say } from '../lib/payment/errors';
import { namedOnly } from '../lib/payment/fields';
import type { Entered, Told } from '../lib/payment/means';
import { reveal } from '../lib/scroll';
import styles from './CodeField.module.css';

interface Props {
  stripe: Stripe | null;
  type: string;
  label: string;
  provider: Pick<ProviderSettings, 'messages'>;
  onMeans: (means: Told<Entered>) => void;
}

const NAME = 'wc-stripe-blik-code';
const HINT = `${NAME}-hint`;
const PROBLEM = `${NAME}-problem`;
const CODE = /^\d{6}$/; // spec 9, quantities and money: the bank code has six digits

/** The code of six digits that the shopper's bank shows on the phone. The provider has no fields for it. */
export function CodeField({ stripe, type, label, provider, onMeans }: Props) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const typed = useRef('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!stripe) return;
    const { createMethod } = namedOnly(stripe, type, provider);
    onMeans({
      createMethod(billing) {
        if (CODE.test(typed.current)) return createMethod(billing);
        setProblem(say(provider.messages, 'code_invalid', label));
        reveal(field.current);
        return Promise.reject(new PaymentError('', true)); // told beside the field already
      },
    });
    return () => onMeans(undefined);
  }, [stripe, type, label, provider, onMeans]);
  const change = (text: string) => {
    typed.current = text.replace(/[\s-]/g, ''); // as some banks show it: '123 456'
    setCode(typed.current);
    setProblem('');
  };
  return (
    <div className={styles.field}>
      <label htmlFor={NAME}>{label} code</label>
      <input
        ref={field}
        id={NAME}
        name={NAME}
        className={styles.code}
        value={code}
        onChange={(event) => change(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${PROBLEM} ${HINT}` : HINT}
      />
      {problem && (
        <span id={PROBLEM} className={styles.problem}>
          {problem}
        </span>
      )}
      <span id={HINT} className={styles.hint}>
        Six digits from your bank’s app. You confirm the payment there afterwards.
      </span>
    </div>
  );
}
