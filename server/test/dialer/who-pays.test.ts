/**
 * Who pays when something goes wrong: each row of the table, as the answer to the dial and as the end of a call that was
 * accepted. Judged by the carrier's log: who was dialed, who is finished, who is called once the fault is lifted.
 */
import { describe, expect, test } from 'vitest'
import type { CallUpdate, PlaceResult } from '../../src/telephony/provider.ts'
import { leftOut } from '../drawn.ts'
import {
  CONFIGURATION,
  type Deed,
  ended,
  PayWorld,
  PLACED,
  type Script,
  TALKS,
  type WorldOptions,
} from './who-pays-world.ts'

type EndedNews = Parameters<typeof ended>[0]

/** Both forms of a fault. */
const FORMS = ['answer to the dial', 'end of an accepted call', 'end of an accepted call, after "dialing"'] as const

function refusing(
  form: (typeof FORMS)[number],
  answer: Exclude<PlaceResult, { kind: 'placed' }>,
  end: EndedNews,
): Deed {
  if (form === 'answer to the dial') return { answer }
  const news: CallUpdate = ended({ cause: answer.reason, ...end })
  const dialing = { afterMs: 10, news: { kind: 'dialing' } as const }
  return { answer: PLACED, news: [...(form === FORMS[2] ? [dialing] : []), { afterMs: 100, news }] }
}

const NO_ANSWER: Deed = {
  answer: PLACED,
  news: [
    { afterMs: 500, news: { kind: 'ringing' } },
    { afterMs: 10_000, news: ended({ as: 'no_answer', cause: 'no answer' }) },
  ],
}
const talks: Script = () => TALKS
/** The first so many dials get through, the others meet the deed. */
const after =
  (count: number, deed: Deed): Script =>
  (_, dial) =>
    dial <= count ? TALKS : deed

async function world(options: WorldOptions, script: Script): Promise<PayWorld> {
  const made = new PayWorld(options, script)
  await made.settle()
  return made
}

/** The fault is lifted, the operator resumes, and everybody is reached. */
async function lifted(made: PayWorld): Promise<void> {
  made.behave(talks)
  await made.run(60_000)
  if (made.campaign().state === 'paused') made.resume()
  await made.settle(60)
  expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 0, processedRows: made.people.length })
  expect(made.rung.size).toBe(made.people.length)
  const { executedCount, totalQueuedCount } = made.campaign()
  expect(executedCount).toBe(totalQueuedCount)
}

