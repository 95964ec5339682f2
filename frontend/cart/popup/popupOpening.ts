/** How the popup is to open: above everything, or beside what the shopper does, who just added something. */
export interface Opening {
  modal: boolean;
  /** The name of what was added. */
  added: string;
  /** Which wine was added, by its product or variation; 0 for none. */
  item: number;
  /** What the shopper pressed. */
  origin: HTMLElement | null;
  /** Tells one opening from the next. */
  id: number;
}
