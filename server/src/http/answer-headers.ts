/** Headers of every answer, even of those without a route: invalid addresses, malformed requests, refused websockets. */

/** A page may override `cache-control` afterwards. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/** The same headers as text, for answers written directly to a socket. */
export const SAFE_HEADER_LINES = Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}`)
