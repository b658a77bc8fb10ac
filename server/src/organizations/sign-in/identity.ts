/** A person as an identity provider or a trusted proxy describes them. */
export interface Identity {
  /** Who vouches for the person. */
  issuer: string
  /** The person's id there; it never changes. */
  subject: string
  name: string
  /** Only an address that the provider has verified. */
  email: string | null
  groups: readonly string[]
}

export const TEXT_MAX = 255

/** Names from outside are shown in the console and kept in the audit trail: bounded, and without control characters. */
export const shortText = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX)
