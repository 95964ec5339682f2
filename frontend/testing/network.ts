import { vi } from 'vitest';

/** A request that left the page: where to, and the form it carried. */
export interface Sent {
  url: string;
  fields: URLSearchParams;
}

type Answer = unknown | ((sent: Sent) => unknown);

/** Answer requests at the network's border, by the name of the call or the path. Returns what was sent. */
export function answering(answers: Record<string, Answer>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, { body, signal }: { body: URLSearchParams; signal: AbortSignal }) => {
    const request: Sent = { url, fields: new URLSearchParams(body) };
    sent.push(request);
    const name = url.replace('/?wc-ajax=', '');
    const answer = answers[name];
    const result = typeof answer === 'function' ? await (answer as (sent: Sent) => unknown)(request) : answer;
    signal.throwIfAborted();
    if (result instanceof Error) throw result;
    if (result instanceof Response) return result;
    return new Response(typeof result === 'string' ? result : JSON.stringify(result));
  });
  return sent;
}

/** Something to settle later. */
export function later<Value>(): { promise: Promise<Value>; settle: (value: Value) => void } {
  let settle: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