describe.each(FORMS)('as the %s', (form) => {
  test('an account that is refused pauses at once and spends nobody, however often it is resumed', async () => {
    const deed = refusing(form, { kind: 'halt', reason: 'no credit' }, { fault: 'account' })
    const made = await world({ people: 60 }, after(20, deed))
    expect(made.campaign().state).toBe('paused')
    for (let resumes = 0; resumes < 5; resumes++) {
      await made.run(60_000)
      made.resume()
      await made.settle()
      expect(made.campaign().state).toBe('paused')
    }
    expect(made.finished('failed')).toEqual([])
    // In flight when the first was refused, and one or two a resume.
    expect(made.dials.length).toBeLessThan(20 + 20 + 2 * 5)
    await lifted(made)
  })

  test('a refusal that may be about the destination, met by all, pauses and spends nobody', async () => {
    const deed = refusing(
      form,
      { kind: 'halt', reason: 'not permitted', perhapsNumber: true },
      { fault: 'account', perhapsNumber: true },
    )
    const made = await world({ people: 60 }, after(20, deed))
    expect(made.campaign().state).toBe('paused')
    expect(made.finished('failed')).toEqual([])
    expect(made.messages('carrier_account_refused')[0]).toContain('not permitted')
    await lifted(made)
  })

  test('a refusal that may be about the destination is the contact’s own once others got through', async () => {
    const deed = refusing(
      form,
      { kind: 'halt', reason: 'not permitted', perhapsNumber: true },
      { fault: 'account', perhapsNumber: true },
    )
    const barred = new Set(['+155510007', '+155510033'])
    const made = await world({ people: 60 }, ({ to }) => (barred.has(to) ? deed : TALKS))
    expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 2 })
    expect(new Set(made.finished('failed'))).toEqual(barred)
    expect(made.rung.size).toBe(58)
  })

  test('congestion gives everybody back, backs off further and further, and ends by itself', async () => {
    const deed = refusing(form, { kind: 'later', reason: '503' }, { fault: 'network' })
    const made = new PayWorld({ people: 60 }, after(20, deed))
    await made.run(600_000)
    expect(made.campaign().state).toBe('running')
    expect(made.finished('failed')).toEqual([])
    // Ten minutes of outage, at most a minute between two tries.
    expect(made.dials.length).toBeLessThan(20 + 20 * 20)
    expect(made.store.tables.configurations.get(CONFIGURATION)?.backoffs).toBeGreaterThan(4)
    made.behave(talks)
    await made.settle(60)
    expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 0 })
    expect(made.rung.size).toBe(60)
    expect(made.store.tables.configurations.get(CONFIGURATION)?.backoffs).toBe(0)
  })

  test('a dead number is finished, and the campaign continues', async () => {
    const deed = refusing(form, { kind: 'never', reason: 'no such number' }, { permanent: true })
    const dead = ({ to }: { to: string }) => Number(to) % 10 === 3
    const made = await world({ people: 60 }, (order) => (dead(order) ? deed : TALKS))
    expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 6 })
    expect(made.finished('failed').every((to) => dead({ to }))).toBe(true)
    expect(made.dials.length).toBe(60)
  })

  const FAILS: Array<[string, Exclude<PlaceResult, { kind: 'placed' }>, EndedNews]> = [
    ['"no such number" to everybody', { kind: 'never', reason: 'no such number' }, { permanent: true }],
    ['a failure that nobody explains', { kind: 'rejected', reason: 'unspecified' }, {}],
  ]
  test.each(FAILS)('%s, after some were reached, stops after twenty and spends nobody', async (_, answer, end) => {
    const made = await world({ people: 80 }, after(20, refusing(form, answer, end)))
    expect(made.campaign().state).toBe('paused')
    expect(made.messages('dials_fail_alike')[0]).toContain(`20 of 20 failed: ${answer.reason}`)
    expect(made.finished('failed')).toEqual([])
    expect(made.campaign()).toMatchObject({ processedRows: 20, failedRows: 0, outcomes: { answered: 20 } })
    made.resume()
    await made.settle()
    expect(made.campaign().state).toBe('paused')
    expect(made.finished('failed')).toEqual([])
    await lifted(made)
  })

  test('a caller ID that is refused rests; the others continue, and nobody is spent', async () => {
    const deed = refusing(form, { kind: 'caller', reason: 'caller ID not accepted' }, { fault: 'caller' })
    const made = await world({ people: 60, numbers: 4 }, ({ from }) => (from?.endsWith('2') ? deed : TALKS))
    expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 0 })
    expect(made.rung.size).toBe(60)
    expect(made.messages('caller_number_resting')).toHaveLength(1)
    expect(made.store.tables.numbers.get(2)?.resting).toBe(true)
    // Those already under way when the first was refused.
    expect(made.dials.filter(({ from }) => from?.endsWith('2')).length).toBeLessThan(6)
  })

  test('when no caller ID is left the campaign pauses, and continues once they are awake', async () => {
    const deed = refusing(form, { kind: 'caller', reason: 'caller ID not accepted' }, { fault: 'caller' })
    const made = await world({ people: 60, numbers: 3 }, after(20, deed))
    expect(made.campaign().state).toBe('paused')
    expect(made.messages('no_caller_number_left')).toHaveLength(1)
    expect(made.finished('failed')).toEqual([])
    const { numbers } = made.store.tables
    for (const [id, number] of numbers) numbers.set(id, { ...number, resting: false })
    await lifted(made)
  })

  test('caller ID not accepted, the last one of a pool: its campaign pauses, and one that shows the others continues', async () => {
    const refused = refusing(form, { kind: 'caller', reason: 'caller ID not accepted' }, { fault: 'caller' })
    const made = new PayWorld({ people: 20, numbers: 2 }, ({ from }) => (from === '+12225550101' ? refused : TALKS))
    made.addCampaign(2, ['+155520000', '+155520001'])
    const pools: Array<[campaignId: number, numberId: number]> = [
      [1, 1],
      [2, 2],
    ]
    for (const [id, number] of pools) {
      const callerPool = { rotation: 'sticky' as const, phone_number_ids: [number] }
      made.store.tables.campaigns.set(id, { ...made.campaign(id), callerPool })
    }
    await made.settle()
    expect(made.campaign()).toMatchObject({ state: 'paused', failedRows: 0 })
    expect(made.messages('no_caller_number_left')).toHaveLength(1)
    expect(made.campaign(2)).toMatchObject({ state: 'completed', processedRows: 2 })
    // None of its people was called with a number that its pool does not have.
    expect(made.dials.filter(({ to, from }) => to < '+15552' && from !== '+12225550101')).toEqual([])
  })

  test('a person who marks calls as unwanted is finished and offered for the do-not-call list', async () => {
    const deed = refusing(form, { kind: 'never', reason: '607', unwanted: true }, { as: 'declined', unwanted: true })
    const made = await world({ people: 60 }, ({ to }) => (to === '+155510007' ? deed : TALKS))
    expect(made.campaign()).toMatchObject({
      state: 'completed',
      failedRows: 1,
      outcomes: { answered: 59, declined: 1 },
    })
    expect(made.dials.length).toBe(60)
    const offered = made.store.tables.events.filter(({ type }) => type === 'suppression_offered')
    expect(offered.map(({ data }) => data.phone_number)).toEqual(['+155510007'])
    const candidates = [...made.store.tables.candidates.values()]
    expect(candidates).toMatchObject([{ phoneNumber: '+155510007', source: 'carrier' }])
    const simulated = await world({ people: 10, provider: 'simulator' }, ({ to }) =>
      to === '+155510007' ? deed : TALKS,
    )
    expect(simulated.campaign().outcomes).toEqual({ answered: 9, declined: 1 })
    expect([...simulated.store.tables.candidates.values()]).toEqual([])
  })
})

