/** How long a shopper who pressed the button waits for what the provider still has to bring. */
export const PATIENCE_MS = 20_000;

/** Return what is waited for, or null when it takes longer than that. */
export async function withTimeout<Thing>(thing: Promise<Thing>): Promise<Thing | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  return Promise.race([thing, over]).finally(() => clearTimeout(timer));
}
