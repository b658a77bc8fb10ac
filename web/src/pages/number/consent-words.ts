import type { Schemas } from '@outdial/sdk'
import { numberWords as w } from '../../words/number.ts'

export type ConsentKind = Exclude<Schemas['Consent']['kind'], 'revoked'>

export const CONSENT_KINDS: Record<ConsentKind, string> = w.consentKinds

export const consentWords = (kind: string): string =>
  kind === 'revoked' ? w.takenBack : (CONSENT_KINDS[kind as ConsentKind] ?? kind.replaceAll('_', ' '))
