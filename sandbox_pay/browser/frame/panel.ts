import type { Parameters } from '../http.ts';
import type { BillingDetails, FrameOptions } from '../messages.ts';
import type { Problem } from '../problems.ts';

export interface PanelState {
  empty: boolean;
  complete: boolean;
}

/** What a panel's fields hold, as the provider is sent it: of the type itself, of its owner, and for one confirmation. */
export interface Given {
  fields: Parameters;
  details: BillingDetails;
  options?: Parameters | undefined;
}

/** The part of the payment element that takes one type of payment method. Values leave it only through `values()`. */
export interface Panel {
  readonly type: string;
  readonly label: string;
  readonly root: HTMLElement;
  readonly state: PanelState;
  onChange: () => void;
  /** Show what the store's page asks for. */
  apply(options: FrameOptions): void;
  /** Show every problem, put the focus on the first, and return it. */
  validate(): Problem | null;
  focus(): void;
  clear(): void;
  /** Put the focus on the field that the provider refused. */
  refuse(param: string | undefined): void;
  values(): Given;
}
