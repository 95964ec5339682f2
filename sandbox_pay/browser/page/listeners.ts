type Handler = (event: never) => unknown;

/** Handlers by event name. */
export class Listeners {
  private readonly handlers = new Map<string, Set<Handler>>();

  on(event: string, handler: Handler): void {
    const known = this.handlers.get(event) ?? new Set();
    this.handlers.set(event, known.add(handler));
  }

  once(event: string, handler: Handler): void {
    const first: Handler = (detail) => {
      this.off(event, first);
      handler(detail);
    };
    this.on(event, first);
  }

  off(event: string, handler?: Handler): void {
    if (handler) this.handlers.get(event)?.delete(handler);
    else this.handlers.delete(event);
  }

  emit(event: string, detail: object = {}): void {
    for (const handler of [...(this.handlers.get(event) ?? [])]) handler(detail as never);
  }
}
