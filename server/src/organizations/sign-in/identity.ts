/** A person as an identity provider or a trusted proxy describes them. */
export interface Identity {
  /** The provider or proxy that identified the person. */
  issuer: string
  /** The person's id at the issuer; it never changes. */
  subject: string
  name: string
  /** Email address; null unless the provider has verified it. */
  email: string | null
  groups: readonly string[]
}

export const IDENTITY_TEXT_LENGTH_MAX = 255

/**
 * Names from providers are shown in the console and stored in the audit trail: limits their length and removes control
 * characters.
 */
export const sanitizeIdentityText = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, IDENTITY_TEXT_LENGTH_MAX)
