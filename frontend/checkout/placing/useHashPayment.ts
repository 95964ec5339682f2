import { useEffect, useState } from 'react';
import { type Pending, takeHash } from '../../payment/confirmationHash';
import type { Settle } from './useSettlement';

type Attempt = (work: () => Promise<boolean>) => Promise<void>;

/**
 * Completes a payment that the page's address names: after a redirect, or because it was put there while the page is
 * open. It waits for an attempt that is running. With `orderId`, payments of other orders are left out.
 */
export function useHashPayment(
  settle: Settle,
  { busy, attempt }: { busy: boolean; attempt: Attempt },
  orderId?: number,
) {
  const [hash, setHash] = useState('');
  useEffect(() => {
    const read = () => setHash((before) => takeHash((pending) => belongsTo(pending, orderId)) || before);
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [orderId]);
  useEffect(() => {
    if (busy || !hash) return;
    setHash('');
    void attempt(() => settle(hash));
  }, [busy, hash, attempt, settle]);
}

function belongsTo(pending: Pending, orderId: number | undefined): boolean {
  return orderId === undefined || pending.kind === 'older' || pending.orderId === String(orderId);
}
