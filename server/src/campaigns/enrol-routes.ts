import { z } from 'zod'
import { ADDRESS_CHARACTERS_MAX } from '../addresses/rules/normalize-address.ts'
import { allowExtensionsField, countryCode } from '../addresses/schemas.ts'
import { PRIORITY_MAX, PRIORITY_NORMAL } from '../contacts/rules/queue-options.ts'
import { NUMBERS_OF_CONTACT_MAX } from '../contacts/rules/read-header.ts'
import { type Route, route } from '../http/route.ts'
import { integer, optional, text } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import { ValidationError } from '../kernel/errors.ts'
import {
  type Enrolment,
  type EnrolmentDeps,
  type EnrolmentResult,
  enrolContacts,
  enrolList,
  REJECTIONS_SHOWN_MAX,
} from './enrol-contacts.ts'
import { ACCEPTED_DUTIES_MAX, CAMPAIGN_PATH } from './routes.ts'

export const ENROLLED_AT_ONCE_MAX = 10_000
/** Enough for the maximum number of people with a dozen variables each. */
const BODY_BYTES_MAX = 16 * 1024 * 1024

const personShape = z.object({
  phone_number: optional(text({ minimum: 1, maximum: ADDRESS_CHARACTERS_MAX })).meta({
    description: 'The number of this person. Send either this or `phone_numbers`.',
  }),
  phone_numbers: optional(
    z
      .array(text({ minimum: 1, maximum: ADDRESS_CHARACTERS_MAX }))
      .min(1)
      .max(NUMBERS_OF_CONTACT_MAX),
  ).meta({
    description:
      'Several numbers of this person, in the order in which they are dialed. The first decides whether the campaign has the person already. A further number that cannot be called is left out.',
  }),
  variables: optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))).meta({
    description: 'Variables of this person for the workflow, like the other columns of a contact file.',
  }),
  not_before: optional(text({ minimum: 1, maximum: 40 })).meta({
    description: 'No dial before this time: `2026-11-20T09:00:00+01:00`, or without an offset where the person is.',
  }),
  not_after: optional(text({ minimum: 1, maximum: 40 })).meta({
    description: 'No dial from this time on; the contact is then finished as `canceled`.',
  }),
  priority: optional(integer({ minimum: 0, maximum: PRIORITY_MAX })).meta({
    description: `Default ${PRIORITY_NORMAL}. A person with a higher priority is called before all people not yet dialed.`,
  }),
})

const resultShape = z.object({
  index: z.int().meta({ description: 'Position in `contacts` of the request, from 0.' }),
  status: z.enum(['added', 'already_enrolled', 'rejected']),
  contact_id: z.int().nullable().meta({ description: 'The contact in the campaign; null: rejected.' }),
  phone_number: z.string().nullable().meta({ description: 'The number in dialing format; null: rejected.' }),
  column: z.string().nullable().meta({ description: 'The rejected field: `phone_number` or a variable.' }),
  code: z.string().nullable(),
  message: z.string().nullable(),
  left_out_numbers: z
    .array(z.object({ position: z.int(), code: z.string(), message: z.string() }))
    .meta({ description: 'Further numbers that cannot be called, by their position in `phone_numbers` from 0.' }),
})

const enrolmentShape = z
  .object({
    campaign_id: z.int(),
    added: z.int(),
    already_enrolled: z.int().meta({ description: 'The campaign has this number; nothing was changed.' }),
    rejected: z.int(),
    results: z.array(resultShape),
  })
  .meta({ id: 'Enrolment' })

const EXAMPLE = {
  campaign_id: 7,
  added: 1,
  already_enrolled: 0,
  rejected: 1,
  results: [
    {
      index: 0,
      status: 'added',
      contact_id: 4711,
      phone_number: '+15550100',
      column: null,
      code: null,
      message: null,
      left_out_numbers: [],
    },
    {
      index: 1,
      status: 'rejected',
      contact_id: null,
      phone_number: null,
      column: 'phone_number',
      code: 'not_a_phone_number',
      message: 'This is not a phone number.',
      left_out_numbers: [],
    },
  ],
}

