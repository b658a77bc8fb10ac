const SHOWN_CHARACTERS = 4

export function mask(secret: string): string {
  if (secret.length <= SHOWN_CHARACTERS) return '*'.repeat(secret.length)
  return '*'.repeat(secret.length - SHOWN_CHARACTERS) + secret.slice(-SHOWN_CHARACTERS)
}

/** No real secret looks like this; a mask does. */
export function looksMasked(value: string): boolean {
  return /^\*+.{0,4}$/su.test(value)
}