describe('a caller ID that is refused in a single call', () => {
  const news = [{ afterMs: 100, news: ended({ cause: 'caller ID not accepted', fault: 'caller' }) }]
  const refused: Deed = { answer: PLACED, news }

  test.each<[form: string, deed: Deed]>([
    ['end of an accepted call', refused],
    ['answer to the dial', { answer: { kind: 'caller', reason: 'caller ID not accepted' } }],
  ])('as the %s: its number rests, and a campaign whose people all wait continues', async (_, deed) => {
    const single = '+15559999999'
    const made = new PayWorld({ people: 3, slots: 3, numbers: 3 }, ({ to }) => (to === single ? deed : NO_ANSWER))
    await made.run(30_000)
    expect(made.campaign().nextDueAtMs).toBeGreaterThan(made.time.now())
    await made.callOnce(single)
    await made.run(2000)
    expect(made.campaign().state).toBe('running')
    expect([...made.store.tables.numbers.values()].filter(({ resting }) => resting)).toHaveLength(1)
  })

  test('when it was the last one that a campaign shows, campaigns whose people all wait pause', async () => {
    const made = new PayWorld({ people: 3, numbers: 3 }, ({ to }) => (to.startsWith('+15559') ? refused : NO_ANSWER))
    made.addCampaign(2, ['+155520000'])
    const callerPool = { rotation: 'sticky' as const, phone_number_ids: [1] }
    made.store.tables.campaigns.set(2, { ...made.campaign(2), callerPool })
    await made.run(30_000)
    const states = async () => {
      await made.run(2000)
      const resting = [...made.store.tables.numbers.values()].filter((one) => one.resting).map(({ id }) => id)
      return { resting, states: [1, 2].map((id) => made.campaign(id).state) }
    }
    made.store.tables.numbers.set(3, { ...made.number(3), resting: true })
    // The number that was used longest ago is shown.
    made.store.tables.numbers.set(1, { ...made.number(1), lastUsedAtMs: 1 })
    await made.callOnce('+15559000001')
    expect(await states()).toEqual({ resting: [1, 3], states: ['running', 'paused'] })
    await made.callOnce('+15559000002')
    expect(await states()).toEqual({ resting: [1, 2, 3], states: ['paused', 'paused'] })
    expect(made.messages('no_caller_number_left')).toHaveLength(2)
    expect(made.finished('failed')).toEqual([])
  })
})

