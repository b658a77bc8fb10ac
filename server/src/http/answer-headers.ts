/** What every answer carries, also those that no route gives: broken addresses, requests that are none, refused sockets. */

/** Sets what the rest of the kit does not set by itself; a page may set its own `cache-control` afterwards. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/** For answers written onto a socket by hand. */
export const SAFE_HEADER_LINES = Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}`)
