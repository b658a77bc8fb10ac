import { z } from 'zod'
import { CHECK_DESPITE_OTHER_FAULTS, checkAddressField, countryCode } from '../../addresses/schemas.ts'
import { pageAnswer, pageQuery } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { bool, freeObject, id, integer, optional, text, timestamp } from '../../http/schemas.ts'
import { ApiError } from '../../kernel/errors.ts'
import { ATTESTATION_LEVELS } from '../provider.ts'
import { accountNumbersRoute } from './account-numbers.ts'
import { importNumbersRoute } from './import-numbers.ts'
import {
  type AnswerRate,
  answerRates,
  configurationExists,
  findNumber,
  listNumbers,
  type NumberKey,
} from './queries.ts'
import {
  changeNumber,
  countryFaults,
  createNumber,
  makeDefaultCaller,
  type NumberDeps,
  notFound,
  reactivateNumber,
  removeNumber,
  type SavedNumber,
  syncNumber,
} from './save-number.ts'
import { isStale } from './stale-bindings.ts'

const BASE = '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers'
const ONE = `${BASE}/{phone_number_id}`
const TAG = 'Phone numbers'
const CONFIG_PATH = z.object({ config_id: id() })
const NUMBER_PATH = z.object({ config_id: id(), phone_number_id: id() })
const address = () => text({ minimum: 1, maximum: 255 })
const label = () => text({ maximum: 64 })
const limit = () => integer({ minimum: 0, maximum: 1_000_000 })

const phoneNumber = z
  .object({
    id: z.int(),
    telephony_configuration_id: z.int(),
    address: z.string().meta({ description: 'The address as it was entered.' }),
    address_normalized: z.string().meta({ description: 'The normalized address that is dialed and compared.' }),
    address_type: z.enum(['pstn', 'sip_uri', 'sip_extension']),
    is_active: z.boolean(),
    is_default_caller_id: z.boolean(),
    extra_metadata: z.record(z.string(), z.unknown()),
    created_at: timestamp(),
    updated_at: timestamp(),
    country_code: z.string().nullable(),
    label: z.string().nullable(),
    inbound_workflow_id: z.int().nullable(),
    inbound_workflow_name: z.string().nullable(),
    inbound_stale: z.boolean().meta({
      description:
        'The carrier sends the inbound calls of this number elsewhere, or was never configured: PUBLIC_URL or the key has changed, or the update failed. `POST …/sync` updates it again.',
    }),
    max_calls_at_once: z.int().nullable().meta({ description: 'Null: as many as the configuration makes.' }),
    max_calls_per_day: z
      .int()
      .nullable()
      .meta({ description: 'Dials shown under this number, per day in the time zone of the organization.' }),
    resting_since: timestamp().nullable().meta({
      description:
        'The carrier did not accept this number as caller ID, or people answered it less than half as often as the others of the configuration: it is not shown since then. `POST …/wake` shows it again. Null: it is shown.',
    }),
    resting_reason: z.string().nullable().meta({ description: 'The answer of the carrier, or the answer rates.' }),
    answer_rate: z.object({ placed: z.int(), answered: z.int(), rate: z.number().nullable() }).meta({
      description: 'Share of the last calls with this caller ID that a person answered.',
    }),
    attestation: z
      .object({ level: z.enum(ATTESTATION_LEVELS), reported_at: timestamp() })
      .nullable()
      .meta({
        description:
          'How the carrier signed the last call with this caller ID whose signature (STIR/SHAKEN) it reported, and when. Null: it never reported one.',
      }),
    provider_sync: z.object({ ok: z.boolean(), message: z.string() }).nullable().meta({
      description:
        'The answer of the carrier, if this request had to update it. `ok: false` is a warning: the change is stored.',
    }),
  })
  .meta({ id: 'PhoneNumber' })

