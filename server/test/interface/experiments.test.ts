/** Experiments of campaigns: through the real dialer and database, and as the API reports them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { drawnArm, drawnArmSql, personOf, personSql } from '../../src/dialer/rules/experiment.ts'
import { openElevenLabs } from '../agent/speech-services/elevenlabs.ts'
import { KEY as STAND_IN_KEY } from '../agent/speech-services/stand-in.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  CONFIGURATIONS,
  FAST,
  fresh,
  greeting,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  untilEvent,
  uploadCsv,
} from './things.ts'

interface Run extends Json {
  phone_number: string
  caller_number: string | null
  caller_reason: string | null
  version_number: number
  arm: string | null
}
interface Contact extends Json {
  id: number
  phone_number: string
  state: string
  held_by: string | null
}
interface Shown extends Json {
  may_stop: boolean
  sentence: string
  arms: Array<{ name: string; people: number; finished: number; successes: number; uncalled: number; verdict: string }>
}

let world: TestApp
let workflow_id: number
let telephony_configuration_id: number
let numberIds: number[]
const NUMBERS = ['+12025550131', '+12025550132']

const path = (id: number, more = '') => `/api/v1/campaign/${id}${more}`
const put = (id: number, body: Json) => world.a.request<Json>('PUT', path(id, '/experiment'), body)
const get = (id: number) => made<Shown>(world.a.request('GET', path(id, '/experiment')))
const runsOf = async (id: number) =>
  (await made<{ runs: Run[] } & Json>(world.a.request('GET', path(id, '/runs?limit=100')))).runs
const contactsOf = async (id: number) =>
  (await made<{ contacts: Contact[] } & Json>(world.a.request('GET', path(id, '/contacts?limit=100')))).contacts

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  workflow_id = await newWorkflow(world.a)
  await made(
    world.a.request('PUT', `/api/v1/workflow/${workflow_id}`, { workflow_definition: greeting('Hello, a short one.') }),
  )
  telephony_configuration_id = await newConfiguration(world.a, { ...FAST, account: fresh('account') })
  numberIds = []
  for (const address of NUMBERS) {
    const numbers = `${CONFIGURATIONS}/${telephony_configuration_id}/phone-numbers`
    numberIds.push((await made(world.a.request('POST', numbers, { address }))).id)
  }
})

async function campaignOver(rows: readonly string[], input: Json = {}) {
  const source_id = await uploadCsv(world.a, rows.join('\n'))
  return newCampaign(world.a, { workflow_id, source_id, telephony_configuration_id, ...input })
}

/** Numbers of people who answer. */
const answering = (count: number) => Array.from({ length: count }, (_, index) => `+1212${200 + index}1000`)

const GOAL = { outcomes: ['answered'] }

/** Two arms that differ: the workflow has two versions. */
const TWO = [{ name: 'A' }, { name: 'B', workflow_version_number: 1 }]

