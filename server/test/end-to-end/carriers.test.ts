/**
 * What somebody does who follows a carrier's page, from credentials to finished calls, with the whole program between a
 * loopback stand-in of that carrier and real speech.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_WORKFLOWS } from '../../src/samples/sample-workflows.ts'
import type { CallRef } from '../../src/telephony/provider.ts'
import { findProviders, type ProviderUnderTest } from '../conformance/find-providers.ts'
import * as forgery from '../conformance/forgeries.ts'
import { OWN_NUMBER } from '../conformance/harness.ts'
import type { SignedWebhook } from '../conformance/stand-in.ts'
import { drawnCarriers } from '../drawn.ts'
import type { Json } from '../interface/app.ts'
import {
  type CampaignBody,
  CONFIGURATIONS,
  campaignOf,
  fresh,
  made,
  newWorkflow,
  uploadCsv,
} from '../interface/things.ts'
import { CarrierSide } from './carrier-side.ts'
import { Person } from './person.ts'
import { eventually, type Program, startProgram } from './program.ts'
import { closeVoices, spoken } from './voices.ts'

const TIMEOUT_MS = 150_000
const TELEPHONE = { encoding: 'mulaw', sampleRateHz: 8000 } as const
const LINEAR = { encoding: 'l16', sampleRateHz: 8000 } as const
const WIDEBAND = { encoding: 'l16', sampleRateHz: 16_000 } as const
/** The carriers run beside each other in one organization, and a number has one live call there: each carrier calls its own people. */
const peopleOf = (carrier: number) => ({
  answers: `+1415555${String(2 * carrier).padStart(4, '0')}`,
  isBusyFirst: `+1415555${String(2 * carrier + 1).padStart(4, '0')}`,
})
const CALLER = '+14155550177'
/** Of the account, but not entered here. */
const STRANGE_NUMBER = '+14155550199'

/** Vonage may send a webhook unsigned after a fault of its own, and again, signed, after a 5xx. */
const SENT_AGAIN_SIGNED = 503

interface CallBody extends Json {
  id: number
  is_completed: boolean
  outcome: string | null
  call_type: string
  disposition: string | null
  initial_context: Record<string, string>
  timeline: Array<{ event: string }>
  transcript: Array<{ who: string; text: string }>
}

const providers = (await findProviders()).map((found) => {
  if ('fault' in found) throw found.fault
  return found.provider
})

const travelled = drawnCarriers(providers, ({ spec }) => spec.name)

describe('from credentials to a finished call', () => {
  let program: Program

  beforeAll(async () => {
    program = await startProgram()
    await spoken('Yes.', TELEPHONE)
  }, TIMEOUT_MS)

  afterAll(closeVoices)

  test.concurrent.each(travelled.map((provider) => [provider.spec.name, provider] as const))(
    '%s: campaign, retry, inbound, forgeries',
    async (_name, provider) => {
      const carrier = await provider.standIn.start()
      try {
        const people = peopleOf(travelled.indexOf(provider))
        const journey = new Journey(provider, new CarrierSide(carrier, program), { program, people })
        await journey.setUp()
        await journey.campaign()
        await journey.inbound()
      } finally {
        await carrier.stop()
      }
    },
    TIMEOUT_MS,
  )

  test('every carrier with a page and a stand-in is here', () => {
    expect(providers.map(({ spec }) => spec.name)).toEqual(
      expect.arrayContaining(['cloudonix', 'exotel', 'plivo', 'signalwire', 'telnyx', 'twilio', 'vobiz', 'vonage']),
    )
  })
})

class Journey {
  readonly #provider: ProviderUnderTest
  readonly #side: CarrierSide
  readonly #program: Program
  readonly #people: ReturnType<typeof peopleOf>
  #configurationId = 0
  #numberId = 0
  #workflowId = 0

  constructor(
    provider: ProviderUnderTest,
    side: CarrierSide,
    { program, people }: { program: Program; people: ReturnType<typeof peopleOf> },
  ) {
    this.#provider = provider
    this.#side = side
    this.#program = program
    this.#people = people
  }

