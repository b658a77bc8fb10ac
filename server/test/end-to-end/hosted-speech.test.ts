/**
 * A campaign on the simulated carrier whose conversations are spoken and understood by a hosted service, set up and read over HTTP:
 * `npm run proof -- hosted-speech 1`. The service is a stand-in on this machine.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDeepgram } from '../agent/speech-services/deepgram.ts'
import { KEY, type StandIn } from '../agent/speech-services/stand-in.ts'
import type { Json } from '../interface/app.ts'
import { FAST, made, newConfiguration, newList, newWorkflow, untilEvent } from '../interface/things.ts'
import { type Program, startProgram } from './program.ts'

const TIMEOUT_MS = 3 * 60_000

const DEFINITION = {
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      position: { x: 0, y: 0 },
      data: { name: 'Ask', greeting: 'Will you come on Tuesday?' },
    },
    {
      id: 'coming',
      type: 'endCall',
      position: { x: 0, y: 200 },
      data: { name: 'Coming', say: 'Thank you, good-bye.' },
    },
  ],
  edges: [{ id: 'yes', source: 'start', target: 'coming', data: { label: 'Yes', examples: ['yes'] } }],
}

interface CallBody extends Json {
  disposition: string | null
  transcript: Array<{ who: string; text: string }>
  timeline: Array<Json & { event: string }>
}

describe.skipIf(!process.env.OUTDIAL_PROOF)('a hosted speech service in a campaign', () => {
  let program: Program
  let deepgram: StandIn
  beforeAll(async () => {
    program = await startProgram()
    deepgram = await openDeepgram({ says: ['yes', 'yes', 'yes', 'yes'], gapMs: 800 })
    const services = { deepgram: { api_key: KEY, base_url: deepgram.url } }
    const body = { services, speech: { engine: 'deepgram' }, recognition: { engine: 'deepgram' } }
    await made(program.operator.request('PUT', '/api/v1/organizations/model-configuration', body))
  }, TIMEOUT_MS)
  afterAll(() => deepgram.close())

  async function held(): Promise<CallBody> {
    const { operator } = program
    const body = {
      name: 'hosted speech',
      retry_config: { enabled: false },
      workflow_id: await newWorkflow(operator, DEFINITION),
      source_type: 'csv',
      source_id: await newList(operator),
      telephony_configuration_id: await newConfiguration(operator, { ...FAST, speed: 1, people_speak: true }),
    }
    const { id } = await made(operator.request('POST', '/api/v1/campaign/create', body))
    await made(operator.request('POST', `/api/v1/campaign/${id}/start`))
    await untilEvent(operator, id, 'campaign_completed')
    const { runs } = await made<Json & { runs: { id: number }[] }>(
      operator.request('GET', `/api/v1/calls?campaign_id=${id}`),
    )
    return made<CallBody>(operator.request('GET', `/api/v1/calls/${runs[0]?.id}`))
  }

  test('speaks and understands', { timeout: TIMEOUT_MS }, async () => {
    const tried = await made<Json & { ok: boolean }>(
      program.operator.request('POST', '/api/v1/organizations/model-configuration/test'),
    )
    expect(tried.ok).toBe(true)
    const call = await held()
    expect(call.disposition).toBe('coming')
    expect(deepgram.spoken).toContain('Will you come on Tuesday?')
    expect(call.timeline.filter(({ event }) => event === 'speech_service')).toEqual([])
  })

  test('drops in mid-word: this machine goes on, and the call says so', { timeout: TIMEOUT_MS }, async () => {
    deepgram.trouble = 'drops'
    const call = await held()
    expect(call.transcript.some(({ who }) => who === 'person')).toBe(true)
    expect(call.timeline.filter(({ event }) => event === 'speech_service').length).toBeGreaterThan(0)
  })
})
