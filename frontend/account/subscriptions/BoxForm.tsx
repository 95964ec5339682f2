import type { ReactNode } from 'react';
import { Button } from '../../ui/Button';

interface Props {
  url: string;
  token: string;
  /** The box that the page shows: what is meant for it does not happen to the next one. */
  box: number;
  children: ReactNode;
}

/** A button that does something to the next box. */
export function BoxForm({ url, token, box, children }: Props) {
  return (
    <form method="post" action={url}>
      <input type="hidden" name="csrfmiddlewaretoken" value={token} />
      <input type="hidden" name="box" value={box} />
      <Button type="submit" look="quiet">
        {children}
      </Button>
    </form>
  );
}
