/** The user's own number, for the next call to it. Kept only while the page is open, because a number is personal data. */
let number = ''

export const ownPhone = (): string => number

export function keepOwnPhone(typed: string): void {
  number = typed.trim()
}