const EXAMPLE = {
  id: 3,
  telephony_configuration_id: 1,
  address: '020 7946 0018',
  address_normalized: '+442079460018',
  address_type: 'pstn',
  is_active: true,
  is_default_caller_id: false,
  extra_metadata: {},
  created_at: '2026-11-15T09:30:00.123Z',
  updated_at: '2026-11-15T09:30:00.123Z',
  country_code: 'GB',
  label: 'Front desk',
  inbound_workflow_id: 7,
  inbound_workflow_name: 'Appointment reminder',
  inbound_stale: false,
  max_calls_at_once: null,
  max_calls_per_day: 500,
  resting_since: null,
  resting_reason: null,
  answer_rate: { placed: 240, answered: 84, rate: 0.35 },
  attestation: { level: 'A' as const, reported_at: '2026-11-16T14:02:11.000Z' },
  provider_sync: null,
}
const SYNCED_EXAMPLE = {
  ...EXAMPLE,
  provider_sync: { ok: true, message: 'Twilio sends the calls of this number here.' },
}

const newNumber = z
  .object({
    address: address(),
    country_code: optional(countryCode()),
    label: optional(label()),
    inbound_workflow_id: optional(id()),
    is_active: optional(bool()),
    is_default_caller_id: optional(bool()),
    extra_metadata: optional(freeObject()),
    max_calls_at_once: optional(limit()),
    max_calls_per_day: optional(limit()),
  })
  .superRefine(checkAddressField('address'), CHECK_DESPITE_OTHER_FAULTS)

const numberChange = z.object({
  address: optional(address()).meta({ description: 'Cannot be changed; the stored value may be sent back.' }),
  label: optional(label()),
  inbound_workflow_id: optional(id()),
  clear_inbound_workflow: optional(bool()).meta({
    description:
      '`true` removes the binding, regardless of `inbound_workflow_id`, which may be sent back as GET shows it.',
  }),
  is_active: optional(bool()),
  country_code: optional(countryCode()),
  extra_metadata: optional(freeObject()),
  max_calls_at_once: optional(limit()).meta({ description: '0 removes the limit.' }),
  max_calls_per_day: optional(limit()).meta({ description: '0 removes the limit.' }),
})

const NEVER_USED: AnswerRate = { placed: 0, answered: 0 }

function shown(deps: NumberDeps, { number, sync }: SavedNumber, rate: AnswerRate = NEVER_USED) {
  return {
    inbound_stale: isStale(deps, number),
    max_calls_at_once: number.max_calls_at_once,
    max_calls_per_day: number.max_calls_per_day,
    resting_since: number.resting_since,
    resting_reason: number.resting_reason,
    answer_rate: { ...rate, rate: rate.placed === 0 ? null : rate.answered / rate.placed },
    attestation: attestationOf(number),
    id: number.id,
    telephony_configuration_id: number.telephony_configuration_id,
    address: number.address,
    address_normalized: number.address_normalized,
    address_type: number.address_type,
    is_active: number.is_active,
    is_default_caller_id: number.is_default_caller_id,
    extra_metadata: number.extra_metadata,
    created_at: number.created_at,
    updated_at: number.updated_at,
    country_code: number.country_code,
    label: number.label,
    inbound_workflow_id: number.inbound_workflow_id,
    inbound_workflow_name: number.inbound_workflow_name,
    provider_sync: sync,
  }
}

function attestationOf({ attestation, attested_at }: SavedNumber['number']) {
  return attestation === null || attested_at === null ? null : { level: attestation, reported_at: attested_at }
}

async function rated(deps: NumberDeps, organizationId: number, saved: SavedNumber) {
  const rates = await answerRates(deps.db, organizationId, saved.number.telephony_configuration_id)
  return shown(deps, saved, rates.get(saved.number.id))
}

function keyOf(organizationId: number, params: z.output<typeof NUMBER_PATH>): NumberKey {
  return { organizationId, configurationId: params.config_id, id: params.phone_number_id }
}

