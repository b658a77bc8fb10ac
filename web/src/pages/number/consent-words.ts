import type { Schemas } from '@outdial/sdk'

export type ConsentKind = Exclude<Schemas['Consent']['kind'], 'revoked'>

export const CONSENT_KINDS: Record<ConsentKind, string> = {
  express: 'Express, by word of mouth',
  express_written: 'Express, in writing',
  opt_in: 'Opt-in, such as a form on a website',
  existing_customer: 'Existing customer',
}

export const consentWords = (kind: string): string =>
  kind === 'revoked' ? 'Every consent taken back' : (CONSENT_KINDS[kind as ConsentKind] ?? kind.replaceAll('_', ' '))
