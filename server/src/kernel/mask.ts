const SHOWN_CHARACTERS = 4

/** Minimum length of a secret whose last four characters are shown; in a shorter one they would be most of it. */
const SECRET_SHOWN_FROM_CHARACTERS = 12

/** Masks a number so that the person can recognize it by its end: a card, a customer number. */
export function mask(value: string): string {
  if (value.length <= SHOWN_CHARACTERS) return '*'.repeat(value.length)
  return '*'.repeat(value.length - SHOWN_CHARACTERS) + value.slice(-SHOWN_CHARACTERS)
}

/** Masks a password, token or key in an answer. */
export function maskSecret(secret: string): string {
  return secret.length < SECRET_SHOWN_FROM_CHARACTERS ? '*'.repeat(secret.length) : mask(secret)
}

/** Whether a value is a mask instead of a secret; no real secret contains these characters. */
export function looksMasked(value: string): boolean {
  return /^\*+.{0,4}$/su.test(value)
}