describe('the guard against calls that fail alike', () => {
  const dead: Deed = {
    answer: PLACED,
    news: [{ afterMs: 100, news: ended({ cause: '1 Unallocated', permanent: true }) }],
  }

  test('counts across nodes and restarts', async () => {
    const made = new PayWorld({ people: 80, nodes: 2, callsPerSecond: 1, slots: 4 }, after(20, dead))
    const failures = () => made.dials.length - 20
    await made.time.run(made.time.now() + 600_000, () => failures() >= 10)
    await made.restart()
    await made.settle()
    expect(made.campaign().state).toBe('paused')
    expect(failures()).toBeLessThan(20 + 4 + 4)
    expect(made.finished('failed')).toEqual([])
    await lifted(made)
  })

  test('stops every campaign on the configuration, and gives back the contacts of a short one that had completed', async () => {
    const made = new PayWorld({ people: 80, slots: 4 }, () => dead)
    made.addCampaign(2, ['+155520000', '+155520001', '+155520002'])
    await made.settle()
    expect([made.campaign(1).state, made.campaign(2).state]).toEqual(['paused', 'paused'])
    expect(made.finished()).toEqual([])
    expect(made.campaign(2)).toMatchObject({ processedRows: 0, failedRows: 0, completedAtMs: null })
  })

  test('does not give back people who called back meanwhile and talked, or were promised another time', async () => {
    const [waiting, finished, promised] = ['+155510000', '+155510001', '+155510002'] as const
    const declined: Deed = { answer: PLACED, news: [{ afterMs: 100, news: ended({ as: 'declined', cause: 'X' }) }] }
    const unexplained: Deed = { answer: PLACED, news: [{ afterMs: 100, news: ended({ cause: 'X' }) }] }
    const made = new PayWorld({ people: 80, callsPerSecond: 1 }, ({ to }) => (to === finished ? unexplained : declined))
    await made.time.run(made.time.now() + 60_000, () => made.dials.length >= 5)
    expect([waiting, finished, promised].map((to) => made.contact(to).state)).toEqual(['pending', 'done', 'pending'])
    await made.callsBack(waiting, 10)
    await made.callsBack(finished, 10)
    await made.callsBack(promised, 10, '2026-11-16T15:00:00Z')
    await made.settle()
    expect(made.campaign()).toMatchObject({ state: 'paused', processedRows: 2, failedRows: 1 })
    expect(made.contact(waiting)).toMatchObject({ state: 'done', outcome: 'inbound' })
    expect(made.contact(finished)).toMatchObject({ state: 'done', outcome: 'failed' })
    expect(made.contact(promised).nextAttemptAtMs).toBe(Date.parse('2026-11-16T15:00:00Z'))
    made.behave(talks)
    made.resume()
    await made.settle(60)
    expect(made.dials.filter(({ to }) => to === waiting || to === finished)).toHaveLength(2)
  })

  test.each(['no_such_number', 'unreachable'] as const)(
    'counts calls that an announcement answers (%s), though they ring and are answered, and spends nobody',
    async (announcement) => {
      const announced: Deed = {
        answer: PLACED,
        news: [
          { afterMs: 500, news: { kind: 'ringing' } },
          { afterMs: 1000, news: { kind: 'answered' } },
          { afterMs: 5000, news: { kind: 'announcement', announcement } },
          { afterMs: 6000, news: ended({ as: 'completed', cause: 'completed', durationSeconds: 5, endedBy: 'us' }) },
        ],
      }
      const made = await world({ people: 60 }, after(20, announced))
      expect(made.campaign()).toMatchObject({ state: 'paused', processedRows: 20, outcomes: { answered: 20 } })
      expect(made.messages('dials_fail_alike')[0]).toContain('20 of 20 failed: announcement: ')
      for (let resumes = 0; resumes < 3; resumes++) {
        await made.run(60_000)
        made.resume()
        await made.settle()
        expect(made.campaign()).toMatchObject({ state: 'paused', processedRows: 20 })
      }
      expect(
        [...made.store.tables.contacts.values()].filter(({ state, dials }) => state !== 'done' && dials > 0),
      ).toEqual([])
      await lifted(made)
    },
  )

  test('does not stop for announcements on single lines of a list whose other people are reached', async () => {
    const announced: Deed = {
      answer: PLACED,
      news: [
        { afterMs: 1000, news: { kind: 'answered' } },
        { afterMs: 5000, news: { kind: 'announcement', announcement: 'no_such_number' } },
        { afterMs: 6000, news: ended({ as: 'completed', cause: 'completed', durationSeconds: 5, endedBy: 'us' }) },
      ],
    }
    const made = await world({ people: 100 }, ({ to }) => (Number(to) % 3 === 0 ? announced : TALKS))
    expect(made.campaign()).toMatchObject({
      state: 'completed',
      failedRows: made.people.filter((to) => Number(to) % 3 === 0).length,
    })
  })

  test('stops a short list when all of it failed alike', async () => {
    const made = await world({ people: 12 }, () => dead)
    expect(made.campaign()).toMatchObject({ state: 'paused', processedRows: 0 })
    expect(made.messages('dials_fail_alike')[0]).toContain('12 of 12 failed')
    await lifted(made)
  })

  test('finishes numbers that are dead indeed, once others got through', async () => {
    const isDead = (to: string) => Number(to) % 100 < 30
    const made = await world({ people: 60 }, ({ to }) => (isDead(to) ? dead : TALKS))
    expect(made.campaign().state).toBe('paused')
    for (let resumes = 0; resumes < 4 && made.campaign().state === 'paused'; resumes++) {
      await made.run(10_000)
      made.resume()
      await made.settle()
    }
    expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 30 })
    expect(made.rung.size).toBe(30)
  })

  test('does not count across a call that rang', async () => {
    const made = await world({ people: 100 }, ({ to }) => (Number(to) % 10 === 0 ? TALKS : dead))
    expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 90 })
  })
})

