/**
 * One workflow with a tool, a document and a recorded greeting, called as a campaign on the simulated carrier and on a real
 * Asterisk: `npm run proof -- agent-materials 1`. Set up and read over HTTP; the language model and the service behind the tool
 * are stand-ins on this machine.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeWav } from '../../src/speech/wav.ts'
import { littleEndianSamples } from '../../src/speech/wire-audio.ts'
import { afterFile } from '../after-file.ts'
import { calls, type Endpoint, endpoint, says } from '../agent/chat-endpoint.ts'
import { cleanups } from '../agent/endpoints.ts'
import { type Asterisk, asteriskAvailable, startAsterisk } from '../asterisk/asterisk.ts'
import type { Json } from '../interface/app.ts'
import {
  FAST,
  fresh,
  made,
  newConfiguration,
  newList,
  newWorkflow,
  untilEvent,
  uploadCsv,
} from '../interface/things.ts'
import { MORE_LOGINS, recordPeople } from './callees.ts'
import { type Program, startProgram } from './program.ts'
import { closeVoices, spoken } from './voices.ts'

const TIMEOUT_MS = 5 * 60_000
const TELEPHONE_HZ = 8000
/** At the beginning of the recording: no voice of this program sounds like it. */
const TONE_HZ = 440
const GREETING = 'Hello, this is Anna. Shall I look up your appointment?'
const ANSWER = 'Your appointment is at nine. Parking costs two euros a day.'
const position = { x: 0, y: 0 }

interface CallBody extends Json {
  outcome: string | null
  disposition: string | null
  gathered_context: Record<string, string>
  transcript: Array<{ who: string; text: string; sources?: string[] | null }>
  timeline: Array<Json & { event: string }>
}

