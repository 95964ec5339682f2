import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useMemo, useState } from 'react';
import { withTimeout } from './fields/timeouts';
import { type Access, loadProvider } from './provider';

export interface Client {
  /** Null while the provider's client is loading, and if it cannot be loaded, in which case `failed` is set. */
  stripe: Stripe | null;
  failed: boolean;
  /** Waits for the client; returns null if it cannot be loaded. */
  loaded: () => Promise<Stripe | null>;
}

/** Fetch the provider's client; also who pays with a saved card may have to answer the bank through it. */
export function useProvider(provider: Access): Client {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useMemo(() => onlyOnce(() => loadProvider(provider)), [provider]);
  useEffect(() => {
    let wanted = true;
    load().then(
      (client) => wanted && setStripe(client),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  const loaded = useMemo(() => () => withTimeout(load().catch(() => null)), [load]);
  return { stripe, failed, loaded };
}

function onlyOnce<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined;
  return () => {
    made ??= { thing: make() };
    return made.thing;
  };
}