describe('congestion', () => {
  const congested: Deed = { answer: PLACED, news: [{ afterMs: 1500, news: ended({ cause: '503', fault: 'network' }) }] }

  test('of one number in a long list is that number’s own after four dials', async () => {
    const made = await world({ people: 600 }, ({ to }) => (to === '+155510007' ? congested : TALKS))
    expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 1 })
    expect(made.dials.filter(({ to }) => to === '+155510007').length).toBe(4)
  })

  test('an account that starts fewer calls than the pace keeps its queue short, and the log says so', async () => {
    const STARTS_EVERY_MS = 1000
    let startsAtMs = 0
    let longestMs = 0
    const world: PayWorld = new PayWorld({ people: 120, slots: 100, callsPerSecond: 5 }, () => {
      const nowMs = world.time.now()
      startsAtMs = Math.max(nowMs, startsAtMs + STARTS_EVERY_MS)
      const afterMs = startsAtMs - nowMs
      longestMs = Math.max(longestMs, afterMs)
      const later = (TALKS.news ?? []).map((one) => ({ ...one, afterMs: one.afterMs + afterMs }))
      return { answer: PLACED, news: [{ afterMs: afterMs + 1, news: { kind: 'dialing' } }, ...later] }
    })
    await world.settle(10)
    expect(world.finished('answered')).toHaveLength(120)
    // At five calls a second for one that starts, the last of 100 calls at once would wait for 80 s.
    expect(longestMs).toBeLessThan(40_000)
    expect(world.messages('carrier_unavailable')[0]).toMatch(/slower than `calls_per_second`/)
  })

  test.skipIf(leftOut())('2 % of numbers that the network turns away cost no more than 3 % of the time', async () => {
    const minutes = async (script: Script) => {
      const made = new PayWorld({ people: 1000, slots: 300, callsPerSecond: 20 }, script)
      const startMs = made.time.now()
      // Numbers that are never reached are tried again for a while; the list itself is through when the others are done.
      await made.time.run(startMs + 3_600_000, () => made.campaign().processedRows >= 950)
      return made.time.now() - startMs
    }
    const without = await minutes(talks)
    const withFaults = await minutes(({ to }) => (Number(to) % 50 === 0 ? congested : TALKS))
    expect(withFaults / without).toBeLessThan(1.03)
  })

  test('of the whole network is not a number’s own, though a call from before rang after its first refusal', async () => {
    const late: Deed = {
      answer: PLACED,
      news: [{ afterMs: 5000, news: { kind: 'ringing' } }, ...(TALKS.news ?? []).slice(2)],
    }
    const made = new PayWorld({ people: 60 }, (_, dial) => (dial === 10 ? late : congested))
    await made.run(1_200_000)
    expect(made.campaign()).toMatchObject({ state: 'running', failedRows: 0 })
    made.behave(talks)
    await made.settle(60)
    expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 0 })
  })

  test('of the whole network is not a number’s own, though its last refusal is told when the network is well again', async () => {
    const unlucky = '+155510007'
    const late: Deed = {
      answer: PLACED,
      news: [{ afterMs: 100_000, news: ended({ cause: '503', fault: 'network' }) }],
    }
    let dials = 0
    const made = await world({ people: 12 }, ({ to }) => {
      if (to === unlucky && ++dials === 5) return late
      return dials < 5 ? congested : TALKS
    })
    expect(dials).toBe(6)
    expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 0 })
  })

  test('that meets one number again and again while others get through is that number’s own', async () => {
    const made = await world({ people: 60 }, ({ to }) => (to === '+155510007' ? congested : TALKS))
    expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 1 })
    // The list is done before its fourth dial: it takes longer to be believed.
    expect(made.dials.filter(({ to }) => to === '+155510007').length).toBe(11)
  })
})

