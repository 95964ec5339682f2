import type { SearchNote } from '../generated/pages';

/** How a search was read, where that differs from what was typed. */
export function SearchHead({ note, found }: { note: SearchNote; found: boolean }) {
  if (!found) return null;
  if (note.close) return <p role="status">No wine has all of these words. These come close.</p>;
  if (!note.corrected) return null;
  return (
    <p role="status">
      We read that as <strong>{note.corrected}</strong>.
    </p>
  );
}
