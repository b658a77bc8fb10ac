/** All ready packs. Read once, when first asked for. */
import { type Pack, packInput } from '../rules/policy.ts'
import { EUROPE } from './europe.ts'
import type { PackText } from './pack.ts'
import { REST_OF_THE_WORLD } from './rest-of-the-world.ts'
import { UNITED_STATES } from './united-states.ts'
import { US_STATES } from './us-states.ts'

export const PACK_TEXTS: readonly PackText[] = [...UNITED_STATES, ...US_STATES, ...EUROPE, ...REST_OF_THE_WORLD]

export const NOT_LEGAL_ADVICE =
  'Not legal advice. A pack holds what its sources said on the day they were read; have it checked before you rely on it.'

let packs: ReadonlyMap<string, Pack> | undefined

export function readyPacks(): ReadonlyMap<string, Pack> {
  packs ??= new Map(PACK_TEXTS.map((text) => [text.id, packInput.parse(text)]))
  return packs
}
