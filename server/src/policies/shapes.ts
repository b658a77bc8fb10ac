/** A policy as the API shows it. */
import { z } from 'zod'
import { timestamp } from '../http/schemas.ts'
import { builtInPacks, NOT_LEGAL_ADVICE } from './packs/packs.ts'
import type { Confirmation, StoredPolicy } from './queries.ts'
import { calendarsWithoutYear } from './rules/holidays.ts'
import { compilePolicy, mergeRulesFor, type RuleOrigin } from './rules/merge.ts'
import { type Policy, packInput, policyInput } from './rules/policy.ts'

export const policyShape = policyInput.meta({ id: 'Policy' })
export const packShape = packInput.meta({ id: 'PolicyPack' })

export const POLICY_EXAMPLE = {
  packs: ['us-federal', 'us-fl'],
  hours: {
    monday: [{ start: '09:00', end: '19:00' }],
    tuesday: [{ start: '09:00', end: '19:00' }],
    wednesday: [{ start: '09:00', end: '19:00' }],
    thursday: [{ start: '09:00', end: '19:00' }],
    friday: [{ start: '09:00', end: '16:00' }],
    saturday: [],
    sunday: [],
  },
  caps: [{ max: 3, hours: 24, count: 'attempts' }],
  least_gap_minutes: 60,
  scrubbed_on: { 'us-national-dnc': '2026-11-10' },
}

const dutyShape = z.object({
  id: z.string(),
  text: z.string(),
  from: z.string().meta({ description: 'The pack it comes from, `organization` or `campaign`.' }),
  confirmed_by: z.string().nullable(),
  confirmed_at: timestamp().nullable(),
  note: z.string().nullable(),
})

export const organizationPolicyShape = z
  .object({
    policy: policyShape
      .nullable()
      .meta({ description: 'Null: there are no rules other than each campaign’s schedule.' }),
    version: z.int(),
    author: z.string().nullable(),
    created_at: timestamp().nullable(),
    duties: z
      .array(dutyShape)
      .meta({ description: 'Duties that no program can fulfil: a person has to confirm them.' }),
    warnings: z.array(z.string()),
    notice: z.string(),
  })
  .meta({ id: 'OrganizationPolicy' })

export const ORGANIZATION_POLICY_EXAMPLE = {
  policy: POLICY_EXAMPLE,
  version: 2,
  author: 'API key 1',
  created_at: '2026-11-15T09:30:00.123Z',
  duties: [
    {
      id: 'us-written-consent',
      text: 'Every person has given prior express written consent to sales calls with an artificial voice, not as a condition of purchase.',
      from: 'us-federal',
      confirmed_by: 'API key 1',
      confirmed_at: '2026-11-15T09:30:00.123Z',
      note: null,
    },
  ],
  warnings: [],
  notice: NOT_LEGAL_ADVICE,
}

/** All duties of all packs of the policy, for any place. */
export function dutiesOf(policy: Policy): { id: string; text: string; from: RuleOrigin }[] {
  const { sources } = compilePolicy(policy, null, builtInPacks())
  const all = sources.flatMap(({ from, rules }) => (rules.duties ?? []).map((duty) => ({ ...duty, from })))
  return [...new Map(all.map((duty) => [duty.id, duty])).values()]
}

/** Warns about calendars without dates for this year or the next: their holidays would silently be ignored. */
function warningsOf(policy: Policy, nowMs: number): string[] {
  const compiled = compilePolicy(policy, null, builtInPacks())
  const year = new Date(nowMs).getUTCFullYear()
  const missing = mergeRulesFor(compiled, [], nowMs).hours.flatMap((rule) =>
    [year, year + 1].flatMap((each) => calendarsWithoutYear(rule.holidays, each).map((name) => `${name} for ${each}`)),
  )
  return [...new Set(missing)].map(
    (what) => `There are no public holidays in the calendar ${what}; add the dates yourself.`,
  )
}

export function serializeOrganizationPolicy(
  stored: StoredPolicy | null,
  confirmations: ReadonlyMap<string, Confirmation>,
  nowMs: number,
) {
  const duties = stored ? dutiesOf(stored.policy) : []
  return {
    policy: stored?.policy ?? null,
    version: stored?.version ?? 0,
    author: stored?.author ?? null,
    created_at: stored?.created_at ?? null,
    duties: duties.map((duty) => {
      const confirmation = confirmations.get(duty.id)
      return {
        ...duty,
        confirmed_by: confirmation?.confirmed_by ?? null,
        confirmed_at: confirmation?.confirmed_at ?? null,
        note: confirmation?.note ?? null,
      }
    }),
    warnings: stored ? warningsOf(stored.policy, nowMs) : [],
    notice: NOT_LEGAL_ADVICE,
  }
}
