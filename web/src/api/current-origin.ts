/** Replaces the origin of a link: the server uses its public address, but this page may have been opened under another one. */
export function toCurrentOrigin(link: string): string {
  const { pathname, search } = new URL(link, window.location.origin)
  return new URL(pathname + search, window.location.origin).href
}
