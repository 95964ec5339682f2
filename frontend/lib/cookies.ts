/** Return a cookie's value, or an empty text. */
export function cookie(name: string): string {
  const start = `${name}=`;
  const entry = document.cookie.split('; ').find((each) => each.startsWith(start));
  return entry ? decodeURIComponent(entry.slice(start.length)) : '';
}
