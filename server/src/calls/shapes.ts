/** Response shapes of a call: short as a run in lists, and complete with everything stored about it. */
import { z } from 'zod'
import type { StoredCost } from '../costs/queries.ts'
import { formatAmount } from '../costs/rules/money.ts'
import { costShape, serializeCost } from '../costs/shapes.ts'
import { isSimulatedProvider } from '../dialer/policy-cache.ts'
import { CALLER_REASONS } from '../dialer/rules/choose-caller.ts'
import { STEP_STATES } from '../dialer/rules/route.ts'
import { timestamp } from '../http/schemas.ts'
import { type CallModelUsage, costOf, costOfSpeech, totalCost, type UsedSpeech } from '../models/rules/usage-cost.ts'
import { ATTESTATION_LEVELS } from '../telephony/provider.ts'
import type { StoredCall } from './queries.ts'

export const runShape = z
  .object({
    id: z.int(),
    workflow_id: z.int(),
    definition_id: z.int(),
    version_number: z.int().nullable().meta({ description: 'The version of the workflow that this call follows.' }),
    name: z.string(),
    mode: z.string().meta({ description: 'The provider that carried the call.' }),
    is_simulated: z.boolean().meta({ description: 'Through the simulated carrier: no phone rang.' }),
    created_at: timestamp(),
    is_completed: z.boolean(),
    state: z.string(),
    outcome: z.string().nullable(),
    call_type: z.enum(['inbound', 'outbound']),
    phone_number: z.string(),
    caller_number: z.string().nullable(),
    caller_reason: z.enum(CALLER_REASONS).nullable().meta({
      description:
        'Why `caller_number` was shown. `same_area`, `same_region`, `same_country`: the nearest to the person that could be shown, by local presence. `seen_before`: the person saw it before. `in_turn`: it was used longest ago. `arm`: the person’s arm of the experiment shows it. Null: not a call of a campaign, or no number.',
    }),
    arm: z.string().nullable().meta({
      description: 'Arm of the campaign’s experiment whose settings the call has. Null: there was no experiment.',
    }),
    attestation: z
      .object({
        level: z.enum(ATTESTATION_LEVELS).nullable(),
        is_verified: z.boolean().nullable(),
        reported: z.string().meta({ description: 'As the carrier writes it.' }),
      })
      .nullable()
      .meta({
        description:
          'The signature of the caller ID (STIR/SHAKEN), as reported by the carrier. Outbound: `level` is the level with which it signed. Inbound: the level that the carrier of the caller attests, and `is_verified` is whether the signature is valid. Null: the carrier did not report it.',
      }),
    duration_seconds: z.int().nullable(),
    campaign_id: z.int().nullable(),
    contact_id: z.int().nullable(),
    returns_contact_id: z.int().nullable().meta({
      description:
        'For an inbound call: the contact of a campaign who called back. The conversation has the variables of this contact.',
    }),
    attempt: z.int(),
    telephony_configuration_id: z.int(),
    route: z
      .object({
        position: z.int().meta({ description: 'Place of the configuration in the route, from 1.' }),
        skipped: z
          .array(z.object({ telephony_configuration_id: z.int(), reason: z.enum(STEP_STATES) }))
          .meta({ description: 'Configurations before it that take the number, and why they could not be used.' }),
      })
      .nullable()
      .meta({ description: 'Null: the campaign had no route at that time.' }),
    initial_context: z.record(z.string(), z.unknown()),
    gathered_context: z.record(z.string(), z.unknown()),
    analysis: z
      .object({
        summary: z.string().nullable(),
        success: z.boolean().nullable(),
        success_reason: z.string().nullable(),
        sentiment: z.string().nullable(),
      })
      .nullable()
      .meta({
        description: 'Analysis of the call by a language model, if the workflow asks for it. Null: none, or not yet.',
      }),
    disposition: z.string().nullable(),
    cause: z.string().nullable(),
    answered_at: timestamp().nullable(),
    ended_at: timestamp().nullable(),
    transcript_url: z.string().nullable(),
    recording_url: z.string().nullable(),
  })
  .meta({ id: 'Run' })