export function numberRoutes(deps: NumberDeps): Route[] {
  const { db } = deps
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listPhoneNumbers',
      tag: TAG,
      summary: 'List the phone numbers of a configuration',
      params: CONFIG_PATH,
      query: z.object(pageQuery),
      answer: pageAnswer('phone_numbers', phoneNumber, EXAMPLE),
      errors: ['telephony_configuration_not_found'],
      async handle({ principal, params, query }) {
        const { organizationId } = principal
        const known = await configurationExists(db, organizationId, params.config_id)
        if (!known) throw new ApiError('telephony_configuration_not_found')
        const { rows, next_cursor } = await listNumbers(db, organizationId, params.config_id, query)
        const rates = await answerRates(db, organizationId, params.config_id)
        const rated = rows.map((number) => shown(deps, { number, sync: null }, rates.get(number.id)))
        return { phone_numbers: rated, next_cursor }
      },
    }),
    createRoute(deps),
    accountNumbersRoute(deps),
    importNumbersRoute(deps),
    route({
      method: 'GET',
      path: ONE,
      operation: 'getPhoneNumber',
      tag: TAG,
      summary: 'Read a phone number',
      params: NUMBER_PATH,
      answer: { schema: phoneNumber, example: EXAMPLE },
      errors: ['telephony_configuration_not_found', 'phone_number_not_found'],
      async handle({ principal, params }) {
        const key = keyOf(principal.organizationId, params)
        const number = await findNumber(db, key)
        if (!number) throw await notFound(db, key)
        return rated(deps, key.organizationId, { number, sync: null })
      },
    }),
    changeRoute(deps),
    route({
      method: 'DELETE',
      path: ONE,
      operation: 'deletePhoneNumber',
      scope: 'admin',
      tag: TAG,
      summary: 'Delete a phone number; a bound one is released at the carrier',
      params: NUMBER_PATH,
      answer: {
        schema: phoneNumber,
        example: {
          ...EXAMPLE,
          provider_sync: { ok: true, message: 'Twilio no longer sends the calls of this number here.' },
        },
      },
      errors: ['telephony_configuration_not_found', 'phone_number_not_found'],
      handle: async ({ principal, params }) =>
        rated(deps, principal.organizationId, await removeNumber(deps, keyOf(principal.organizationId, params))),
    }),
    route({
      method: 'POST',
      path: `${ONE}/sync`,
      operation: 'syncPhoneNumber',
      scope: 'admin',
      tag: TAG,
      summary: 'Synchronize the inbound webhook of a phone number with the carrier again',
      description:
        'After a failed try, another PUBLIC_URL or another SECRET_KEY. A number without a workflow is released at the carrier.',
      params: NUMBER_PATH,
      answer: { schema: phoneNumber, example: SYNCED_EXAMPLE },
      errors: ['telephony_configuration_not_found', 'phone_number_not_found'],
      handle: async ({ principal, params }) =>
        rated(deps, principal.organizationId, await syncNumber(deps, keyOf(principal.organizationId, params))),
    }),
    route({
      method: 'POST',
      path: `${ONE}/wake`,
      operation: 'wakePhoneNumber',
      scope: 'operate',
      tag: TAG,
      summary: 'Show a resting phone number as caller ID again',
      description:
        'A number rests when the carrier does not accept it as caller ID, or when people answer it less than half as often as the others over at least 200 calls. Clear it with the carrier first, otherwise it rests again at its next call. Resume a campaign that was paused because no number was left. Harmless for a number that does not rest.',
      params: NUMBER_PATH,
      answer: { schema: phoneNumber, example: EXAMPLE },
      errors: ['telephony_configuration_not_found', 'phone_number_not_found'],
      handle: async ({ principal, params }) =>
        rated(deps, principal.organizationId, await reactivateNumber(deps, keyOf(principal.organizationId, params))),
    }),
    route({
      method: 'POST',
      path: `${ONE}/set-default-caller`,
      operation: 'setDefaultCaller',
      scope: 'admin',
      tag: TAG,
      summary: 'Make this number the default caller ID',
      description:
        'Contacts see the number they saw before. New contacts see the numbers of the configuration in turn, the least recently used first; the default is the first among equals.',
      params: NUMBER_PATH,
      answer: { schema: phoneNumber, example: { ...EXAMPLE, is_default_caller_id: true } },
      errors: ['telephony_configuration_not_found', 'phone_number_not_found', 'phone_number_inactive'],
      handle: async ({ principal, params }) =>
        rated(deps, principal.organizationId, await makeDefaultCaller(deps, keyOf(principal.organizationId, params))),
    }),
  ]
}

