/** A person as an identity provider or a trusted proxy describes them. */
export interface Identity {
  /** The provider or proxy that identified the person. */
  issuer: string
  /** The person's id there; it never changes. */
  subject: string
  name: string
  /** Only if the provider has verified the address. */
  email: string | null
  groups: readonly string[]
}

export const TEXT_MAX = 255

/** External names are shown in the console and stored in the audit trail: limited in length, and without control characters. */
export const shortText = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX)
