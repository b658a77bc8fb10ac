import { z } from 'zod'
import { POLICY_RULES } from '../dialer/rules/may-dial.ts'
import { type Route, route } from '../http/route.ts'
import { integer, optional, timestamp } from '../http/schemas.ts'
import { ValidationError } from '../kernel/errors.ts'
import { policyFaults } from '../policies/set-policy.ts'
import { POLICY_EXAMPLE, policyShape } from '../policies/shapes.ts'
import type { Database } from '../storage/database.ts'
import { DRY_RUN_LIMITS, type DryRun, dryRun, runningDryRun } from './dry-run.ts'
import { COUNT_PRECISIONS } from './released-contacts.ts'
import { type RefusedDials, UNJUDGED_CAUSES } from './rules/replay-dials.ts'

const DRY_RUN_PATH = '/api/v1/organizations/policy/dry-run'
const rule = z.enum(POLICY_RULES)

const refusedShape = z.object({
  rule: rule.meta({ description: 'The first rule against the dial. A dial is counted once.' }),
  from: z.string().meta({ description: 'The pack it comes from, `organization` or `campaign`.' }),
  dials: z.int(),
})

const dryRunShape = z
  .object({
    from: timestamp(),
    to: timestamp(),
    history_from: timestamp().meta({ description: 'Limits per number count calls from here on.' }),
    dials: z.int().meta({ description: 'Dials that were made. Transfers are left out.' }),
    refused: z.int().meta({ description: 'Those of them that the policy would have refused. 0: no difference.' }),
    refused_by_rule: z.array(refusedShape),
    days: z
      .array(z.object({ date: z.string(), dials: z.int(), refused: z.int(), refused_by_rule: z.array(refusedShape) }))
      .meta({ description: 'Days with dials, in UTC.' }),
    examples: z.array(z.object({ call_id: z.int(), at: timestamp(), rule, message: z.string() })),
    overridden: z.object({ dials: z.int(), allowed: z.int() }).meta({
      description: 'Single calls made against the rules of that time, and how many of them the policy allows.',
    }),
    released: z
      .object({
        contacts: z.int(),
        precision: z.enum(COUNT_PRECISIONS).meta({
          description:
            '`at_most`: limits and consents of the policy were judged for people who are held for their own past, not for all who wait. `about`: too many are held to judge each.',
        }),
        by_rule: z.array(z.object({ rule, contacts: z.int() })),
      })
      .meta({
        description: 'Contacts that wait, held now by the rules in force, that the policy would allow to call.',
      }),
    not_judged: z.int().meta({ description: 'Dials that can no longer be judged by the policy.' }),
    not_judged_by_cause: z.array(z.object({ cause: z.enum(UNJUDGED_CAUSES), dials: z.int() })).meta({
      description:
        '`place_unknown`: nothing tells where the person was. `consent_unknown`: the person was erased, or the number is no longer known, and the policy asks for consent. `campaign_deleted`: duties or rules of a deleted campaign decide. `earlier_calls_unknown`: only the ledger has earlier calls, which a limit may not have counted.',
    }),
    notes: z.array(z.string()).meta({ description: 'What the figures do not include.' }),
  })
  .meta({ id: 'PolicyDryRun' })

const BY_RULE = [{ rule: 'contact_hours' as const, from: 'us-fl', dials: 212 }]
const EXAMPLE = {
  from: '2026-10-17T12:00:00.000Z',
  to: '2026-11-16T12:00:00.000Z',
  history_from: '2026-10-16T12:00:00.000Z',
  dials: 18400,
  refused: 212,
  refused_by_rule: BY_RULE,
  days: [{ date: '2026-11-13', dials: 910, refused: 212, refused_by_rule: BY_RULE }],
  examples: [
    {
      call_id: 9120,
      at: '2026-11-14T01:12:00.000Z',
      rule: 'contact_hours' as const,
      message: 'It is 20:12 there (America/New_York, from the number); calling hours begin on Saturday at 08:00.',
    },
  ],
  overridden: { dials: 1, allowed: 0 },
  released: { contacts: 40, precision: 'exact' as const, by_rule: [{ rule: 'cap' as const, contacts: 40 }] },
  not_judged: 3,
  not_judged_by_cause: [{ cause: 'consent_unknown' as const, dials: 3 }],
  notes: [],
}

