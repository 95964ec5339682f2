import type { ExpressPaymentType } from '@stripe/stripe-js';

export type SheetStep = 'ready' | 'click' | 'address' | 'rate' | 'confirm';

/** How this frame is to behave, as the provider's control set it when the frame was loaded. */
export interface Switches {
  wallets: ExpressPaymentType[];
  load_error: boolean;
  /** Milliseconds. */
  delays: Partial<Record<SheetStep, number>>;
  close_at: SheetStep | null;
  offline: boolean;
  card: string;
}

export const SWITCHES = JSON.parse(document.documentElement.dataset.switches ?? '{}') as Switches;

/** Wait as long as the switches say for this step; without a delay go on at once. */
export async function pause(step: SheetStep): Promise<void> {
  const delay = SWITCHES.delays[step] ?? 0;
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
}
