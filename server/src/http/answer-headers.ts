/** Headers of every answer, even those without a route: invalid addresses, malformed requests, refused sockets. */

/** A page may set its own `cache-control` afterwards. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/** For answers written directly to a socket. */
export const SAFE_HEADER_LINES = Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}`)
