/** All ready packs. */
import { type Pack, packInput } from '../rules/policy.ts'
import { EUROPE } from './europe.ts'
import type { PackText } from './pack.ts'
import { REST_OF_THE_WORLD } from './rest-of-the-world.ts'
import { UNITED_STATES } from './united-states.ts'
import { US_STATES } from './us-states.ts'

export const PACK_TEXTS: readonly PackText[] = [...UNITED_STATES, ...US_STATES, ...EUROPE, ...REST_OF_THE_WORLD]

export const NOT_LEGAL_ADVICE =
  'Not legal advice. A pack holds what its sources said on the day they were read; have it checked before you rely on it.'

/** Read one by one, as they are asked for: all of them take longer than a call should wait. */
const read = new Map<string, Pack>()

export interface Packs {
  get(id: string): Pack | undefined
  values(): Pack[]
}

const ready: Packs = {
  get(id) {
    const known = read.get(id)
    if (known) return known
    const text = PACK_TEXTS.find((pack) => pack.id === id)
    if (!text) return undefined
    const pack = packInput.parse(text)
    read.set(id, pack)
    return pack
  },
  values: () => PACK_TEXTS.map(({ id }) => ready.get(id) as Pack),
}

export function readyPacks(): Packs {
  return ready
}
