import { useCallback, useRef } from 'react';
import type { Means, Told } from './paymentInput';
import { inPatience } from './timeouts';

/** Remembers what the fields of each gateway can do. Who asks before they have said it waits for them. */
export function usePaymentInputs<Kind extends Means = Means>() {
  const told = useRef(new Map<string, Told<Kind>>());
  const asking = useRef(new Set<() => void>());

  const tell = useCallback((gateway: string, means: Told<Kind>) => {
    told.current.set(gateway, means);
    for (const look of asking.current) look();
  }, []);

  /** Returns what a gateway's fields can do, and null when they can't be had. */
  const ask = useCallback(async (gateway: string): Promise<Kind | null> => {
    let stop = () => {};
    const said = new Promise<Kind | null>((resolve) => {
      const look = () => {
        const means = told.current.get(gateway);
        if (means !== undefined) resolve(means);
      };
      asking.current.add(look);
      stop = () => asking.current.delete(look);
      look();
    });
    return inPatience(said).finally(stop);
  }, []);

  return { tell, ask };
}
