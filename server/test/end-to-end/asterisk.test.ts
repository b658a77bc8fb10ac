/** The whole program with a real Asterisk: campaigns, conversations with sound, inbound calls, and a PBX that dies. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Asterisk, asteriskAvailable, startAsterisk } from '../asterisk/asterisk.ts'
import { type Balancer, startBalancer } from '../asterisk/balancer.ts'
import { listenTo } from '../asterisk/listener.ts'
import { openRecordingAccount } from '../asterisk/recording-account.ts'
import { leftOut } from '../drawn.ts'
import { freePort } from '../free-port.ts'
import type { Json } from '../interface/app.ts'
import {
  type CampaignBody,
  campaignOf,
  fresh,
  made,
  newConfiguration,
  newWorkflow,
  uploadCsv,
} from '../interface/things.ts'
import { dialplanOf, handsOverTo, MORE_LOGINS, QUESTIONNAIRE, type Recordings, recordPeople } from './callees.ts'
import { followPage } from './page-lines.ts'
import { eventually, type OtherNode, type Program, startProgram } from './program.ts'
import { closeVoices, spoken } from './voices.ts'

const BOOT_TIMEOUT_MS = 180_000
const TIMEOUT_MS = 180_000
const TRUNK = 'PJSIP/{digits}@self'
/** The last two digits of the first number that is bound. */
const FIRST_NUMBER = 42
const CALLER = '+12025550177'
const DAY_MS = 86_400_000
/** Before the caller answers: who has talked for ten seconds counts as reached. */
const LONG_ENOUGH_MS = 9000
const TELEPHONE = { encoding: 'mulaw', sampleRateHz: 8000 } as const

interface CallBody extends Json {
  id: number
  timeline: Array<{ event: string; message?: string }>
  is_completed: boolean
  disposition: string | null
  phone_number: string
  transcript: Array<{ who: string; text: string }>
}

