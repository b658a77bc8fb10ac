import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { timestamp } from '../http/schemas.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database } from '../storage/database.ts'
import type { EventReader } from './queries.ts'
import { ensureSigningSecret, openSigningSecretOrNull, rotateSigningSecret, type SecretDeps } from './signing-secret.ts'

const TAG = 'Workflows'
const PATH = '/api/v1/workflow/webhook-secret'

const shape = z
  .object({
    secret: z.string().nullable().meta({
      description:
        'The secret that receivers need to check `webhook-signature` (Standard Webhooks). Null: it was sealed with another SECRET_KEY; rotate it.',
    }),
    previous_secret_until: timestamp()
      .nullable()
      .meta({ description: 'Until then messages are signed with the secret before it as well.' }),
  })
  .meta({ id: 'WorkflowWebhookSecret' })

const EXAMPLE = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', previous_secret_until: null }

export function afterCallRoutes(deps: SecretDeps & { db: Database }): Route[] {
  const { db } = deps
  const shown = (reader: EventReader) => ({
    secret: openSigningSecretOrNull(deps, reader),
    previous_secret_until: reader.previous_secret_until,
  })
  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'getWorkflowWebhookSecret',
      tag: TAG,
      summary: 'Read the secret that signs the messages of webhook nodes',
      description:
        'One for the organization. Messages carry `webhook-id`, `webhook-timestamp` and `webhook-signature` by the Standard Webhooks scheme, in addition to the headers of the node.',
      scope: 'admin',
      answer: { schema: shape, example: EXAMPLE },
      handle: ({ principal: { organizationId } }) =>
        db.transaction().execute(async (tx) => {
          await lockOrganization(tx, organizationId)
          return shown(await ensureSigningSecret(tx, deps, organizationId))
        }),
    }),
    route({
      method: 'POST',
      path: `${PATH}/rotate`,
      operation: 'rotateWorkflowWebhookSecret',
      tag: TAG,
      summary: 'Replace the secret of webhook nodes',
      description: 'For 24 hours messages are signed with both.',
      scope: 'admin',
      answer: { schema: shape, example: { ...EXAMPLE, previous_secret_until: '2026-11-16T09:30:00.123Z' } },
      handle: ({ principal: { organizationId } }) =>
        db.transaction().execute(async (tx) => {
          await lockOrganization(tx, organizationId)
          return shown(await rotateSigningSecret(tx, deps, organizationId))
        }),
    }),
  ]
}