export const callShape = runShape
  .extend({
    placed_at: timestamp().nullable(),
    ended_by: z.string().nullable(),
    machine: z.string().nullable(),
    consents: z
      .array(
        z.object({
          at: timestamp(),
          edge: z.string(),
          given: z.boolean(),
          question: z.string().nullable(),
          answer: z.string().nullable(),
          from_ms: z.int(),
          to_ms: z.int(),
        }),
      )
      .meta({
        description:
          'Answers to ways marked as `consent`. `from_ms` to `to_ms` of the recording hold question and answer as audio.',
      }),
    timeline: z.array(z.unknown()),
    transcript: z.array(z.unknown()).meta({
      description:
        'Lines with `who`, `text`, `at`, `confidence`, `heard` and `node`. `sources` of a line of the agent names the documents and places in them that have its words.',
    }),
    latencies: z.record(z.string(), z.unknown()),
    cost: costShape.nullable().meta({ description: 'Null: it was free, or its cost is unknown.' }),
    model_usage: z
      .object({
        models: z.array(
          z.object({
            model: z.string(),
            requests: z.int(),
            unreported_requests: z.int().meta({
              description:
                'Requests whose tokens are not known: they were cancelled, or the endpoint does not report tokens.',
            }),
            input_tokens: z.int(),
            output_tokens: z.int(),
            cost: z.string().nullable().meta({ description: 'Null: the model had no price when the call was held.' }),
          }),
        ),
        speech: z
          .array(
            z.object({
              service: z.string(),
              part: z.enum(['recognition', 'voice']),
              seconds: z.number().nullable().meta({ description: 'Audio that was sent; null for a voice.' }),
              characters: z.int().nullable().meta({ description: 'Text that was sent; null for recognition.' }),
              cost: z
                .string()
                .nullable()
                .meta({ description: 'Null: the service had no price when the call was held.' }),
            }),
          )
          .meta({
            description:
              'What hosted speech services were sent in the conversation. What was synthesized at the start of a campaign, or for a call that was not answered, counts for no call.',
          }),
        cost: z.object({ amount: z.string(), currency: z.string(), is_complete: z.boolean() }).nullable().meta({
          description:
            'By the price table of the model configuration. Null: a model had no price, or nothing had one. `is_complete` false: the cost is at least this amount, because requests were not reported or a speech service had no price.',
        }),
      })
      .nullable()
      .meta({
        description: 'What chat models and hosted speech services used in the conversation. Null: none was asked.',
      }),
  })
  .meta({ id: 'Call' })

export const RUN_EXAMPLE = {
  id: 42,
  workflow_id: 1,
  definition_id: 1,
  version_number: 1,
  name: 'Appointment reminder #42',
  mode: 'simulator',
  is_simulated: true,
  created_at: '2026-11-15T09:30:00.123Z',
  is_completed: true,
  state: 'ended',
  outcome: 'answered',
  call_type: 'outbound',
  phone_number: '+15550100',
  caller_number: null,
  caller_reason: null,
  attestation: null,
  arm: null,
  duration_seconds: 17,
  campaign_id: 1,
  contact_id: 7,
  returns_contact_id: null,
  attempt: 1,
  telephony_configuration_id: 1,
  route: null,
  initial_context: { first_name: 'Ada' },
  gathered_context: { confirmed: 'yes' },
  analysis: { summary: 'Ada confirmed.', success: true, success_reason: 'She said yes.', sentiment: 'positive' },
  disposition: 'confirmed',
  cause: 'hung up',
  answered_at: '2026-11-15T09:30:02.500Z',
  ended_at: '2026-11-15T09:30:19.700Z',
  transcript_url: 'https://calls.example.com/api/v1/calls/42',
  recording_url: null,
}

export const CALL_EXAMPLE = {
  ...RUN_EXAMPLE,
  placed_at: '2026-11-15T09:30:00.150Z',
  ended_by: 'us',
  machine: 'human',
  consents: [
    {
      at: '2026-11-15T09:30:12.500Z',
      edge: 'agrees',
      given: true,
      question: 'You agree to pay ninety dollars, is that right?',
      answer: 'yes',
      from_ms: 6100,
      to_ms: 10_000,
    },
  ],
  timeline: [{ at: '2026-11-15T09:30:02.500Z', what: 'answered' }],
  transcript: [{ at: '2026-11-15T09:30:02.700Z', who: 'agent', text: 'Hello Ada.' }],
  latencies: { first_audio_ms: 120 },
  cost: {
    amount: '0.014',
    currency: 'USD',
    source: 'carrier',
    carrier: { amount: '0.014', currency: 'USD' },
  },
  model_usage: {
    models: [
      {
        model: 'qwen3-8b',
        requests: 4,
        unreported_requests: 1,
        input_tokens: 2100,
        output_tokens: 96,
        cost: '0.000746',
      },
    ],
    speech: [{ service: 'deepgram', part: 'recognition', seconds: 21.4, characters: null, cost: '0.002747' }],
    cost: { amount: '0.003493', currency: 'USD', is_complete: false },
  },
}

/** Fields that were added after the row was written, or erased since, are returned as null. */
function shownAnalysis(analysis: StoredCall['analysis']) {
  if (analysis === null) return null
  const { summary = null, success = null, success_reason = null, sentiment = null } = analysis
  return { summary, success, success_reason, sentiment }
}