describe.skipIf(!asteriskAvailable())('the whole program with a real Asterisk', () => {
  let program: Program
  let asterisk: Asterisk
  let people: Recordings
  let configurationId: number
  let workflowId: number
  /** Where Asterisk brings the audio to, with ws_client_name. */
  let balancer: Balancer
  let other: OtherNode | null = null
  let numbersBound = 0

  beforeAll(async () => {
    program = await startProgram({ AUDIOSOCKET_PORT: String(await freePort()) })
    balancer = await startBalancer()
    people = await recordPeople()
    asterisk = await startAsterisk({
      values: { mediaPort: balancer.port },
      append: {
        'extensions.conf': dialplanOf(people),
        'ari.conf': MORE_LOGINS,
      },
    })
    configurationId = await newPbx()
    workflowId = await newWorkflow(program.operator, QUESTIONNAIRE)
  }, BOOT_TIMEOUT_MS)

  afterAll(async () => {
    await asterisk?.stop()
    await balancer?.close()
    await closeVoices()
  })

  test(
    'the page of this provider leads from the login to a finished call, its lines as they stand',
    async () => {
      const answers = await followPage('ari', {
        url: program.url,
        key: program.operator.key,
        phone: '94199',
        number: '+12025550199',
        config: { app_password: asterisk.password },
        place: { ari_endpoint: asterisk.endpoint, endpoint_template: TRUNK },
        workflowId,
        async answered(line, { id }) {
          if (line.includes('initiate-call'))
            await eventually('the call to be over', async () => (await callOf(id as number)).is_completed)
        },
      })
      expect(answers[1]).toMatchObject({ ok: true })
      expect(answers.at(-1)).toMatchObject({ outcome: 'busy', phone_number: '94199' })
    },
    TIMEOUT_MS,
  )

  test(
    'a trunk that is full: nobody is spent, the configuration waits, and that is said once',
    async () => {
      const pbx = await newPbx({ app_name: 'third' })
      const { id } = await startCampaign(['90034', '90042'], { telephony_configuration_id: pbx, max_concurrency: 1 })
      const waiting = await eventually('the trunk to be found full', async () => {
        const campaign = await campaignOf(program.operator, id)
        return campaign.logs.some(({ event }) => event === 'carrier_unavailable') && campaign
      })
      expect(waiting).toMatchObject({ state: 'running', processed_rows: 0, failed_rows: 0 })
      expect(waiting.logs.filter(({ event }) => event === 'carrier_unavailable')).toHaveLength(1)
      const { contacts } = await made<{ contacts: Json[] } & Json>(
        program.operator.request('GET', `/api/v1/campaign/${id}/contacts`),
      )
      for (const contact of contacts) expect(contact).toMatchObject({ state: 'pending', attempts: 0 })
      await made(program.operator.request('POST', `/api/v1/campaign/${id}/pause`))
    },
    TIMEOUT_MS,
  )

  // Side by side, because both wait for a phone that nobody answers.
  test.concurrent(
    'a campaign of 60 people, 20 at once: each has the outcome they are known for',
    async () => {
      const expected: Record<string, string> = {
        '942': 'no_answer',
        '941': 'busy',
        '943': 'declined',
        '944': 'failed',
        '945': 'answered',
      }
      const numbers = Object.keys(expected).flatMap((kind) => numbersOf(kind, 12))
      // Through the dialplan, where a refusal of the person (603) and one of the trunk (403) are both cause 21: only a phone
      // that has rung was declined by a person.
      const pbx = await newPbx({ app_name: 'third', outbound_context: 'outbound' })
      const { id } = await startCampaign(numbers, {
        telephony_configuration_id: pbx,
        max_concurrency: 20,
        retry_config: { enabled: false },
      })
      let mostAtOnce = 0
      const campaign = await completed(id, async () => {
        mostAtOnce = Math.max(mostAtOnce, await liveCalls(id))
      })
      expect(mostAtOnce).toBeLessThanOrEqual(20)
      expect(campaign).toMatchObject({
        total_rows: 60,
        processed_rows: 60,
        failed_rows: 48,
        executed_count: 60,
        total_queued_count: 60,
      })
      const report = await reportOf(id)
      expect(report.map(({ phone_number }) => phone_number).sort()).toEqual([...numbers].sort())
      for (const line of report) {
        expect(line).toMatchObject({ state: 'done', outcome: expected[line.phone_number.slice(0, 3)], attempts: '1' })
      }
    },
    TIMEOUT_MS,
  )

  test.concurrent(
    'a transfer: busy, no answer and a hang-up bring the agent back; whoever takes over is told, connected, and ends with the person',
    async () => {
      // Longer than 945 stays on the line.
      const announcements: Record<string, string> = { '94550': 'A call for you. '.repeat(6) }
      const taken = takenOver()
      const transfers = await Promise.all(
        ['94150', '902', '94550', '907'].map(async (destination, index) => {
          const input = {
            workflow_id: await newWorkflow(program.operator, handsOverTo(destination, announcements[destination])),
            phone_number: `9345${index}`,
            allow_extensions: true,
            telephony_configuration_id: configurationId,
          }
          return (await made(program.operator.request('POST', '/api/v1/telephony/initiate-call', input))).id
        }),
      )
      const kept = await Promise.all(
        transfers.map((id) =>
          eventually<CallBody>('the conversation to be over', async () => {
            const call = await callOf(id)
            return call.disposition !== null && call
          }),
        ),
      )
      const words = kept.map(({ timeline }) => timeline.find(({ event }) => event === 'transfer')?.message)
      expect(words).toEqual([
        'Not put through: the line is busy.',
        'Not put through: the call was not answered.',
        'Not put through: the transfer target hung up.',
        undefined,
      ])
      expect(kept.map(({ disposition }) => disposition)).toEqual(['nobody', 'nobody', 'nobody', 'transferred'])
      const joined = transfers[3] as number
      expect(await callOf(joined)).toMatchObject({ is_completed: false })
      await hangUpAtPbx('transfer_of', joined)
      await eventually('the person to be hung up too', async () => (await callOf(joined)).is_completed)
      await taken
    },
    TIMEOUT_MS,
  )

  test(
    'twelve conversations at once, by keys and by speech, half of them over AudioSocket: each ends as it was meant, and what was said is kept',
    async () => {
      await expectNothingLeft()
      // Four of them speak in the same moment: more are for `npm run proof -- conversations-asterisk`, on a machine that can hear them.
      const numbers = [...numbersOf('931', 8), ...numbersOf('932', 2), ...numbersOf('933', 2)]
      const plain = await newPbx({ app_name: 'third', audio_transport: 'audiosocket' })
      const campaigns = [configurationId, plain].map((telephony_configuration_id, half) =>
        startCampaign(
          numbers.filter((_, index) => index % 2 === half),
          { telephony_configuration_id, max_concurrency: 6 },
        ),
      )
      const ids = (await Promise.all(campaigns)).map(({ id }) => id)
      let mostAtOnce = 0
      for (const id of ids) {
        await completed(id, async () => {
          mostAtOnce = Math.max(mostAtOnce, await conversations())
        })
      }
      expect(mostAtOnce).toBeGreaterThanOrEqual(10)
      for (const line of (await Promise.all(ids.map(reportOf))).flat()) {
        const says = line.phone_number.startsWith('933') ? 'declined' : 'done'
        expect(line).toMatchObject({ outcome: 'answered', disposition: says })
        if (says === 'done') expect(JSON.parse(line.gathered)).toMatchObject({ code: '4711' })
      }
      const listed = ids.map((id) =>
        made<{ runs: CallBody[] }>(program.operator.request('GET', `/api/v1/calls?campaign_id=${id}`)),
      )
      const runs = (await Promise.all(listed)).flatMap((page) => page.runs)
      expect(runs).toHaveLength(12)
      for (const run of runs) {
        const { transcript } = await callOf(run.id)
        expect(transcript[0]).toMatchObject({ who: 'agent', text: expect.stringContaining('Hello') })
        if (!run.phone_number.startsWith('931')) expect(transcript.map(({ who }) => who)).toContain('person')
      }
      await expectNothingLeft()
    },
    TIMEOUT_MS,
  )

  test(
    'two nodes and ws_client_name: wherever the audio arrives, the conversation is held there, ended there, and handed over',
    async () => {
      other = await program.another()
      const [here, there] = [Number(new URL(program.url).port), other.port]
      balancer.among(here, there)
      try {
        const pbx = await newPbx({ app_name: 'second', ws_client_name: 'outdial-media' })
        const wanted = { telephony_configuration_id: pbx, max_concurrency: 4 }
        const { id } = await startCampaign(numbersOf('931', 4), wanted)
        await eventually('all four to talk', async () => (balancer.taken.get(there) ?? 0) >= 2)
        expect(Object.fromEntries(balancer.taken)).toEqual({ [here]: 2, [there]: 2 })
        // Dialed here and talked with there; whoever takes over is called from there and told what it is about here.
        const handedOver = async (destination: string, ...audio: number[]) => {
          balancer.next(...audio)
          const input = {
            workflow_id: await newWorkflow(program.operator, handsOverTo(destination)),
            phone_number: `934${destination.slice(0, 2)}`,
            allow_extensions: true,
            telephony_configuration_id: pbx,
          }
          const call = await made(program.operator.request('POST', '/api/v1/telephony/initiate-call', input))
          return eventually<CallBody>('the conversation to be over', async () => {
            const kept = await callOf(call.id)
            return kept.disposition !== null && kept
          })
        }
        expect(await handedOver('94100', there)).toMatchObject({ disposition: 'nobody' })
        const joined = await handedOver('907', there, here)
        expect(joined).toMatchObject({ disposition: 'transferred', is_completed: false })
        await hangUpAtPbx('id', joined.id)
        await eventually('both to be over', async () => {
          return !(await stillLive(joined.id)) && (await callOf(joined.id)).is_completed
        })
        await completed(id)
        for (const line of await reportOf(id)) expect(line).toMatchObject({ outcome: 'answered', disposition: 'done' })
        await expectNothingLeft()
      } finally {
        await other.stop()
        other = null
      }
    },
    TIMEOUT_MS,
  )

  test.skipIf(leftOut(2))(
    'while no slot of the organization is free a call that comes in is turned away, and taken afterwards',
    async () => {
      const { address } = await bindNumber()
      const limit = (most: number, live: number) =>
        program.inside.pool.query('update organizations set max_concurrency = $2, live_calls = $3 where id = $1', [
          program.operator.organizationId,
          most,
          live,
        ])
      const world = openRecordingAccount(asterisk, { credentials: { app_name: 'world' } })
      await limit(1, 1)
      try {
        await eventually('our door to be open', async () => /^outdial$/m.test(await asterisk.cli('ari show apps')))
        const caller = await world.dial(`920${address.slice(1)}`, { from: CALLER })
        expect(await world.news(caller, 'ended')).toMatchObject({ as: expect.stringMatching(/busy|declined|failed/) })
      } finally {
        await limit(200, 0)
        await world.close()
      }
      await expectInboundConversation(address)
    },
    TIMEOUT_MS,
  )

  test.skipIf(leftOut(2))(
    'a call to a bound number runs its workflow, also after the program was started anew',
    async () => {
      const bound = await bindNumber()
      expect(bound.provider_sync).toMatchObject({ ok: true })
      await expectInboundConversation(bound.address)
      await program.restart()
      await expectInboundConversation(bound.address)
    },
    TIMEOUT_MS,
  )

  test.skipIf(leftOut())(
    'a contact who calls back is greeted by name, counts as reached, and is not called',
    async () => {
      const { address } = await bindNumber()
      const csv = `phone_number,first_name,not_before\n${CALLER},Ada,${new Date(Date.now() + DAY_MS).toISOString()}\n`
      const { id } = await startCampaign([], { source_id: await uploadCsv(program.operator, csv) })
      await expectInboundConversation(address, LONG_ENOUGH_MS)
      const call = await newestInbound()
      expect(call?.transcript[0]?.text).toContain('Hello Ada.')
      await completed(id)
      expect(await reportOf(id)).toMatchObject([{ phone_number: CALLER, outcome: 'inbound', attempts: '0' }])
    },
    TIMEOUT_MS,
  )

  test.skipIf(leftOut(2))(
    'a configuration edited, renamed and made default under load drops nobody, and dialing goes on',
    async () => {
      const path = `/api/v1/organizations/telephony-configs/${configurationId}`
      const { id } = await startCampaign(numbersOf('945', 40), { max_concurrency: 8, retry_config: { enabled: false } })
      const processed = async () => Number((await campaignOf(program.operator, id)).processed_rows)
      const edits: Array<() => Promise<unknown>> = [
        () => made(program.operator.request('PUT', path, { config: { provider: 'ari', ring_timeout_seconds: 20 } })),
        () => made(program.operator.request('PUT', path, { name: fresh('renamed') })),
        () => made(program.operator.request('POST', `${path}/set-default-outbound`)),
        () => made(program.operator.request('PUT', path, { config: { provider: 'ari', ring_timeout_seconds: 15 } })),
      ]
      for (const edit of edits) {
        const before = await processed()
        await eventually('calls in flight', async () => (await liveCalls(id)) >= 5 && (await processed()) > before)
        await edit()
      }
      await completed(id)
      const outcomes = (await reportOf(id)).map(({ outcome, attempts }) => `${outcome} ${attempts}`)
      expect(new Set(outcomes)).toEqual(new Set(['answered 1']))
      await expectNothingLeft()
    },
    TIMEOUT_MS,
  )

  test.skipIf(leftOut(2))(
    'a check takes nobody’s inbound calls, and two configurations of one login live side by side',
    async () => {
      const second = await newPbx()
      const path = `/api/v1/organizations/telephony-configs/${second}`
      const [ours, theirs] = [await bindNumber(), await bindNumber(second)]
      expect(await made<Json>(program.operator.request('POST', `${path}/test`))).toMatchObject({ ok: true })
      // As the doctor does: an account in another process, opened, asked and closed.
      const doctor = openRecordingAccount(asterisk, { inbound: false })
      expect(await doctor.account.check()).toMatchObject({ ok: true })
      await doctor.close()
      await expectInboundConversation(ours.address)
      await expectInboundConversation(theirs.address)
      expect(doctor.inbound).toEqual([])
    },
    TIMEOUT_MS,
  )

  test.skipIf(leftOut(2))(
    'Asterisk killed and started again in the middle of a campaign: it finishes by itself, and nobody is called twice at once',
    async () => {
      const numbers = numbersOf('945', 40)
      const { id } = await startCampaign(numbers, { max_concurrency: 10 })
      await eventually('calls before the blow', async () => {
        const { processed_rows } = await campaignOf(program.operator, id)
        return Number(processed_rows) >= 8 && (await liveCalls(id)) >= 5
      })
      await asterisk.kill()
      await asterisk.restart()
      let seen = 0
      const campaign = await completed(id, async () => {
        const called = (await asterisk.cli('core show channels concise')).match(/!callee!945\d\d!/g) ?? []
        expect(new Set(called).size).toBe(called.length)
        seen += called.length
      })
      expect(seen).toBeGreaterThan(0)
      expect(campaign).toMatchObject({ total_rows: 40, processed_rows: 40 })
      expect(campaign.executed_count).toBe(campaign.total_queued_count)
      const report = await reportOf(id)
      expect(report.every(({ state }) => state === 'done')).toBe(true)
      expect(report.filter(({ outcome }) => outcome === 'answered').length).toBeGreaterThanOrEqual(30)
      await expectNothingLeft()
    },
    TIMEOUT_MS,
  )

  /** As if the phone of that call, or of whoever took it over, were put down. */
  async function hangUpAtPbx(by: 'id' | 'transfer_of', callId: number): Promise<void> {
    const { rows } = await program.inside.pool.query<{ provider_call_id: string }>(
      `select provider_call_id from calls where ${by} = $1`,
      [callId],
    )
    const lines = (await asterisk.cli('core show channels concise')).split('\n')
    const channel = lines.find((line) => line.endsWith(`!${rows[0]?.provider_call_id}`))?.split('!')[0]
    await asterisk.cli(`channel request hangup ${channel}`)
  }

  async function newPbx(changes: Json = {}): Promise<number> {
    return newConfiguration(program.operator, {
      provider: 'ari',
      ari_endpoint: asterisk.endpoint,
      app_name: asterisk.user,
      app_password: asterisk.password,
      endpoint_template: TRUNK,
      calls_per_second: 20,
      ring_timeout_seconds: 15,
      ...changes,
    })
  }

  async function startCampaign(numbers: readonly string[], changes: Json): Promise<CampaignBody> {
    const csv = `phone_number,first_name\n${numbers.map((number) => `${number},Maria`).join('\n')}\n`
    const body = {
      name: fresh('campaign'),
      source_type: 'csv',
      source_id: changes.source_id ?? (await uploadCsv(program.operator, csv, '&allow_extensions=true')),
      workflow_id: workflowId,
      telephony_configuration_id: configurationId,
      retry_config: { enabled: true, max_retries: 3, retry_delay_seconds: 0 },
      ...changes,
    }
    const campaign = await made<CampaignBody>(program.operator.request('POST', '/api/v1/campaign/create', body))
    return made<CampaignBody>(program.operator.request('POST', `/api/v1/campaign/${campaign.id}/start`))
  }

  function completed(id: number, meanwhile: () => Promise<void> = async () => {}): Promise<CampaignBody> {
    const look = async () => {
      await meanwhile()
      const campaign = await campaignOf(program.operator, id)
      return campaign.state === 'completed' ? campaign : null
    }
    return eventually<CampaignBody>('the campaign to complete', look, TIMEOUT_MS - 10_000)
  }

  async function reportOf(
    id: number,
  ): Promise<Array<Record<string, string> & { phone_number: string; gathered: string }>> {
    // What was said is written down a moment after the call has ended.
    await eventually('the conversations to be kept', async () => (await conversations()) === 0)
    const { text } = await program.operator.request('GET', `/api/v1/campaign/${id}/report`)
    const [header = '', ...lines] = text.trim().split(/\r?\n/)
    const names = header.split(',')
    return lines.map((line) => {
      const values = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, value = '']) =>
        value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value,
      )
      return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) as never
    })
  }

  async function liveCalls(campaignId: number): Promise<number> {
    const { rows } = await program.inside.pool.query<{ count: number }>(
      'select count(*)::int as count from calls where campaign_id = $1 and live',
      [campaignId],
    )
    return rows[0]?.count ?? 0
  }

  async function conversations(): Promise<number> {
    let count = 0
    for (const { operator } of [program, ...(other ? [other] : [])]) {
      const { text } = await operator.request('GET', '/metrics')
      count += Number(/^outdial_conversations (\d+)$/m.exec(text)?.[1])
    }
    return count
  }

  /** Of the call to whoever takes over. */
  /** An operator listens to a person who says yes, and then takes them over by the phone 907. */
  async function takenOver(): Promise<void> {
    const { operator } = program
    await made(operator.request('PATCH', '/api/v1/organization', { listening_allowed: true }))
    const input = {
      workflow_id: workflowId,
      phone_number: '93299',
      allow_extensions: true,
      telephony_configuration_id: configurationId,
    }
    const { id } = await made(operator.request('POST', '/api/v1/telephony/initiate-call', input))
    const path = `/api/v1/calls/${id}`
    const { audio_url } = await eventually('the conversation to begin', async () => {
      const { status, body } = await operator.request<{ audio_url: string }>('POST', `${path}/listen`)
      return status === 200 && body
    })
    const loud = [0, 0]
    const socket = new WebSocket(audio_url)
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return
      for (let at = 0; at + 1 < data.length; at += 2) if (Math.abs(data.readInt16LE(at)) > 500) loud[(at / 2) % 2]!++
    })
    await eventually('both sides to be heard', async () => loud.every((samples) => samples > 800))
    const taking = { phone_number: '907', allow_extensions: true, keys: '1' }
    await made(operator.request('POST', `${path}/take-over`, taking))
    const kept = await eventually<CallBody>('the operator to be connected', async () => {
      const call = await callOf(id)
      return call.disposition !== null && call
    })
    expect(kept).toMatchObject({ disposition: 'transferred', is_completed: false })
    await eventually('the audio to end', async () => socket.readyState === WebSocket.CLOSED)
    await hangUpAtPbx('transfer_of', id)
    await eventually('the person to be hung up too', async () => (await callOf(id)).is_completed)
  }

  async function stillLive(transferOf: number): Promise<boolean> {
    const { rows } = await program.inside.pool.query('select 1 from calls where transfer_of = $1 and live', [
      transferOf,
    ])
    return rows.length > 0
  }

  function callOf(id: number): Promise<CallBody> {
    return made<CallBody>(program.operator.request('GET', `/api/v1/calls/${id}`))
  }

  async function expectNothingLeft(): Promise<void> {
    await eventually('all channels to be gone', async () =>
      (await asterisk.cli('core show channels count')).startsWith('0 active channels'),
    )
    await eventually(
      'all bridges to be gone',
      async () => !(await asterisk.cli('bridge show all')).includes('outdial-'),
    )
  }

  /** Another number at each call: no test needs that of another one, and a second try finds none of the first. */
  function bindNumber(configuration = configurationId): Promise<Json & { address: string }> {
    const numbers = `/api/v1/organizations/telephony-configs/${configuration}/phone-numbers`
    const body = { address: `+120255501${FIRST_NUMBER + numbersBound++}`, inbound_workflow_id: workflowId }
    return made(program.operator.request('POST', numbers, body))
  }

  /** Somebody calls our number by SIP, says no, and is thanked. */
  async function expectInboundConversation(number: string, thinksMs = 0): Promise<void> {
    const before = await newestInbound()
    const world = openRecordingAccount(asterisk, { credentials: { app_name: 'world' } })
    try {
      await eventually('our door to be open', async () => /^outdial$/m.test(await asterisk.cli('ari show apps')))
      const caller = await world.dial(`920${number.slice(1)}`, { from: CALLER })
      const media = await world.media(caller)
      const ear = listenTo(media)
      await ear.hears(3 * TELEPHONE.sampleRateHz)
      await sleep(thinksMs)
      media.send(await spoken('No, thank you.', TELEPHONE))
      const call = await eventually<CallBody>('the inbound call to be kept', async () => {
        const newest = await newestInbound()
        return newest && newest.id !== before?.id && newest.is_completed && newest.disposition !== null ? newest : null
      })
      expect(call).toMatchObject({
        call_type: 'inbound',
        outcome: 'answered',
        disposition: 'declined',
        initial_context: { caller_number: CALLER, called_number: number },
      })
      await ear.closed
    } finally {
      await world.close()
    }
  }

  async function newestInbound(): Promise<CallBody | undefined> {
    const path = '/api/v1/calls?call_type=inbound&limit=1'
    const { runs } = await made<{ runs: CallBody[] }>(program.operator.request('GET', path))
    return runs[0] && callOf(runs[0].id)
  }
})

function numbersOf(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => kind + String(index).padStart(2, '0'))
}
