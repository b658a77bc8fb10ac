/** The server builds links with its public address; this page may have been opened under another address of the same server. */
export function ownAddress(link: string): string {
  const { pathname, search } = new URL(link, window.location.origin)
  return new URL(pathname + search, window.location.origin).href
}