describe('an error of the carrier at the dial', () => {
  const error: Deed = {
    answer: { kind: 'unknown', reason: 'the carrier answered 503', errorAnswer: true },
    lookUp: { kind: 'absent' },
  }

  test.each(['remembers', 'forgets'] as const)(
    'that a look-up shows to be no call gives the contact back without an attempt (%s)',
    async (provider) => {
      const made = new PayWorld({ people: 60, provider }, after(20, error))
      await made.run(300_000)
      expect(made.campaign()).toMatchObject({ state: 'running', processedRows: 20, failedRows: 0, executedCount: 20 })
      made.behave(talks)
      await made.settle(60)
      expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 0, executedCount: 60 })
      expect(made.rung.size).toBe(60)
    },
  )

  test('without an answer may have rung: on a carrier that forgets calls it counts as lost', async () => {
    const silent: Deed = { answer: { kind: 'unknown', reason: 'no answer' }, lookUp: { kind: 'absent' } }
    const made = new PayWorld({ people: 10, provider: 'forgets' }, after(5, silent))
    await made.run(120_000)
    expect(made.store.tables.events.filter(({ data }) => data.outcome === 'lost')).toHaveLength(5)
  })
})

describe('a contact who calls back and talks while our dial to the same number is live', () => {
  const [first, second] = ['+155510000', '+155510001'] as const
  const hangsOn = (as: 'no_answer' | 'failed'): Deed => ({
    answer: PLACED,
    news: [
      { afterMs: 500, news: { kind: 'ringing' } },
      { afterMs: 40_000, news: ended({ as, cause: 'late' }) },
    ],
  })

  test.each(['no_answer', 'failed'] as const)('is finished when that dial ends (%s)', async (as) => {
    const made = new PayWorld({ people: 2 }, (_, dial) => (dial <= 2 ? hangsOn(as) : TALKS))
    await made.run(5_000)
    await made.callsBack(first, 12)
    await made.callsBack(second, 12, '2026-11-16T15:00:00Z')
    await made.run(20_000)
    expect(made.contact(first).state).toBe('in_call')
    await made.run(60_000)
    expect(made.contact(first)).toMatchObject({ state: 'done', outcome: 'inbound' })
    expect(made.contact(second)).toMatchObject({ nextAttemptAtMs: Date.parse('2026-11-16T15:00:00Z') })
    await made.settle(400)
    expect(made.dials.map(({ to }) => to)).toEqual([first, second, second])
    expect(made.campaign()).toMatchObject({ state: 'completed', processedRows: 2, failedRows: 0 })
    const { executedCount, totalQueuedCount } = made.campaign()
    expect([executedCount, totalQueuedCount]).toEqual([3, 2 + 1])
  })

  test('a promise that no campaign keeps is reported', async () => {
    const made = await world({ people: 1 }, talks)
    await made.callsBack(first, 12, '2026-11-16T15:00:00Z')
    await made.run(20_000)
    expect(made.messages('call_back_not_planned')[0]).toContain('2026-11-16T15:00:00.000Z')
  })
})

