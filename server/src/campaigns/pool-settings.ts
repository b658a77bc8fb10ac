/** The numbers that a campaign shows as caller ID, in requests. */
import { z } from 'zod'
import { type CallerPool, ROTATIONS } from '../dialer/rules/choose-caller.ts'
import { id, optional } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import { ValidationError } from '../kernel/errors.ts'
import type { Queries } from '../storage/database.ts'
import { activeNumbersOf } from '../telephony/numbers/queries.ts'

const POOL_NUMBERS_MAX = 200

export const poolInput = optional(
  z.object({
    rotation: optional(z.enum(ROTATIONS)).meta({
      description:
        '`sticky` (default): a contact sees the number it saw before, and new contacts see the numbers in turn. `least_used`: every call shows the number that was used longest ago. `local`: the number nearest to the person (same area code, then same state or province, then same country, then any), and `sticky` among equally near ones.',
    }),
    phone_number_ids: optional(z.array(id()).min(1).max(POOL_NUMBERS_MAX)).meta({
      description:
        'The campaign shows only these numbers, and does not call while none of them can be shown. Each configuration of the campaign needs one. Left out: all active numbers of its configurations.',
    }),
  }),
).meta({
  description: 'Which numbers the campaign shows as caller ID, and in which order. It is replaced as a whole.',
})

export type PoolRequest = NonNullable<z.output<typeof poolInput>>

export const poolShape = z
  .object({
    rotation: z.enum(ROTATIONS),
    phone_number_ids: z
      .array(z.int())
      .nullable()
      .meta({ description: 'Null: all active numbers of its telephony configurations.' }),
  })
  .meta({ description: 'Which numbers the campaign shows as caller ID, and in which order.' })

export function shownPool(pool: CallerPool | null) {
  return { rotation: pool?.rotation ?? 'sticky', phone_number_ids: pool?.phone_number_ids ?? null }
}

export function poolOf({ rotation = 'sticky', phone_number_ids }: PoolRequest): CallerPool {
  return { rotation, ...(phone_number_ids ? { phone_number_ids: [...new Set(phone_number_ids)] } : {}) }
}

/**
 * Throws unless each number is active and belongs to one of these configurations, each configuration has one of the numbers, and
 * at least one does not rest. `at`: the field of the request that the other faults are about.
 */
export async function requirePool(
  db: Queries,
  organizationId: number,
  { phone_number_ids: chosen }: CallerPool,
  configurationIds: readonly number[],
  at: 'caller_pool' | 'route' = 'caller_pool',
): Promise<void> {
  if (!chosen) return
  const numbers = await activeNumbersOf(db, organizationId, configurationIds)
  const list = ['body', 'caller_pool', 'phone_number_ids']
  const where = at === 'caller_pool' ? list : ['body', 'route']
  const faults = []
  if (at === 'caller_pool') {
    for (const [index, one] of chosen.entries()) {
      if (numbers.some((number) => number.id === one)) continue
      const message = 'Value error, no active number of the telephony configurations of this campaign has this id'
      faults.push(faultAt([...list, index], 'value_error', message, one))
    }
  }
  const own = numbers.filter(({ id: one }) => chosen.includes(one))
  for (const configurationId of configurationIds) {
    if (faults.length > 0 || own.some((number) => number.configurationId === configurationId)) continue
    const message = `Value error, the pool has no number of telephony configuration ${configurationId}; add one of its numbers to the pool`
    faults.push(faultAt(where, 'value_error', message, chosen))
  }
  if (faults.length === 0 && own.every(({ resting }) => resting)) {
    const message = 'Value error, every number of the pool rests; use one of them again, or add another'
    faults.push(faultAt(where, 'value_error', message, chosen))
  }
  if (faults.length > 0) throw new ValidationError(faults)
}