  get #operator() {
    return this.#program.operator
  }

  get #path() {
    return `${CONFIGURATIONS}/${this.#configurationId}`
  }

  async setUp(): Promise<void> {
    const config = { provider: this.#provider.spec.name, ...this.#side.carrier.credentials, calls_per_second: 5 }
    const body = { name: fresh('configuration'), config }
    this.#configurationId = (await made(this.#operator.request('POST', CONFIGURATIONS, body))).id
    const checked = await made<Json>(this.#operator.request('POST', `${this.#path}/test`))
    expect(checked).toMatchObject({ ok: true })
    this.#side.wasGiven(JSON.stringify(checked))
    const number = { address: OWN_NUMBER, is_default_caller_id: true }
    this.#numberId = (await made(this.#operator.request('POST', `${this.#path}/phone-numbers`, number))).id
    this.#workflowId = await newWorkflow(this.#operator, SAMPLE_WORKFLOWS[0].definition)
  }

  async campaign(): Promise<void> {
    const FACTS = 'Monday,noon,+12025550100'
    const csv = `phone_number,first_name,appointment_date,appointment_time,front_desk_number\n${this.#people.answers},Maria,${FACTS}\n${this.#people.isBusyFirst},Tom,${FACTS}\n`
    const body = {
      name: fresh('campaign'),
      source_type: 'csv',
      source_id: await uploadCsv(this.#operator, csv),
      workflow_id: this.#workflowId,
      telephony_configuration_id: this.#configurationId,
      retry_config: { enabled: true, max_retries: 2, retry_delay_seconds: 0 },
    }
    const { id } = await made<CampaignBody>(this.#operator.request('POST', '/api/v1/campaign/create', body))
    await made(this.#operator.request('POST', `/api/v1/campaign/${id}/start`))
    await Promise.all([this.#personConfirms(id), this.#personIsBusyFirst(id)])
    const completed = await eventually('the campaign to complete', async () => {
      const campaign = await campaignOf(this.#operator, id)
      return campaign.state === 'completed' && campaign
    })
    expect(completed).toMatchObject({
      total_rows: 2,
      processed_rows: 2,
      failed_rows: 0,
      executed_count: 3,
      total_queued_count: 3,
    })
    const { text } = await this.#operator.request('GET', `/api/v1/campaign/${id}/report`)
    for (const line of text.trim().split('\n').slice(1)) expect(line).toMatch(/,done,answered,[12],/)
  }

  async #personConfirms(campaignId: number): Promise<void> {
    const call = await this.#side.callTo(this.#people.answers, 1, campaignId)
    await this.#side.tells(call, { kind: 'ringing' })
    await this.#expectForgeriesRefused(call)
    const person = new Person(await this.#side.picksUp(call), this.#format)
    await person.hears(1)
    expect(await this.#side.refusalOfMedia(this.#side.mediaAddress(call.callId))).toBe(403)
    // One is yes to "Am I speaking with Maria?", and then to the appointment.
    person.presses('1')
    await person.hears(2)
    person.presses('1')
    await person.isHungUpOn()
    await this.#side.tells(call, { kind: 'ended', as: 'completed' })
    const kept = await this.#kept(call)
    expect(kept).toMatchObject({ outcome: 'answered', call_type: 'outbound', disposition: 'confirmed' })
    expect(kept.transcript[0]).toMatchObject({
      who: 'agent',
      text: expect.stringContaining('Am I speaking with Maria?'),
    })
    // Telnyx does not report ringing.
    const rang = this.#provider.spec.name === 'telnyx' ? [] : ['ringing']
    expect(kept.timeline.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['dialed', ...rang, 'answered', 'agent_started']),
    )
    expect(await this.#hasAgent(call)).toBe(true)
  }

  async #personIsBusyFirst(campaignId: number): Promise<void> {
    const first = await this.#side.callTo(this.#people.isBusyFirst, 1, campaignId)
    await this.#side.tells(first, { kind: 'ringing' })
    await this.#side.tells(first, { kind: 'ended', as: 'busy' })
    expect(await this.#kept(first)).toMatchObject({ outcome: 'busy' })
    const second = await this.#side.callTo(this.#people.isBusyFirst, 2, campaignId)
    await this.#side.tells(second, { kind: 'ringing' })
    const person = new Person(await this.#side.picksUp(second), this.#format)
    await person.hears(1)
    person.hangsUp()
    await this.#side.tells(second, { kind: 'ended', as: 'completed' })
    expect(await this.#kept(second)).toMatchObject({ outcome: 'answered' })
    expect(await this.#hasAgent(second)).toBe(true)
  }

  async inbound(): Promise<void> {
    const bound = await made<{ provider_sync: { ok: boolean } }>(
      this.#operator.request('PUT', `${this.#path}/phone-numbers/${this.#numberId}`, {
        inbound_workflow_id: this.#workflowId,
      }),
    )
    expect(bound.provider_sync).toMatchObject({ ok: true })
    await this.#expectTurnedAway()
    const { status } = await this.#side.send(this.#side.carrier.inboundWebhook(this.#side.urls, CALLER, OWN_NUMBER))
    expect(status).toBe(200)
    const call = await this.#side.inboundCall(this.#side.newestCall())
    const person = new Person(await this.#side.connects(call), this.#format)
    // What is said before the question was heard would answer nothing.
    await person.answers('Yes, I will be there.')
    await this.#reportInboundEnd(call)
    const kept = await this.#kept(call)
    expect(kept).toMatchObject({ call_type: 'inbound', outcome: 'answered', disposition: 'confirmed' })
    expect(kept.initial_context).toEqual({ caller_number: CALLER, called_number: OWN_NUMBER })
    expect(kept.transcript.map(({ who }) => who)).toEqual(expect.arrayContaining(['agent', 'person']))
  }

  async #expectTurnedAway(): Promise<void> {
    const before = { requests: this.#side.carrier.requests.length, calls: await this.#callCount() }
    const { status, text } = await this.#side.send(
      this.#side.carrier.inboundWebhook(this.#side.urls, CALLER, STRANGE_NUMBER),
    )
    expect(status).toBe(200)
    const orders = this.#side.carrier.requests.slice(before.requests).map(({ path }) => path)
    expect(`${text}\n${orders.join('\n')}`).toMatch(/<Reject|<Hangup|"talk"|actions\/reject|"url":""/)
    expect(text).not.toContain('/media/')
    expect(await this.#callCount()).toBe(before.calls)
  }

  /**
   * Cloudonix reports no end of inbound calls, but by records that the operator may leave out, and Exotel none: the slot is freed
   * all the same.
   */
  async #reportInboundEnd(call: CallRef): Promise<void> {
    const isSilent = ['cloudonix', 'exotel'].includes(this.#provider.spec.name)
    if (!isSilent) await this.#side.tells(call, { kind: 'ended', as: 'completed' })
  }

  /** Nobody but the carrier can end this call, though its address is known. */
  async #expectForgeriesRefused(call: CallRef): Promise<void> {
    const end = this.#side.carrier.statusWebhook(this.#side.urls, call, { kind: 'ended', as: 'busy' }) as SignedWebhook
    const signature = /telephony\/calls\/\d+\/([\w-]+)\//.exec(end.url)?.[1] as string
    const otherSignature = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    const isProven = this.#provider.signing !== 'address'
    const forged = [
      ...(isProven ? [forgery.withChangedProof(end)] : []),
      { ...end, url: end.url.replace(signature, otherSignature) },
      { ...end, url: end.url.replace(`/calls/${call.callId}/`, `/calls/${call.callId + 1000}/`) },
      ...(this.#provider.signing === 'body' ? [forgery.withChangedBody(end)] : []),
    ]
    for (const webhook of forged) expect(await this.#side.send(webhook)).toMatchObject({ status: 403 })
    if (isProven) {
      const unsigned = await this.#side.send(forgery.withoutProof(end))
      expect(unsigned.status).toBe(this.#provider.spec.name === 'vonage' ? SENT_AGAIN_SIGNED : 403)
    }
    // Telnyx does not say that a phone rings.
    const state = this.#provider.spec.name === 'telnyx' ? 'dialing' : 'ringing'
    expect(await this.#call(call)).toMatchObject({ state, outcome: null })
  }

  get #format() {
    if (this.#provider.spec.name === 'exotel') return LINEAR
    return this.#provider.spec.name === 'vonage' ? WIDEBAND : TELEPHONE
  }

  #call(call: CallRef): Promise<CallBody> {
    return made<CallBody>(this.#operator.request('GET', `/api/v1/calls/${call.callId}`))
  }

  /** The call once it has ended and all that is kept of it has been written. */
  #kept(call: CallRef): Promise<CallBody> {
    return eventually<CallBody>('the end of a call to be kept', async () => {
      const kept = await this.#call(call)
      const spoke = kept.transcript.length > 0
      return kept.is_completed && (!spoke || kept.disposition !== null) ? kept : null
    })
  }

  async #hasAgent(call: CallRef): Promise<boolean> {
    const { rows } = await this.#program.inside.pool.query<{ has: boolean }>(
      'select agent_at is not null as has from calls where id = $1',
      [call.callId],
    )
    return rows[0]?.has ?? false
  }

  async #callCount(): Promise<number> {
    const { rows } = await this.#program.inside.pool.query<{ count: string }>(
      'select count(*) as count from calls where telephony_configuration_id = $1',
      [this.#configurationId],
    )
    return Number(rows[0]?.count)
  }
}
