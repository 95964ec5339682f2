import { useCallback, useState } from 'react';

/** What the payments' notice area says. What comes of a press is led to; what comes by itself is only told. */
export function usePaymentNotices() {
  const [shown, setShown] = useState<string[]>([]);
  const [told, tell] = useState<string[]>([]);
  const [led, setLed] = useState(0);
  const show = useCallback((texts: string[], leads = texts.length > 0) => {
    setShown(texts);
    tell([]);
    if (leads) setLed((times) => times + 1);
  }, []);
  return { texts: [...new Set([...shown, ...told])], led, show, tell };
}
