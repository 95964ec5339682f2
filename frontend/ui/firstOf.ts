type Occasion = [target: EventTarget, kind: string];

/** Call back at the first of these events, once. Returns a function that stops the watch. */
export function firstOf(occasions: Occasion[], callBack: () => void): () => void {
  const watch = new AbortController();
  const first = () => {
    watch.abort();
    callBack();
  };
  for (const [target, kind] of occasions) {
    target.addEventListener(kind, first, { signal: watch.signal, passive: true });
  }
  return () => watch.abort();
}
