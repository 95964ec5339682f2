import { useCallback, useState } from 'react';

/** The messages of the payment's notice area. Those that follow a press are scrolled to, all others are only shown. */
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
