/** Inviting people by a link that is shown once. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { pageAnswer, pageQuery } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { customIssue, id, integer, optional, text, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { hashToken } from './session.ts'
import { deleteInvitation, insertInvitation, listInvitations, type StoredInvitation } from './user-queries.ts'
import { USER_ROLES } from './user-roles.ts'
import { PEOPLE_TAG, ROLE_DESCRIPTION } from './user-routes.ts'

const DAY_MS = 24 * 60 * 60_000
const VALID_DAYS = 7
const VALID_DAYS_MAX = 30

const EMAIL_MEANING =
  'Where people sign in at an identity provider or by a trusted proxy, only a person with this verified address can accept the invitation. Elsewhere it is a note: the link alone is enough.'

const invitation = z
  .object({
    id: z.int(),
    role: z.enum(USER_ROLES),
    name: z.string().nullable().meta({ description: 'Whom it is for, as a note.' }),
    email: z.string().nullable().meta({ description: EMAIL_MEANING }),
    invited_by: z.string(),
    created_at: timestamp(),
    expires_at: timestamp(),
  })
  .meta({ id: 'Invitation' })

const EXAMPLE = {
  id: 2,
  role: 'operator',
  name: 'Ada Byron',
  email: 'ada@example.com',
  invited_by: 'API key 1',
  created_at: '2026-11-15T09:30:00.123Z',
  expires_at: '2026-11-22T09:30:00.123Z',
}

const shown = ({ organization_id: _organization, ...rest }: StoredInvitation) => rest

const email = text({ minimum: 3, maximum: 255 }).refine(
  (address) => /^[^\s@]+@[^\s@]+$/.test(address),
  customIssue('value_error', 'Value error, write an email address'),
)

interface InvitationDeps {
  db: Database
  clock: Clock
  publicUrl: string
}

export function invitationRoutes({ db, clock, publicUrl }: InvitationDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/invitations',
      operation: 'listInvitations',
      tag: PEOPLE_TAG,
      summary: 'List the invitations that can still be accepted',
      scope: 'admin',
      query: z.object(pageQuery),
      answer: pageAnswer('invitations', invitation, EXAMPLE),
      async handle({ principal, query }) {
        const now = new Date(clock.now())
        const { rows, next_cursor } = await listInvitations(db, principal.organizationId, now, query)
        return { invitations: rows.map(shown), next_cursor }
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/invitations',
      operation: 'createInvitation',
      tag: PEOPLE_TAG,
      summary: 'Invite a person; the link is shown this once',
      description: 'Send the link yourself: the program sends no mail. It works once.',
      scope: 'admin',
      audit: { fields: ['id', 'role', 'name', 'email', 'expires_at'] },
      body: z.object({
        role: z.enum(USER_ROLES).meta({ description: ROLE_DESCRIPTION }),
        name: optional(text({ minimum: 1, maximum: 255 })).meta({ description: 'Whom it is for, as a note.' }),
        email: optional(email).meta({ description: EMAIL_MEANING }),
        valid_days: optional(integer({ minimum: 1, maximum: VALID_DAYS_MAX })).meta({ description: '7 if left out.' }),
      }),
      bodyExample: { role: 'operator', email: 'ada@example.com' },
      answer: {
        schema: invitation.extend({ link: z.string() }).meta({ id: 'NewInvitation' }),
        example: { ...EXAMPLE, link: 'https://calls.example.com/invitation#kT4wZ0…' },
      },
      async handle({ principal, body }) {
        const token = randomBytes(32).toString('base64url')
        const { role, name = null, valid_days = VALID_DAYS } = body
        const stored = await insertInvitation(db, {
          organizationId: principal.organizationId,
          role,
          name,
          email: body.email ?? null,
          hash: hashToken(token),
          invitedBy: principal.author,
          now: new Date(clock.now()),
          expiresAt: new Date(clock.now() + valid_days * DAY_MS),
        })
        // The token comes after the hash sign, so that it appears in no log of a server or proxy.
        return { ...shown(stored), link: `${publicUrl}/invitation#${token}` }
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/invitations/{invitation_id}',
      operation: 'deleteInvitation',
      tag: PEOPLE_TAG,
      summary: 'Withdraw an invitation: its link stops working',
      scope: 'admin',
      params: z.object({ invitation_id: id() }),
      answer: { schema: z.object({ id: z.int() }), example: { id: 2 } },
      errors: ['invitation_not_found'],
      async handle({ principal, params }) {
        if (!(await deleteInvitation(db, principal.organizationId, params.invitation_id)))
          throw new ApiError('invitation_not_found')
        return { id: params.invitation_id }
      },
    }),
  ]
}
