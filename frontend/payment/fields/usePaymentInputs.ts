import { useCallback, useRef } from 'react';
import type { InputState, PaymentInput } from './paymentInput';
import { withTimeout } from './timeouts';

/** Stores the state of each gateway's fields. `waitFor` waits until they have been loaded. */
export function usePaymentInputs<Kind extends PaymentInput = PaymentInput>() {
  const states = useRef(new Map<string, InputState<Kind>>());
  const waiting = useRef(new Set<() => void>());

  const report = useCallback((gateway: string, input: InputState<Kind>) => {
    states.current.set(gateway, input);
    for (const look of waiting.current) look();
  }, []);

  /** Returns the input of a gateway's fields, null if they cannot be loaded. */
  const waitFor = useCallback(async (gateway: string): Promise<Kind | null> => {
    let stop = () => {};
    const state = new Promise<Kind | null>((resolve) => {
      const look = () => {
        const input = states.current.get(gateway);
        if (input !== undefined) resolve(input);
      };
      waiting.current.add(look);
      stop = () => waiting.current.delete(look);
      look();
    });
    return withTimeout(state).finally(stop);
  }, []);

  return { report, waitFor };
}