export interface DryRunDeps {
  db: Database
  dialer: { now(): number }
}

export function dryRunRoutes(deps: DryRunDeps): Route[] {
  return [dryRunRoute(deps), progressRoute()]
}

const progressShape = z
  .object({
    running: z
      .object({
        started_at: timestamp(),
        days: z.int(),
        records_read: z.int(),
        records: z.int().meta({ description: 'Records of the ledger that the dry run reads.' }),
      })
      .nullable(),
  })
  .meta({ id: 'DryRunProgress' })

function progressRoute(): Route {
  return route({
    method: 'GET',
    path: DRY_RUN_PATH,
    operation: 'getDryRunProgress',
    tag: 'Policies',
    summary: 'How far the dry run of your organization is',
    description:
      'Null: none is running. A dry run runs on the node that was asked for it: with several nodes, another one answers null.',
    answer: {
      schema: progressShape,
      example: {
        running: { started_at: '2026-11-16T12:00:00.000Z', days: 30, records_read: 210_000, records: 800_000 },
      },
    },
    async handle({ principal: { organizationId } }) {
      const found = runningDryRun(organizationId)
      if (!found) return { running: null }
      const { startedMs, days, read, total } = found
      return { running: { started_at: new Date(startedMs), days, records_read: read, records: total } }
    },
  })
}

function dryRunRoute({ db, dialer }: DryRunDeps): Route {
  return route({
    method: 'POST',
    path: DRY_RUN_PATH,
    operation: 'dryRunPolicy',
    tag: 'Policies',
    scope: 'read',
    summary: 'Dry-run a policy over the dials of the last days',
    description: `Judges every dial in the ledger by the policy, together with the policy that its campaign had then. A refused dial does not count for later limits. The policy that was in force all the time gives \`refused: 0\`. Dials that were never made are not in the ledger: \`released\` shows which of the contacts waiting now the policy would release. A dry run reads at most ${DRY_RUN_LIMITS.recordsMax.toLocaleString('en')} records; a node runs one at a time.`,
    body: z.object({
      policy: policyShape,
      days: optional(integer({ minimum: 1, maximum: DRY_RUN_LIMITS.daysMax })).meta({
        description: `Default ${DRY_RUN_LIMITS.daysDefault}.`,
      }),
    }),
    bodyExample: { policy: POLICY_EXAMPLE, days: 30 },
    answer: { schema: dryRunShape, example: EXAMPLE },
    errors: ['dry_run_busy'],
    async handle({ principal: { organizationId }, body: { policy, days } }) {
      const nowMs = dialer.now()
      const faults = policyFaults(null, policy, ['body', 'policy'], nowMs)
      if (faults.length > 0) throw new ValidationError(faults)
      return shown(await dryRun(db, { organizationId, policy, days: days ?? DRY_RUN_LIMITS.daysDefault, nowMs }))
    },
  })
}

function shown({ fromMs, toMs, historyFromMs, replay, waiting, notes }: DryRun) {
  const rules = (found: readonly RefusedDials[]) => found.map(({ rule, from, dials }) => ({ rule, from, dials }))
  const unjudged = UNJUDGED_CAUSES.map((cause) => ({ cause, dials: replay.notJudged[cause] })).filter(
    ({ dials }) => dials > 0,
  )
  return {
    from: new Date(fromMs),
    to: new Date(toMs),
    history_from: new Date(historyFromMs),
    dials: replay.dials,
    refused: replay.refused,
    refused_by_rule: rules(replay.byRule),
    days: replay.days.map(({ byRule, ...day }) => ({ ...day, refused_by_rule: rules(byRule) })),
    examples: replay.examples.map(({ callId, atMs, ...one }) => ({ call_id: callId, at: new Date(atMs), ...one })),
    overridden: replay.overridden,
    released: { contacts: waiting.contacts, precision: waiting.precision, by_rule: waiting.byRule },
    not_judged: unjudged.reduce((sum, { dials }) => sum + dials, 0),
    not_judged_by_cause: unjudged,
    notes,
  }
}