export function enrolRoutes(deps: EnrolmentDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/v1/campaign/{campaign_id}/contacts',
      operation: 'enrolContacts',
      tag: 'Campaigns',
      summary: 'Add people to a draft, running or paused campaign',
      description: `Send \`contacts\`, up to ${ENROLLED_AT_ONCE_MAX} people, or the \`source_id\` of an uploaded list of any length. A number that the campaign has already is not added again, so the request can be repeated. A person who cannot be called is rejected with a reason and does not stop the others. A running campaign calls the new people after those who wait already. They are in a contact list of their own. Duties of the policy that are open for these people must be accepted by id, as at the start.`,
      params: CAMPAIGN_PATH,
      body: z.object({
        contacts: optional(z.array(personShape).min(1).max(ENROLLED_AT_ONCE_MAX)),
        source_id: optional(text({ minimum: 1, maximum: 255 })).meta({
          description: `An uploaded contact list: everybody on it is added. \`results\` then has the first ${REJECTIONS_SHOWN_MAX} rejections only.`,
        }),
        country_code: optional(countryCode()).meta({ description: 'The country of numbers written without one.' }),
        allow_extensions: allowExtensionsField(),
        accept_duties: optional(z.array(text({ minimum: 1, maximum: 80 })).max(ACCEPTED_DUTIES_MAX)),
      }),
      bodyLimitBytes: BODY_BYTES_MAX,
      bodyExample: {
        contacts: [{ phone_number: '+15550100', variables: { first_name: 'Ada' } }, { phone_number: 'unknown' }],
      },
      answer: { schema: enrolmentShape, example: EXAMPLE },
      errors: [
        'campaign_not_found',
        'campaign_not_enrollable',
        'source_not_found',
        'duties_open',
        'quota_exceeded',
        'payload_too_large',
      ],
      audit: { fields: ['campaign_id', 'added', 'already_enrolled', 'rejected'] },
      async handle({ principal, params, body }) {
        const { contacts, source_id: sourceId, accept_duties: acceptedDuties = [] } = body
        if ((contacts === undefined) === (sourceId === undefined)) throw eitherOr(body)
        requireNumbers(contacts ?? [])
        const { campaign_id } = params
        if (sourceId !== undefined) {
          return shownEnrolment(
            campaign_id,
            await enrolList(deps, principal, campaign_id, { sourceId, acceptedDuties }),
          )
        }
        const enrolment = await enrolContacts(deps, principal, campaign_id, {
          people: (contacts ?? []).map(
            ({ phone_number, phone_numbers, variables, not_before, not_after, priority }) => ({
              phoneNumber: phone_number ?? phone_numbers?.[0] ?? '',
              moreNumbers: phone_numbers?.slice(1) ?? [],
              variables: variables ?? {},
              terms: { notBefore: not_before, notAfter: not_after, priority: priority?.toString() },
            }),
          ),
          countryCode: body.country_code ?? null,
          allowExtensions: body.allow_extensions ?? false,
          acceptedDuties,
        })
        return shownEnrolment(campaign_id, enrolment)
      },
    }),
  ]
}

function eitherOr(body: unknown): ValidationError {
  const message = 'Value error, send either contacts or source_id'
  return new ValidationError([faultAt(['body', 'contacts'], 'value_error', message, body)])
}

function requireNumbers(people: ReadonlyArray<z.output<typeof personShape>>): void {
  const faults = people.flatMap((one, index) => {
    const { phone_number, phone_numbers } = one
    if ((phone_number === undefined) !== (phone_numbers === undefined)) return []
    const where = ['body', 'contacts', index, 'phone_number']
    if (phone_number === undefined) return [faultAt(where, 'missing', 'Field required', one)]
    return [faultAt(where, 'value_error', 'Value error, send either phone_number or phone_numbers', phone_number)]
  })
  if (faults.length > 0) throw new ValidationError(faults)
}

function shownEnrolment(campaignId: number, { added, alreadyEnrolled, rejected, results }: Enrolment) {
  return {
    campaign_id: campaignId,
    added,
    already_enrolled: alreadyEnrolled,
    rejected,
    results: results.map((result, index) => ({ index, ...shownResult(result) })),
  }
}

function shownResult(result: EnrolmentResult) {
  const { status } = result
  if (result.status === 'rejected') {
    const { column, code, message } = result.refusal
    return { status, contact_id: null, phone_number: null, column, code, message, left_out_numbers: [] }
  }
  const { contactId, phoneNumber, leftOut } = result
  const added = { contact_id: contactId, phone_number: phoneNumber, left_out_numbers: leftOut }
  return { status, ...added, column: null, code: null, message: null }
}