test('answered calls without an agent pause after three, and these people are called again', async () => {
  // What Plivo and Vobiz report when they cannot reach our answer URL.
  const unreachable: Deed = {
    answer: PLACED,
    news: [
      { afterMs: 500, news: { kind: 'ringing' } },
      { afterMs: 5000, news: ended({ as: 'completed', cause: '7011', endedBy: 'carrier' }) },
    ],
  }
  const made = await world({ people: 60, slots: 5, agentExpected: true }, () => unreachable)
  expect(made.campaign().state).toBe('paused')
  expect(made.messages('agent_missing')).toHaveLength(1)
  expect(made.finished()).toEqual([])
  expect(made.dials.length).toBeLessThan(3 + 5 + 5)
})

describe('an agent that is missing', () => {
  const silent: Deed = {
    answer: PLACED,
    news: [
      { afterMs: 500, news: { kind: 'ringing' } },
      { afterMs: 5000, news: { kind: 'answered' } },
      { afterMs: 20_000, news: ended({ as: 'completed', cause: '7011', endedBy: 'carrier', durationSeconds: 15 }) },
    ],
  }
  const nobody: Deed = {
    answer: PLACED,
    news: [
      { afterMs: 500, news: { kind: 'ringing' } },
      { afterMs: 20_000, news: ended({ as: 'no_answer', cause: 'no answer' }) },
    ],
  }

  test('is noticed at the third answered call, also where most calls are not answered', async () => {
    const options = { people: 100, slots: 1, agentExpected: true }
    const made = await world(options, (_, dial) => (dial % 4 === 0 ? silent : nobody))
    expect(made.campaign().state).toBe('paused')
    expect(made.dials).toHaveLength(12)
    expect(made.messages('agent_missing')).toHaveLength(1)
    expect(made.finished('failed')).toEqual([])
  })

  test('is noticed by look-ups alone: no report arrives, and the carrier names neither the duration nor who ended the call', async () => {
    const found = ended({ as: 'completed', cause: 'found ended by looking it up', endedBy: null })
    const unheard = { ...found, kind: 'ended' } as Extract<CallUpdate, { kind: 'ended' }>
    const deed: Deed = {
      answer: { kind: 'placed', providerCallId: 'x' },
      lookUp: { kind: 'ended', providerCallId: 'x', news: unheard },
    }
    const made = await world({ people: 60, slots: 5, agentExpected: true }, () => deed)
    expect(made.campaign().state).toBe('paused')
    expect(made.finished()).toEqual([])
  })

  test('is noticed by calls that all end at once, if the carrier never says who ended them', async () => {
    const short = (endedBy: 'callee' | null): Deed => ({
      answer: PLACED,
      news: [
        { afterMs: 5000, news: { kind: 'answered' } },
        { afterMs: 6500, news: ended({ as: 'completed', cause: 'completed', endedBy, durationSeconds: 1 }) },
      ],
    })
    const made = await world({ people: 60, slots: 1, agentExpected: true }, () => short(null))
    expect(made.campaign().state).toBe('paused')
    expect(made.dials).toHaveLength(10)
    expect(made.messages('agent_missing')[0]).toContain('PUBLIC_URL')
    // People do hang up at once.
    const impatient = await world({ people: 60, slots: 5, agentExpected: true }, () => short('callee'))
    expect(impatient.campaign()).toMatchObject({ state: 'completed', failedRows: 0 })
  })
})