describe.skipIf(!process.env.OUTDIAL_PROOF)('a workflow with a tool, a document and a recorded greeting', () => {
  let program: Program
  let model: Endpoint
  let workflowId: number
  const toolRequests: string[] = []

  beforeAll(async () => {
    program = await startProgram()
    model = await endpoint((response, body, request) => {
      const told = JSON.stringify(body.messages)
      if (!JSON.stringify(body.tools ?? []).includes('use_search_documents'))
        return says('Good.')(response, body, request)
      if (!told.includes('two euros'))
        return calls('use_search_documents', { question: 'What does parking cost?' })(response, body, request)
      if (!told.includes('09:00'))
        return calls('use_find_appointment', { surname: 'Lovelace' })(response, body, request)
      return calls('go_settled', {}, ANSWER)(response, body, request)
    })
    // The stand-in serves the whole file, not one test.
    for (const cleanup of cleanups.splice(0)) afterFile(async () => void (await cleanup()))
    const chat = { base_url: model.url, model: 'stand-in' }
    await made(
      program.operator.request('PUT', '/api/v1/organizations/model-configuration', { brain: 'pipeline', chat }),
    )
    workflowId = await newWorkflow(program.operator, await definition())
  }, TIMEOUT_MS)
  afterAll(closeVoices)

  async function definition() {
    const { operator } = program
    const data = { name: 'Answer', greeting_type: 'audio', prompt: 'Look up the appointment and the price of parking.' }
    const materials = {
      greeting_recording_id: await greeting(),
      document_uuids: [await priceList()],
      tool_uuids: [await findAppointment(await appointments(toolRequests))],
    }
    return {
      nodes: [
        { id: 'start', type: 'startCall', position, data: { ...data, ...materials } },
        { id: 'settled', type: 'endCall', position, data: { name: 'Settled', say: 'Good-bye.' } },
      ],
      edges: [
        {
          id: 'e',
          source: 'start',
          target: 'settled',
          data: { label: 'settled', condition: 'The questions are answered.' },
        },
      ],
      settings: { recording: true },
    }

    async function greeting(): Promise<string> {
      const words = littleEndianSamples(await spoken(GREETING, { encoding: 'l16', sampleRateHz: TELEPHONE_HZ }))
      const tone = Int16Array.from(
        { length: TELEPHONE_HZ / 2 },
        (_, at) => 9000 * Math.sin((2 * Math.PI * TONE_HZ * at) / TELEPHONE_HZ),
      )
      const raw = Buffer.from(writeWav({ samples: Int16Array.from([...tone, ...words]), sampleRateHz: TELEPHONE_HZ }))
      const url = `/api/v1/workflow-recordings/?transcript=${encodeURIComponent(GREETING)}`
      const answer = await operator.request<Json & { recording_id: string }>('POST', url, undefined, {
        raw,
        headers: { 'content-type': 'audio/wav' },
      })
      return answer.body.recording_id
    }

    async function priceList(): Promise<string> {
      const raw = Buffer.from('# Parking\n\nParking costs two euros a day. The garage is behind the clinic.\n')
      const answer = await operator.request<Json & { document_uuid: string }>(
        'POST',
        '/api/v1/knowledge-base/documents?filename=prices.md',
        undefined,
        {
          raw,
          headers: { 'content-type': 'text/markdown' },
        },
      )
      return answer.body.document_uuid
    }

    async function findAppointment(service: string): Promise<string> {
      const config = {
        method: 'GET',
        url: `${service}/appointments`,
        parameters: [{ name: 'surname', type: 'string', description: 'Whose appointment.', required: true }],
        result_variables: [{ name: 'slot', path: 'slot' }],
      }
      const body = {
        name: 'Find appointment',
        description: 'Finds it.',
        definition: { schema_version: 1, type: 'http_api', config },
      }
      return (await made<Json & { tool_uuid: string }>(operator.request('POST', '/api/v1/tools/', body))).tool_uuid
    }
  }

  async function held(list: string, configurationId: number): Promise<CallBody & { id: number }> {
    const { operator } = program
    const body = {
      name: fresh('materials'),
      retry_config: { enabled: false },
      workflow_id: workflowId,
      source_type: 'csv',
      source_id: list,
      telephony_configuration_id: configurationId,
    }
    const { id } = await made(operator.request('POST', '/api/v1/campaign/create', body))
    await made(operator.request('POST', `/api/v1/campaign/${id}/start`))
    await untilEvent(operator, id, 'campaign_completed')
    const { runs } = await made<Json & { runs: { id: number }[] }>(
      operator.request('GET', `/api/v1/calls?campaign_id=${id}`),
    )
    return made<CallBody & { id: number }>(operator.request('GET', `/api/v1/calls/${runs[0]?.id}`))
  }

  async function expectMaterials(call: CallBody & { id: number }): Promise<void> {
    const shown = call.transcript
      .map(({ who, text, sources }) => `${who}: ${text}${sources ? ` [${sources}]` : ''}`)
      .join(' | ')
    const events = call.timeline.filter(({ event }) => ['tool', 'tool_called', 'knowledge'].includes(event))
    console.log(`  proof: ${call.disposition}; ${shown}; ${JSON.stringify(events)}`)
    expect(call).toMatchObject({ outcome: 'answered', disposition: 'settled', gathered_context: { slot: '09:00' } })
    expect(call.transcript[0]).toMatchObject({ who: 'agent', text: GREETING })
    const answer = call.transcript.find(({ text }) => text.includes('two euros'))
    expect(answer?.sources?.[0]).toContain('prices.md')
    expect(call.timeline.some(({ event }) => event === 'knowledge')).toBe(true)
    const share = await toneShare(call.id)
    console.log(
      `  proof: at most ${Math.round(share * 100)} % of a quarter second is the tone of the recorded greeting, ${TONE_HZ} Hz`,
    )
    expect(share).toBeGreaterThan(0.7)
  }

  /** How much of the power of half a second is the tone, at the most, in the recording of the call. */
  async function toneShare(callId: number): Promise<number> {
    const { download_url } = await made<Json & { download_url: string }>(
      program.operator.request('GET', `/api/v1/calls/${callId}/recording`),
    )
    const { samples, sampleRateHz } = bothSides(Buffer.from(await (await fetch(download_url)).arrayBuffer()))
    const window = Math.floor(sampleRateHz / 4)
    let most = 0
    for (let at = 0; at + window <= samples.length; at += window / 4) {
      let [cosine, sine, power] = [0, 0, 0]
      for (let i = 0; i < window; i += 1) {
        const sample = samples[at + i] ?? 0
        const angle = (2 * Math.PI * TONE_HZ * i) / sampleRateHz
        cosine += sample * Math.cos(angle)
        sine += sample * Math.sin(angle)
        power += sample * sample
      }
      if (power / window > 10_000) most = Math.max(most, (2 * (cosine ** 2 + sine ** 2)) / (window * power))
    }
    return most
  }

  test('runs as a campaign on the simulated carrier', { timeout: TIMEOUT_MS }, async () => {
    const configuration = await newConfiguration(program.operator, { ...FAST, speed: 1, people_speak: true })
    await expectMaterials(await held(await newList(program.operator), configuration))
    expect(toolRequests).toEqual(['/appointments?surname=Lovelace'])
  })

  describe.skipIf(!asteriskAvailable())('on a real Asterisk', () => {
    let asterisk: Asterisk
    beforeAll(async () => {
      const { folder } = await recordPeople()
      const silence = Array.from({ length: 6 }, () => 'silence/10').join('&')
      const callee = `exten => _936XX,1,Answer()\n same => n,Playback(silence/9&${folder}/yes&${silence})\n`
      asterisk = await startAsterisk({ append: { 'extensions.conf': callee, 'ari.conf': MORE_LOGINS } })
    }, TIMEOUT_MS)
    afterAll(() => asterisk?.stop())

    test('runs as a campaign too', { timeout: TIMEOUT_MS }, async () => {
      const configuration = await newConfiguration(program.operator, {
        provider: 'ari',
        ari_endpoint: asterisk.endpoint,
        app_name: asterisk.user,
        app_password: asterisk.password,
        endpoint_template: 'PJSIP/{digits}@self',
      })
      const list = await uploadCsv(program.operator, 'phone_number,first_name\n93600,Ada\n', '&allow_extensions=true')
      await expectMaterials(await held(list, configuration))
      expect(toolRequests).toHaveLength(2)
    })
  })
})

/** The service behind the tool. */
async function appointments(requests: string[]): Promise<string> {
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"slot":"09:00"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The agent and the person of a recorded call together, from a stereo WAV file. */
function bothSides(wav: Buffer): { samples: Int16Array; sampleRateHz: number } {
  const words = littleEndianSamples(wav.subarray(wav.indexOf('data') + 8))
  const samples = Int16Array.from(
    { length: words.length / 2 },
    (_, at) => (words[2 * at] ?? 0) + (words[2 * at + 1] ?? 0),
  )
  return { samples, sampleRateHz: wav.readUInt32LE(24) }
}
