import { z } from 'zod'
import { POLICY_RULES } from '../dialer/rules/may-dial.ts'
import { type Route, route } from '../http/route.ts'
import { timestamp } from '../http/schemas.ts'
import { ValidationError } from '../kernel/errors.ts'
import { policyFaults } from '../policies/set-policy.ts'
import { POLICY_EXAMPLE, policyShape } from '../policies/shapes.ts'
import type { Database } from '../storage/database.ts'
import { previewPolicy } from './preview-policy.ts'

const heldBackShape = z
  .object({
    rule: z.enum(POLICY_RULES),
    message: z.string(),
    contacts: z.int(),
    newly: z.int().meta({ description: 'Those of them whom the policy in force does not hold.' }),
    until: timestamp()
      .nullable()
      .meta({ description: 'When the first of them may be called. Null: not until a setting is changed.' }),
  })
  .meta({ id: 'HeldBack' })

const previewShape = z
  .object({
    waiting: z.int().meta({ description: 'Contacts that wait in campaigns that are not completed.' }),
    callable: z.int().meta({ description: 'No rule of the policy is against a call at this moment.' }),
    later: z.array(heldBackShape).meta({ description: 'Outside calling hours now; the hours open again later.' }),
    held: z
      .array(heldBackShape)
      .meta({ description: 'Held until a person changes a rule, the list or a registry date.' }),
  })
  .meta({ id: 'PolicyPreview' })

const EXAMPLE = {
  waiting: 1200,
  callable: 0,
  later: [
    {
      rule: 'contact_hours' as const,
      message:
        'It is 06:40 there (America/Chicago, from the number); calling hours begin at 08:00 (the pack us-federal).',
      contacts: 1150,
      newly: 1150,
      until: '2026-11-16T14:00:00.000Z',
    },
  ],
  held: [
    {
      rule: 'uncovered' as const,
      message:
        'No pack selected by the organization\'s policy covers people in CA-ON. The contact is held. Select a pack that does, or set "uncovered" to "allow".',
      contacts: 50,
      newly: 50,
      until: null,
    },
  ],
}

export interface PreviewDeps {
  db: Database
  dialer: { now(): number }
}

export function previewRoute({ db, dialer }: PreviewDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/organizations/policy/preview',
    operation: 'previewPolicy',
    audit: 'none',
    tag: 'Policies',
    scope: 'read',
    summary: 'How many waiting contacts a policy would hold back, and why; changes nothing',
    description:
      'Together with the policies of campaigns. Limits per number are not included: they change with every call.',
    body: z.object({ policy: policyShape }),
    bodyExample: { policy: POLICY_EXAMPLE },
    answer: { schema: previewShape, example: EXAMPLE },
    async handle({ principal: { organizationId }, body }) {
      const nowMs = dialer.now()
      const faults = policyFaults(null, body.policy, ['body', 'policy'], nowMs)
      if (faults.length > 0) throw new ValidationError(faults)
      return previewPolicy(db, organizationId, body.policy, nowMs)
    },
  })
}
