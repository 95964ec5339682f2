import type { SearchNote } from '../generated/pages';

/** How a search was read, where that differs from what was typed. */
export function SearchHead({ note, found }: { note: SearchNote; found: boolean }) {
  if (!found) return null;
  if (note.close) return <p role="status">No exact matches. Here are similar wines.</p>;
  if (!note.corrected) return null;
  return (
    <p role="status">
      Showing results for <strong>{note.corrected}</strong>.
    </p>
  );
}