describe('an experiment', () => {
  test('calls each person as their arm says, never the control group, and counts people', async () => {
    const numbers = answering(40)
    const campaign = await campaignOver(['phone_number', ...numbers], { retry_config: { enabled: false } })
    const experiment = {
      name: 'Greeting',
      arms: [
        { name: 'old', workflow_version_number: 1, phone_number_id: numberIds[0] },
        { name: 'new', workflow_version_number: 2, phone_number_id: numberIds[1] },
        { name: 'quiet', not_called: true },
      ],
      goal: GOAL,
    }
    expect((await put(campaign.id, experiment)).status).toBe(200)
    const drafted = await get(campaign.id)
    expect(drafted.arms.map(({ people }) => people).reduce((sum, people) => sum + people)).toBe(40)
    const forecast = await made<Json & { forecast: { calls: { p50: number } } }>(
      world.a.request('POST', path(campaign.id, '/forecast'), {}),
    )
    await made(world.a.request('POST', path(campaign.id, '/start')))
    await untilEvent(world.a, campaign.id, 'campaign_completed')

    const runs = await runsOf(campaign.id)
    const arms = experiment.arms.map(({ name }) => ({ name, share: 1 }))
    for (const run of runs) {
      const arm = drawnArm({ arms }, campaign.id, { phoneNumber: run.phone_number })
      expect(run).toMatchObject({
        arm: experiment.arms[arm]?.name,
        version_number: arm + 1,
        caller_number: NUMBERS[arm],
        caller_reason: 'arm',
      })
    }
    const quiet = (await contactsOf(campaign.id)).filter(({ held_by }) => held_by === 'control_group')
    const called = new Set(runs.map(({ phone_number }) => phone_number))
    expect(quiet.length + called.size).toBe(40)
    expect(quiet.some(({ phone_number }) => called.has(phone_number))).toBe(false)
    expect(forecast.forecast.calls.p50).toBe(called.size)

    const shown = await get(campaign.id)
    expect(shown.arms.map(({ name, finished, successes, uncalled }) => [name, finished, successes, uncalled])).toEqual([
      ['old', called.size - (shown.arms[1]?.finished ?? 0), shown.arms[0]?.finished, 0],
      ['new', shown.arms[1]?.finished, shown.arms[1]?.finished, 0],
      ['quiet', 0, 0, quiet.length],
    ])
    const why = await made<Json>(world.a.request('GET', path(campaign.id, `/contacts/${quiet[0]?.id}/explain`)))
    expect(why).toMatchObject({ arm: 'quiet', may_call_now: false })
    expect(JSON.stringify(why)).toContain('the person is in the control group of the experiment')
    const { body: fixed } = await put(campaign.id, experiment)
    expect(fixed).toMatchObject({ code: 'experiment_fixed' })
  })

  test('keeps a person in one arm for all numbers, and counts the person once', async () => {
    const rows = ['phone_number,person_id']
    for (let person = 0; person < 12; person++) {
      for (let phone = 0; phone < 2; phone++) rows.push(`+1312${200 + person * 2 + phone}1000,p${person}`)
    }
    const campaign = await campaignOver(rows)
    await put(campaign.id, {
      name: 'Two',
      arms: [{ name: 'A' }, { name: 'B', workflow_version_number: 1 }],
      goal: GOAL,
    })
    const before = await get(campaign.id)
    expect(before.arms.map(({ people }) => people).reduce((sum, people) => sum + people)).toBe(12)
    await made(world.a.request('POST', path(campaign.id, '/start')))
    await untilEvent(world.a, campaign.id, 'campaign_completed')
    const armsOf = new Map<string, Set<string | null>>()
    for (const run of await runsOf(campaign.id)) {
      const person = rows.find((row) => row.startsWith(run.phone_number))?.split(',')[1] as string
      armsOf.set(person, (armsOf.get(person) ?? new Set()).add(run.arm))
    }
    expect([...armsOf.values()].every(({ size }) => size === 1)).toBe(true)
    const after = await get(campaign.id)
    expect(after.arms.map(({ finished }) => finished)).toEqual(after.arms.map(({ people }) => people))
  })

  test('is ended with one arm for everyone; its results stay as they were', async () => {
    const campaign = await campaignOver(['phone_number', ...answering(30)], { max_concurrency: 1 })
    await put(campaign.id, {
      name: 'Ended',
      arms: [{ name: 'A' }, { name: 'B', workflow_version_number: 1 }, { name: 'C', not_called: true }],
      goal: GOAL,
    })
    const stop = (arm: string) => world.a.request<Json>('POST', path(campaign.id, '/experiment/stop'), { arm })
    expect((await stop('B')).body).toMatchObject({ code: 'experiment_not_stoppable' })
    await world.pool.query('update campaigns set started_at = now(), total_queued_count = total_rows where id = $1', [
      campaign.id,
    ])
    expect((await stop('C')).status).toBe(422)
    expect((await stop('D')).status).toBe(422)
    expect((await stop('B')).body).toMatchObject({ experiment: { stopped: { arm: 'B' } } })
    expect((await stop('B')).status).toBe(200)
    expect((await stop('A')).body).toMatchObject({ code: 'experiment_not_stoppable' })
    await made(world.a.request('POST', path(campaign.id, '/start')))
    await untilEvent(world.a, campaign.id, 'campaign_completed')
    const runs = await runsOf(campaign.id)
    expect(runs).toHaveLength(30)
    expect(new Set(runs.map(({ arm }) => arm))).toEqual(new Set(['B']))
    expect((await get(campaign.id)).arms.map(({ finished }) => finished)).toEqual([0, 0, 0])
  })

  test('is refused with the place of each fault, and nothing is stored', async () => {
    const campaign = await campaignOver(['phone_number', '+12125550100'])
    const faults = async (change: Json) => {
      const input = { name: 'Faulty', arms: TWO, goal: GOAL, ...change }
      const { status, body } = await put(campaign.id, input)
      expect(status).toBe(422)
      return (body.detail as Array<{ loc: string[]; msg: string }>).map(({ loc }) => loc.slice(1).join('.'))
    }
    expect(await faults({ arms: [{ name: 'A' }] })).toEqual(['arms'])
    expect(await faults({ arms: ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ name })) })).toEqual(['arms'])
    expect(await faults({ arms: [{ name: 'A', share: 0 }, { name: 'B' }] })).toEqual(['arms.0.share'])
    expect(await faults({ arms: [{ name: 'A' }, { name: 'A' }] })).toEqual(['arms.1.name'])
    expect(await faults({ arms: [{ name: 'A' }, { name: 'B', workflow_version_number: 9 }] })).toEqual([
      'arms.1.workflow_version_number',
    ])
    expect(await faults({ arms: [{ name: 'A' }, { name: 'B', phone_number_id: 999_999 }] })).toEqual([
      'arms.1.phone_number_id',
    ])
    expect(await faults({ arms: [{ name: 'A', not_called: true }, { name: 'B' }] })).toEqual(['arms.0.not_called'])
    expect(
      await faults({ arms: [{ name: 'A' }, { name: 'B', not_called: true, workflow_version_number: 1 }] }),
    ).toEqual(['arms.1.not_called'])
    expect(
      await faults({ arms: [{ name: 'A' }, { name: 'B', hours: { start_time: '17:00', end_time: '09:00' } }] }),
    ).toEqual(['arms.1.hours'])
    expect(await faults({ goal: {} })).toEqual(['goal'])
    expect((await world.a.request('GET', path(campaign.id, '/experiment'))).status).toBe(404)
  })

  test('counts erased people in the arm in which they were called, and the control group in its own', async () => {
    const numbers = answering(40)
    const campaign = await campaignOver(['phone_number', ...numbers], { retry_config: { enabled: false } })
    const arms = [{ name: 'A' }, { name: 'B', workflow_version_number: 1 }, { name: 'C', not_called: true }]
    await put(campaign.id, { name: 'Erased', arms, goal: GOAL })
    await made(world.a.request('POST', path(campaign.id, '/start')))
    await untilEvent(world.a, campaign.id, 'campaign_completed')
    const { arms: before } = await get(campaign.id)
    expect(before.every(({ people }) => people > 0)).toBe(true)
    for (const phone_number of numbers.slice(0, 20))
      await made(world.a.request('POST', '/api/v1/erasures', { phone_number }))
    expect((await get(campaign.id)).arms).toEqual(before)
    // Retention erases the rest of a finished campaign in the same way.
    await world.pool.query(`update contacts set phone_number = 'erased' where campaign_id = $1`, [campaign.id])
    expect((await get(campaign.id)).arms).toEqual(before)
    const contacts = await contactsOf(campaign.id)
    const why = await made<Json>(world.a.request('GET', path(campaign.id, `/contacts/${contacts[0]?.id}/explain`)))
    expect(why.arm).toBeNull()
  })

  test('an arm whose voice does not exist is refused, at the start too if the voice has gone meanwhile', async () => {
    const campaign = await campaignOver(['phone_number', '+12125550100'])
    const input = (voice: string) => ({ name: 'Voices', arms: [{ name: 'A' }, { name: 'B', voice }], goal: GOAL })
    const detail = async (voice: string) => {
      const { status, body } = await put(campaign.id, input(voice))
      expect(status).toBe(422)
      return body.detail as Array<{ loc: unknown[]; msg: string }>
    }
    expect(await detail('amy')).toMatchObject([
      {
        loc: ['body', 'arms', '1', 'voice'],
        msg: 'Value error, This machine has no voice "amy" for English. It has slt, rms, awb, kal16, kal.',
      },
    ])
    expect(await detail('kall')).toMatchObject([{ msg: expect.stringContaining('Did you mean kal?') }])
    expect((await put(campaign.id, input('rms'))).status).toBe(200)

    const check = () =>
      made<Json & { refusals: Json[]; warnings: string[] }>(world.a.request('GET', path(campaign.id, '/start-check')))
    expect((await check()).refusals).toEqual([])
    // The voice was removed from the machine since.
    await world.pool.query(
      `update campaigns set experiment = jsonb_set(experiment, '{arms,1,voice}', '"gone"') where id = $1`,
      [campaign.id],
    )
    const [refusal] = (await check()).refusals
    expect(refusal).toMatchObject({ code: 'experiment_arm_unusable' })
    expect(refusal?.message).toMatch(/^The arm "B" of the experiment cannot be used\. .* no voice "gone" for English/)
    const started = await world.a.request<Json>('POST', path(campaign.id, '/start'))
    expect([started.status, started.body.code]).toEqual([409, 'experiment_arm_unusable'])
  })

  test('the voice of a speech service is looked up in its list, and the start check warns if it cannot be asked', async () => {
    const standIn = await openElevenLabs({})
    const service = { api_key: STAND_IN_KEY, base_url: standIn.url, voice: 'v1' }
    await made(
      world.b.request('PUT', '/api/v1/organizations/model-configuration', {
        speech: { engine: 'elevenlabs' },
        services: { elevenlabs: service },
      }),
    )
    const { id } = await newCampaign(world.b)
    const input = (voice: string) => ({ name: 'Voices', arms: [{ name: 'A' }, { name: 'B', voice }], goal: GOAL })
    const set = (voice: string) => world.b.request<Json>('PUT', path(id, '/experiment'), input(voice))
    expect(await set('klara')).toMatchObject({
      status: 422,
      body: { detail: [{ msg: 'Value error, elevenlabs has no voice with the id "klara". Did you mean v2?' }] },
    })
    expect((await set('v1')).body).toMatchObject({ detail: [{ msg: expect.stringContaining('exactly as the arm') }] })
    expect((await set('v2')).status).toBe(200)
    const check = () =>
      made<Json & { refusals: Json[]; warnings: string[] }>(world.b.request('GET', path(id, '/start-check')))
    expect(JSON.stringify((await check()).warnings)).not.toContain('is not checked')
    await standIn.close()
    expect((await set('never heard of')).status).toBe(200)
    const { refusals, warnings } = await check()
    expect(refusals.filter(({ code }) => code === 'experiment_arm_unusable')).toEqual([])
    expect(warnings).toContainEqual(
      expect.stringMatching(/^The voice of the arm "B" is not checked\. It is not known whether elevenlabs has/),
    )
  })

  test('arms that treat people alike are refused, by whatever setting they are alike', async () => {
    const campaign = await campaignOver(['phone_number', '+12125550100'])
    const alike = async (...arms: Json[]) => {
      const { status, body } = await put(campaign.id, { name: 'Alike', arms, goal: GOAL })
      return status === 422 ? (body.detail as Array<{ loc: unknown[]; msg: string }>) : status
    }
    const told = { msg: expect.stringContaining('exactly as the arm "A" does') }
    expect(await alike({ name: 'A' }, { name: 'B' })).toMatchObject([{ loc: ['body', 'arms', '1'], ...told }])
    // The campaign's version is the second one, and its voice the default one.
    expect(await alike({ name: 'A', share: 3 }, { name: 'B', workflow_version_number: 2, voice: 'slt' })).toMatchObject(
      [told],
    )
    const quiet = { not_called: true }
    expect(await alike({ name: 'Z' }, { name: 'A', ...quiet }, { name: 'B', ...quiet })).toMatchObject([told])
    expect(await alike({ name: 'A' }, { name: 'B', voice: 'rms' })).toBe(200)
    expect(await alike({ name: 'A' }, { name: 'B', phone_number_id: numberIds[0] })).toBe(200)
    expect(await alike(...TWO)).toBe(200)
  })

  test('an arm with other hours waits for them where the person is, and explain says until when', async () => {
    const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: 'America/New_York' }).format())
    // Never open now.
    const hours = hour < 12 ? { start_time: '22:00', end_time: '23:00' } : { start_time: '01:00', end_time: '02:00' }
    const campaign = await campaignOver(['phone_number', ...answering(12)])
    const arms = [
      { name: 'any time', share: 1, voice: 'rms' },
      { name: 'later', share: 1, hours },
    ]
    await put(campaign.id, { name: 'Hours', arms, goal: GOAL })
    await made(world.a.request('POST', path(campaign.id, '/start')))
    const later = answering(12).filter((phoneNumber) => drawnArm({ arms }, campaign.id, { phoneNumber }) === 1)
    let contacts: Contact[] = []
    while (contacts.filter(({ state }) => state === 'done').length < 12 - later.length || contacts.length === 0)
      contacts = await contactsOf(campaign.id)
    const waiting = contacts.filter(({ held_by }) => held_by === 'arm_hours')
    expect(waiting.map(({ phone_number }) => phone_number).sort()).toEqual(later.sort())
    const why = await made<Json & { because: Array<{ rule: string; until: string }> }>(
      world.a.request('GET', path(campaign.id, `/contacts/${waiting[0]?.id}/explain`)),
    )
    const rule = why.because.find((one) => one.rule === 'arm_hours')
    expect(rule?.until.slice(14)).toBe('00:00.000Z')
    const shown = await get(campaign.id)
    expect(shown.arms[1]).toMatchObject({ waits_for_hours: true, verdict: 'undecided' })
    const explained = await made<Json & { waits: Json[] }>(world.a.request('GET', path(campaign.id, '/explain')))
    expect(explained.waits).toMatchObject([{ rule: 'arm_hours', contacts: later.length }])
    // The end of the experiment frees them.
    await made(world.a.request('POST', path(campaign.id, '/experiment/stop'), { arm: 'any time' }))
    await untilEvent(world.a, campaign.id, 'campaign_completed')
    expect((await runsOf(campaign.id)).map(({ arm }) => arm)).toEqual(Array(12).fill('any time'))
  })

  test('an arm waits while its own number cannot be shown, explain says why, and it continues when the number can', async () => {
    const configurationId = await newConfiguration(world.a, { ...FAST, account: fresh('account') })
    const numbers = `${CONFIGURATIONS}/${configurationId}/phone-numbers`
    const own = await made(world.a.request('POST', numbers, { address: '+12025550133' }))
    await made(world.a.request('POST', numbers, { address: '+12025550134' }))
    const campaign = await campaignOver(['phone_number', ...answering(12)], {
      telephony_configuration_id: configurationId,
      retry_config: { enabled: false },
    })
    const arms = [
      { name: 'all numbers', share: 1 },
      { name: 'one number', share: 1, phone_number_id: own.id },
    ]
    await put(campaign.id, { name: 'Numbers', arms, goal: GOAL })
    const rest = (since: string | null) =>
      world.pool.query('update phone_numbers set resting_since = $2, resting_reason = $3 where id = $1', [
        own.id,
        since,
        since && 'refused',
      ])
    await made(world.a.request('PUT', `${numbers}/${own.id}`, { is_active: false }))
    const early = await world.a.request<Json>('POST', path(campaign.id, '/start'))
    expect([early.status, early.body.code]).toEqual([409, 'experiment_arm_unusable'])
    await made(world.a.request('PUT', `${numbers}/${own.id}`, { is_active: true }))
    await rest('2026-11-01')
    await made(world.a.request('POST', path(campaign.id, '/start')))
    const held = answering(12).filter((phoneNumber) => drawnArm({ arms }, campaign.id, { phoneNumber }) === 1)
    let contacts: Contact[] = []
    while (contacts.filter(({ state }) => state === 'done').length < 12 - held.length || contacts.length === 0)
      contacts = await contactsOf(campaign.id)
    const waiting = contacts.filter(({ held_by }) => held_by === 'arm_number')
    expect(waiting.map(({ phone_number }) => phone_number).sort()).toEqual(held.sort())

    const whyNot = async () => {
      const { because } = await made<Json & { because: Array<{ rule: string; message: string }> }>(
        world.a.request('GET', path(campaign.id, `/contacts/${waiting[0]?.id}/explain`)),
      )
      return because.find(({ rule }) => rule === 'arm_number')?.message
    }
    expect(await whyNot()).toMatch(/^The number of the person’s arm .* \(one number\) rests\./)
    await rest(null)
    await made(world.a.request('PUT', `${numbers}/${own.id}`, { is_active: false }))
    expect(await whyNot()).toMatch(
      /is not an active number of the telephony configuration that the campaign calls through/,
    )
    const explained = await made<Json & { waits: Json[] }>(world.a.request('GET', path(campaign.id, '/explain')))
    expect(explained.waits).toMatchObject([{ rule: 'arm_number', contacts: held.length }])
    expect(JSON.stringify(explained.waits)).toContain('an arm of the experiment whose own number cannot be shown')

    await made(world.a.request('PUT', `${numbers}/${own.id}`, { is_active: true }))
    expect(await whyNot()).toBeUndefined()
    // The dialer looks at them again within a minute; the test does not wait for it.
    await world.pool.query('update contacts set next_attempt_at = now() where campaign_id = $1 and state = $2', [
      campaign.id,
      'pending',
    ])
    await world.pool.query('update campaigns set next_due_at = now() where id = $1', [campaign.id])
    world.app.dialer.wake(world.a.organizationId)
    await untilEvent(world.a, campaign.id, 'campaign_completed')
    const shown = (await runsOf(campaign.id)).filter(({ arm }) => arm === 'one number')
    expect(shown.map(({ phone_number }) => phone_number).sort()).toEqual(held.sort())
    expect(new Set(shown.map(({ caller_number }) => caller_number))).toEqual(new Set(['+12025550133']))
  })

  test('a campaign with an open experiment does not change its version, nor start beside older nodes', async () => {
    const campaign = await campaignOver(['phone_number', '+12125550100'])
    await put(campaign.id, { name: 'Fixed', arms: TWO, goal: GOAL })
    await world.pool.query(
      `insert into nodes (id, started_at, lease_until, knows) values ('older', now(), now() + interval '1 minute', '0097-number-pools')`,
    )
    const early = await world.a.request<Json>('POST', path(campaign.id, '/start'))
    await world.pool.query(`delete from nodes where id = 'older'`)
    expect([early.status, early.body.code]).toEqual([409, 'nodes_too_old'])
    await world.pool.query(`update campaigns set state = 'paused', started_at = now() where id = $1`, [campaign.id])
    const resumed = await world.a.request<Json>('POST', path(campaign.id, '/resume'), { use_current_version: true })
    expect([resumed.status, resumed.body.code]).toEqual([409, 'experiment_open'])
  })

  test('SQL draws the same arms as the dialer', async () => {
    const rows = [
      'phone_number,person_id',
      '+12125550100,',
      '+12125550101,p 1',
      'sip:+12125550102@pbx.example,',
      '+12125550103,ü',
    ]
    const { id } = await campaignOver(rows)
    const arms = [3, 5, 1, 7].map((share, index) => ({ name: `${index}`, share }))
    const { rows: found } = await world.pool.query<{
      phoneNumber: string
      personId: string | null
      person: string
      arm: number
    }>(
      `select t.phone_number as "phoneNumber", t.person_id as "personId", ${personSql('t')} as person,
              ${drawnArmSql({ arms }, id, 't')} as arm
         from contacts t where t.campaign_id = $1`,
      [id],
    )
    expect(found).toHaveLength(4)
    for (const row of found) expect([row.person, Number(row.arm)]).toEqual([personOf(row), drawnArm({ arms }, id, row)])
  })
})
