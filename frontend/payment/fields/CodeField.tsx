import type { Stripe } from '@stripe/stripe-js';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { ProviderSettings } from '../../generated/pages';
import { classes } from '../../lib/classes';
import { reveal } from '../../lib/scroll';
import { type Control, Field } from '../../ui/fields/Field';
import { makeField } from '../../ui/fields/makeField';
import { formatMessage, PaymentError } from '../paymentErrors';
import styles from './CodeField.module.css';
import { createNamedInput } from './fields';
import type { DeferredInput, InputState } from './paymentInput';

interface Props {
  stripe: Stripe | null;
  type: string;
  label: string;
  provider: Pick<ProviderSettings, 'messages'>;
  /** The store's error about the code. */
  refusal: string;
  onInput: (input: InputState<DeferredInput>) => void;
}

const CODE = /^\d{6}$/;
const HINT = 'Six digits from your bank’s app. You confirm the payment there afterwards.';
const CODE_FIELD = { autocomplete: 'one-time-code', inputmode: 'numeric', hint: HINT };

/** The code of six digits that the shopper's bank shows on the phone. The provider has no fields for it. */
export function CodeField({ stripe, type, label, provider, refusal, onInput }: Props) {
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!stripe) return;
    const { createMethod } = createNamedInput(stripe, type, provider);
    onInput({
      createMethod(billing) {
        if (CODE.test(input.current?.value ?? '')) return createMethod(billing);
        setProblem(formatMessage(provider.messages, 'code_invalid', label));
        reveal(input.current);
        return Promise.reject(new PaymentError('', true)); // told beside the field already
      },
    });
    return () => onInput(undefined);
  }, [stripe, type, label, provider, onInput]);
  const change = ({ target }: ChangeEvent<Control>) => {
    if (/[\s-]/.test(target.value)) target.value = target.value.replace(/[\s-]/g, ''); // as some banks show it: '123 456'
    setProblem('');
  };
  return (
    <Field
      field={makeField('wc-stripe-blik-code', `${label} code`, CODE_FIELD)}
      error={problem || refusal}
      onChange={change}
      control={({ className, ...attributes }) => (
        <input {...attributes} ref={input} className={classes(className, styles.code)} />
      )}
    />
  );
}