/** `publicUrl`: address of this installation; links in answers are absolute. */
export function serializeRun(call: StoredCall, publicUrl: string) {
  return {
    id: call.id,
    workflow_id: call.workflow_id,
    definition_id: call.definition_id,
    version_number: call.version_number,
    name: `${call.workflow_name ?? 'Call'} #${call.id}`,
    mode: call.provider,
    is_simulated: isSimulatedProvider(call.provider),
    created_at: call.claimed_at,
    is_completed: !call.live,
    state: call.state,
    outcome: call.outcome,
    call_type: call.direction,
    phone_number: call.phone_number,
    caller_number: call.caller_number,
    caller_reason: call.caller_reason,
    attestation: call.attestation,
    arm: call.arm,
    duration_seconds: call.duration_seconds,
    campaign_id: call.campaign_id,
    contact_id: call.contact_id,
    returns_contact_id: call.returns_contact_id,
    attempt: call.attempt,
    telephony_configuration_id: call.telephony_configuration_id,
    route: call.route,
    initial_context: call.variables ?? {},
    gathered_context: call.gathered ?? {},
    analysis: shownAnalysis(call.analysis),
    disposition: call.disposition,
    cause: call.cause,
    answered_at: call.answered_at,
    ended_at: call.ended_at,
    transcript_url: call.transcript && call.transcript.length > 0 ? `${publicUrl}/api/v1/calls/${call.id}` : null,
    recording_url: call.recording === null ? null : `${publicUrl}/api/v1/calls/${call.id}/recording`,
  }
}

interface ConsentEntry {
  at: string
  event: string
  edge?: string
  given?: boolean
  question?: string
  answer?: string
  from_ms?: number
  to_ms?: number
}

/** Consents are read from the timeline: the question is in the entry before its answer. Erased texts are null. */
function consentsIn(timeline: readonly unknown[]) {
  const entries = timeline as readonly ConsentEntry[]
  return entries.flatMap(({ at, event, edge = '', given = false, answer, from_ms = 0, to_ms = 0 }, index) => {
    if (event !== 'consent') return []
    const asked = entries.slice(0, index).findLast((entry) => entry.event === 'consent_asked' && entry.edge === edge)
    return [{ at, edge, given, question: asked?.question ?? null, answer: answer ?? null, from_ms, to_ms }]
  })
}

export function serializeCall(call: StoredCall, cost: StoredCost | null, publicUrl: string) {
  return {
    ...serializeRun(call, publicUrl),
    placed_at: call.placed_at,
    ended_by: call.ended_by,
    machine: call.machine,
    consents: consentsIn(call.timeline ?? []),
    timeline: call.timeline ?? [],
    transcript: call.transcript ?? [],
    latencies: call.latencies ?? {},
    cost: serializeCost(cost),
    model_usage: call.model_usage ? shownUsage(call.model_usage) : null,
  }
}

function shownUsage(usage: CallModelUsage) {
  const { micros, isComplete } = totalCost(usage)
  const { currency } = usage
  const cost =
    micros === null || currency === null ? null : { amount: formatAmount(micros), currency, is_complete: isComplete }
  const models = usage.models.map((each) => {
    const { model, requests, reported, input_tokens, output_tokens } = each
    const own = costOf(each)
    const used = { model, requests, unreported_requests: requests - reported, input_tokens, output_tokens }
    return { ...used, cost: own === null ? null : formatAmount(own) }
  })
  return { models, speech: (usage.speech ?? []).map(shownSpeech), cost }
}

function shownSpeech(used: UsedSpeech) {
  const { service, part, amount } = used
  const cost = costOfSpeech(used)
  return {
    service,
    part,
    seconds: part === 'recognition' ? amount / 1000 : null,
    characters: part === 'voice' ? amount : null,
    cost: cost === null ? null : formatAmount(cost),
  }
}

export const RUNS_PAGE_LIMITS = { default: 50, most: 1000 }

export const runsShape = z.object({
  runs: z.array(runShape),
  total_count: z.int().nullable().meta({ description: 'Counted up to 10,000. Null with a cursor.' }),
  total_is_exact: z.boolean().meta({ description: 'False: the total is at least this number.' }),
  page: z.int(),
  limit: z.int(),
  total_pages: z.int().nullable(),
  next_cursor: z.int().nullable().meta({ description: 'Null: there are no older ones.' }),
})

export const RUNS_EXAMPLE = {
  runs: [RUN_EXAMPLE],
  total_count: 1,
  total_is_exact: true,
  page: 1,
  limit: 50,
  total_pages: 1,
  next_cursor: null,
}
