import { useCallback, useState } from 'react';

/** What the payments' notice area says. What comes of a press is led to; what comes by itself is only told. */
export function usePaymentNotices() {
  const [listed, setListed] = useState<string[]>([]);
  const [added, add] = useState<string[]>([]);
  const [led, setLed] = useState(0);
  const show = useCallback((texts: string[], leads = texts.length > 0) => {
    setListed(texts);
    add([]);
    if (leads) setLed((times) => times + 1);
  }, []);
  return { texts: [...new Set([...listed, ...added])], led, show, add };
}