function createRoute(deps: NumberDeps): Route {
  return route({
    method: 'POST',
    path: BASE,
    operation: 'createPhoneNumber',
    scope: 'admin',
    tag: TAG,
    summary: 'Add a phone number to a configuration',
    description:
      'A number in national format needs a `country_code`. With `inbound_workflow_id` the server registers an inbound webhook with the carrier; `provider_sync` has the result.',
    params: CONFIG_PATH,
    body: newNumber,
    bodyExample: { address: '020 7946 0018', country_code: 'GB', label: 'Front desk', inbound_workflow_id: 7 },
    answer: { schema: phoneNumber, example: SYNCED_EXAMPLE },
    errors: [
      'telephony_configuration_not_found',
      'workflow_not_found',
      'phone_number_taken',
      'phone_number_inactive',
      'caller_id_not_owned',
    ],
    async handle({ principal, params, body }) {
      const owner = { organizationId: principal.organizationId, configurationId: params.config_id }
      const saved = await createNumber(deps, owner, {
        address: body.address,
        countryCode: body.country_code ?? null,
        label: body.label ?? null,
        inboundWorkflowId: body.inbound_workflow_id ?? null,
        isActive: body.is_active ?? true,
        isDefaultCaller: body.is_default_caller_id ?? false,
        extraMetadata: body.extra_metadata ?? {},
        maxCallsAtOnce: body.max_calls_at_once || null,
        maxCallsPerDay: body.max_calls_per_day || null,
      })
      return rated(deps, principal.organizationId, saved)
    },
  })
}

function changeRoute(deps: NumberDeps): Route {
  return route({
    method: 'PUT',
    path: ONE,
    operation: 'updatePhoneNumber',
    scope: 'admin',
    tag: TAG,
    summary: 'Update a phone number; omitted fields keep their values',
    description:
      '`inbound_workflow_id: null` changes nothing; `clear_inbound_workflow: true` removes the binding. A new `country_code` normalizes the address again. A number with `is_active: false` is no longer the default caller ID.',
    params: NUMBER_PATH,
    body: numberChange,
    bodyExample: { label: 'Front desk', inbound_workflow_id: 7 },
    answer: { schema: phoneNumber, example: SYNCED_EXAMPLE },
    errors: [
      'telephony_configuration_not_found',
      'phone_number_not_found',
      'workflow_not_found',
      'address_immutable',
      'phone_number_taken',
    ],
    alsoFaulty: ({ principal, params, body }) =>
      countryFaults(deps, keyOf(principal.organizationId, params), body.country_code),
    async handle({ principal, params, body }) {
      const saved = await changeNumber(deps, keyOf(principal.organizationId, params), {
        address: body.address,
        countryCode: body.country_code,
        label: body.label,
        inboundWorkflowId: body.clear_inbound_workflow === true ? null : body.inbound_workflow_id,
        isActive: body.is_active,
        extraMetadata: body.extra_metadata,
        maxCallsAtOnce: body.max_calls_at_once === 0 ? null : body.max_calls_at_once,
        maxCallsPerDay: body.max_calls_per_day === 0 ? null : body.max_calls_per_day,
      })
      return rated(deps, principal.organizationId, saved)
    },
  })
}
