import type { ReactNode } from 'react';
import { Button } from '../ui/Button';

/** A button that posts to an address. */
export function ActionForm({ url, token, children }: { url: string; token: string; children: ReactNode }) {
  return (
    <form method="post" action={url}>
      <input type="hidden" name="csrfmiddlewaretoken" value={token} />
      <Button type="submit" look="quiet">
        <span>{children}</span>
      </Button>
    </form>
  );
}
