const SHOWN_CHARACTERS = 4

/** Of a shorter secret the last four characters are most of it, so none is shown. */
const SECRET_SHOWN_FROM_CHARACTERS = 12

/** A number that the person may recognize by its end: a card, a customer number. */
export function mask(value: string): string {
  if (value.length <= SHOWN_CHARACTERS) return '*'.repeat(value.length)
  return '*'.repeat(value.length - SHOWN_CHARACTERS) + value.slice(-SHOWN_CHARACTERS)
}

/** A password, token or key in an answer. */
export function maskSecret(secret: string): string {
  return secret.length < SECRET_SHOWN_FROM_CHARACTERS ? '*'.repeat(secret.length) : mask(secret)
}

/** Whether a value is a mask instead of a secret; no real secret contains these characters. */
export function looksMasked(value: string): boolean {
  return /^\*+.{0,4}$/su.test(value)
}
