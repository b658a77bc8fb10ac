/** All ready packs. */
import { type Consent, type Pack, packInput } from '../rules/policy.ts'
import { EUROPE } from './europe.ts'
import type { PackDefinition } from './pack.ts'
import { REST_OF_THE_WORLD } from './rest-of-the-world.ts'
import { UNITED_STATES } from './united-states.ts'
import { US_STATES } from './us-states.ts'

export const PACK_DEFINITIONS: readonly PackDefinition[] = [
  ...UNITED_STATES,
  ...US_STATES,
  ...EUROPE,
  ...REST_OF_THE_WORLD,
]

export const NOT_LEGAL_ADVICE =
  'Not legal advice. A pack holds what its sources said on the day they were read; have it checked before you rely on it.'

const EXPRESS: Consent[] = ['express', 'express_written', 'opt_in']

/** Duties about consent; a consent record of the person, if there is one, decides. */
const CONSENT_OF_DUTY: Readonly<Record<string, Consent[]>> = {
  'express-consent': EXPRESS,
  'us-written-consent': ['express_written'],
  'us-ct-written-consent': ['express_written'],
  'us-fl-written-consent': ['express_written'],
  'us-md-written-consent': ['express_written'],
  'us-ok-written-consent': ['express_written'],
  'us-il-consent': EXPRESS,
  'fr-opt-in': [...EXPRESS, 'existing_customer'],
  'nl-opt-in': EXPRESS,
  'nz-consent': EXPRESS,
  'tr-consent': EXPRESS,
}

/**
 * Duties about a consent that only some people need (mobile numbers, recorded messages), or that another fact can replace. The
 * program does not know whom they concern, so no record is required; a revoked or expired consent forbids the call.
 */
const CONSENT_OF_SOME: readonly string[] = [
  'us-mobile-consent',
  'us-ca-natural-voice',
  'us-ky-recorded',
  'us-la-mobile',
  'us-ri-recorded',
  'us-tn-device',
  'us-wa-recorded',
  'us-wy-automated',
  'ie-mobile',
  'ch-directory',
]

/** Whether a person's consent record counts besides this duty. */
export function isConsentDuty(dutyId: string): boolean {
  return dutyId in CONSENT_OF_DUTY || CONSENT_OF_SOME.includes(dutyId)
}

/** A pack with a duty about consent checks it per person: a revoked or expired consent forbids the call. */
function withConsent(text: PackDefinition): PackDefinition {
  const duties = text.rules.duties ?? []
  const found = duties.flatMap(({ id }) => CONSENT_OF_DUTY[id] ?? [])
  if (found.length > 0) return { ...text, rules: { ...text.rules, consent: { any_of: [...new Set(found)] } } }
  if (!duties.some(({ id }) => CONSENT_OF_SOME.includes(id))) return text
  return { ...text, rules: { ...text.rules, consent: { any_of: EXPRESS, records: 'if_any' } } }
}

/** Packs are parsed on first use: parsing all of them takes longer than a call should wait. */
const read = new Map<string, Pack>()

export interface PackCatalogue {
  get(id: string): Pack | undefined
  values(): Pack[]
}

const ready: PackCatalogue = {
  get(id) {
    const known = read.get(id)
    if (known) return known
    const text = PACK_DEFINITIONS.find((pack) => pack.id === id)
    if (!text) return undefined
    const pack = packInput.parse(withConsent(text))
    read.set(id, pack)
    return pack
  },
  values: () => PACK_DEFINITIONS.map(({ id }) => ready.get(id) as Pack),
}

export function builtInPacks(): PackCatalogue {
  return ready
}
