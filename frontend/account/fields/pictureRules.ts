const ENDINGS = /\.(png|jpe?g)$/i;
const MOST_BYTES = 2 * 1024 * 1024;

/** Return why the store would not take this file, empty when it may. The words are the store's own (fields/pictures.py). */
export function problemWithPicture({ name, size }: { name: string; size: number }): string {
  if (!ENDINGS.test(name)) return 'Invalid file extension, only allowed: png, jpg';
  if (size >= MOST_BYTES) return 'File size limit exceeded, file size should be smaller than 2.0 MB';
  return '';
}