test('whom the network cuts off while the phone rings is called again, with one attempt spent', async () => {
  const cutOff: Deed = {
    answer: PLACED,
    news: [
      { afterMs: 500, news: { kind: 'ringing' } },
      { afterMs: 3000, news: ended({ fault: 'network', cause: 'SIP 503' }) },
    ],
  }
  const made = new PayWorld({ people: 40, slots: 20, callsPerSecond: 20 }, after(0, cutOff))
  await made.run(10_000)
  expect(made.finished()).toEqual([])
  expect(made.contact(made.people[0] as string)).toMatchObject({ state: 'pending', dials: 1, outcome: 'failed' })
  made.behave(talks)
  await made.settle(60)
  expect(made.campaign()).toMatchObject({ state: 'completed', failedRows: 0 })
})

describe('two configurations of one carrier account', () => {
  const people = (from: number) => Array.from({ length: 60 }, (_, index) => `+1555${from + index}`)

  function sharing(account: string, script: Script): PayWorld {
    const made = new PayWorld({ people: 60, callsPerSecond: 1, slots: 100 }, script)
    made.addConfiguration(2, 2, account)
    made.addCampaign(2, people(20_000), 2)
    return made
  }

  /** The most dials within any second, by the carrier's log. */
  const mostPerSecond = (made: PayWorld) =>
    Math.max(
      ...made.dials.map(({ atMs }) => made.dials.filter((dial) => dial.atMs >= atMs && dial.atMs < atMs + 1000).length),
    )

  test('never dial faster together than the account allows, each at most at its own pace, and both get their share', async () => {
    const apart = sharing('another', talks)
    await apart.run(20_000)
    expect(mostPerSecond(apart)).toBe(3)
    const together = sharing('account 1', talks)
    await together.run(20_000)
    expect(mostPerSecond(together)).toBe(2)
    const ofSecond = together.dials.filter(({ to }) => to >= '+155520000').length
    expect(together.dials.length).toBeGreaterThanOrEqual(39)
    expect(ofSecond).toBeGreaterThanOrEqual(19)
    expect(together.dials.length - ofSecond).toBeGreaterThanOrEqual(15)
  })

  test('wait together when the carrier answers "later"', async () => {
    const busy: Deed = { answer: { kind: 'later', reason: '429', retryAfterMs: 30_000 } }
    const made = sharing('account 1', (_, dial) => (dial <= 4 ? TALKS : busy))
    await made.run(28_000)
    const dialed = made.dials.length
    // Those that were on their way when the first was refused.
    expect(dialed).toBeLessThanOrEqual(6)
    made.behave(talks)
    await made.run(20_000)
    expect(made.dials.length).toBeGreaterThan(dialed + 10)
  })
})
