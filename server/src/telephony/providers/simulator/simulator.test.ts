import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../../../kernel/log.ts'
import { seededRng } from '../../../kernel/rng.ts'
import { VirtualClock } from '../../../kernel/virtual-clock.ts'
import { fieldsOf } from '../../fields.ts'
import type { MediaListener, MediaStream } from '../../media.ts'
import type { AccountContext, CallRef, CallUpdate, InboundDecision } from '../../provider.ts'
import { simulatedCarrierOf } from './account.ts'
import { RENDERED } from './generated/phrases.ts'
import { personAtAddress, type SimulatedPersonName } from './people.ts'
import { FRAME_MS, isVoice, tone } from './sound.ts'
import { simulator } from './spec.ts'

const VARIANTS = [
  ...Object.entries(RENDERED).flatMap(([phrase, variants]) =>
    variants.map(({ audio }) => ({ phrase, audio: brotliDecompressSync(Buffer.from(audio, 'base64')) })),
  ),
  { phrase: 'beep', audio: Buffer.from(tone(1000, 500)) },
]

const AGENT = { greetingMs: 6000, sentenceMs: 1500, pauseMs: 600, interruptedAfterMs: 500, patienceMs: 6000 }

/** Greets, waits until the person has spoken or pressed a key, says the next thing; hangs up when all is said. */
class TinyAgent implements MediaListener {
  readonly media: MediaStream
  readonly #left: number
  readonly #hangUp: () => void
  readonly #frames: Uint8Array[] = []
  readonly marks: boolean[] = []
  digits = ''
  closes = 0
  sentences = 0
  longestPauseMs = 0
  #playing = false
  #voicedMs = 0
  #quietMs = 0

  constructor(media: MediaStream, sentences: number, hangUp: () => void) {
    this.media = media
    this.#left = sentences
    this.#hangUp = hangUp
    media.listen(this)
    this.#say(AGENT.greetingMs)
  }

  audio(frame: Uint8Array): void {
    this.#frames.push(frame)
    const voiced = isVoice(frame)
    this.#voicedMs += voiced ? FRAME_MS : 0
    this.#quietMs = voiced ? 0 : this.#quietMs + FRAME_MS
    this.longestPauseMs = Math.max(this.longestPauseMs, this.#quietMs)
    if (this.#playing && this.#voicedMs >= AGENT.interruptedAfterMs) this.media.clear()
    if (this.#playing) return
    const answered = this.#voicedMs > 0 && this.#quietMs >= AGENT.pauseMs
    if (answered || this.#quietMs >= AGENT.patienceMs) this.#next()
  }

  digit(digit: string): void {
    this.digits += digit
    this.#voicedMs += FRAME_MS
    this.#quietMs = 0
  }

  marked(_name: string, played: boolean): void {
    this.marks.push(played)
    this.#playing = false
    if (played) this.#voicedMs = 0
    this.#quietMs = 0
  }

  closed(): void {
    this.closes++
  }

  get heardMs(): number {
    return this.#frames.length * FRAME_MS
  }

  get heard(): string[] {
    return this.heardWithin(this.heardMs)
  }

  /** What was said to us, in order. */
  heardWithin(ms: number): string[] {
    const stream = Buffer.concat(this.#frames.slice(0, ms / FRAME_MS))
    const found: { phrase: string; from: number; to: number }[] = []
    for (const { phrase, audio } of VARIANTS) {
      for (let from = stream.indexOf(audio); from >= 0; from = stream.indexOf(audio, from + 1)) {
        found.push({ phrase, from, to: from + audio.length })
      }
    }
    // A machine's greeting may begin with the very "hello" that people say.
    const whole = found.filter(
      (one) => !found.some((other) => other !== one && other.from <= one.from && other.to > one.to),
    )
    return whole.sort((one, other) => one.from - other.from).map(({ phrase }) => phrase)
  }

  #next(): void {
    if (this.sentences > this.#left) this.#hangUp()
    else this.#say(AGENT.sentenceMs)
  }

  #say(ms: number): void {
    this.sentences++
    this.#playing = true
    this.#voicedMs = 0
    this.media.send(tone(300, ms))
    this.media.mark(`sentence ${this.sentences}`)
  }
}

interface World {
  clock: VirtualClock
  news: { call: CallRef; news: CallUpdate }[]
  agents: TinyAgent[]
  context: AccountContext
  account: ReturnType<typeof simulator.open>
}

interface WorldOptions {
  credentials?: Record<string, unknown>
  /** After the greeting; then the agent hangs up. */
  sentences?: number
  decision?: InboundDecision
  seed?: number
}

function openWorld({ credentials = {}, sentences = 3, decision, seed = 1 }: WorldOptions = {}): World {
  const clock = new VirtualClock()
  const news: World['news'] = []
  const agents: TinyAgent[] = []
  const fallback = Object.fromEntries(fieldsOf(simulator).map((field) => [field.name, field.default]))
  const context: AccountContext = {
    configurationId: 1,
    credentials: { ...fallback, ...credentials } as AccountContext['credentials'],
    nodeName: 'node',
    clock,
    rng: seededRng(seed),
    log: silentLog,
    fetch: () => Promise.reject(new Error('no network here')),
    urls: { call: () => '', configuration: () => '', media: () => '' },
    report: async ({ call, atMs: _at, ...rest }) => void news.push({ call, news: rest }),
    receive: async () => decision ?? { kind: 'refuse', reason: 'unknown number' },
    attachMedia: (call, media) => agents.push(new TinyAgent(media, sentences, () => void account.hangUp(call))),
  }
  const account = simulator.open(context)
  return { clock, news, agents, context, account }
}

const reference = (callId = 7): CallRef => ({ callId, callKey: `od-test-${callId}`, providerCallId: null })

function dial(world: World, to: string, callId = 7, maxDurationSeconds = 300) {
  const order = { call: reference(callId), to, toType: 'pstn' as const, from: null }
  return world.account.place({ ...order, ringTimeoutSeconds: 30, maxDurationSeconds }, AbortSignal.timeout(60_000))
}

async function talk(to: string, options: WorldOptions = {}, forMs = 400_000) {
  const world = openWorld(options)
  await dial(world, to)
  await world.clock.pass(forMs)
  const [agent] = world.agents
  if (!agent) throw new Error('the call was not answered')
  const ended = world.news.find(({ news }) => news.kind === 'ended')?.news
  if (ended?.kind !== 'ended') throw new Error('the call did not end')
  expect(agent.closes).toBe(1)
  expect(world.clock.timers).toBe(0)
  return { ...world, agent, ended, kinds: world.news.map(({ news }) => news.kind) }
}

describe('who answers', () => {
  it.each([
    ['+49301234000', 'agrees'],
    ['+49301234150', 'refuses'],
    ['+49301234200', 'interrupts'],
    ['+49301234359', 'mumbles'],
    ['+49301234400', 'silent'],
    ['+49301234500', 'presses_keys'],
    ['+49301234600', 'objects'],
    ['+49301234700', 'chatters'],
    ['+49301234800', 'leaves'],
    ['+49301234900', 'agrees_slowly'],
    ['+12025550100', 'agrees'],
    ['+12025550116', 'objects'],
    ['sip:anna@example.com', 'agrees'],
    ['12', 'agrees'],
  ] as const)('%s: %s', (address, person) => {
    expect(personAtAddress(address, 'answered')).toBe(person)
    expect(personAtAddress(address, 'voicemail')).toBe('machine')
  })
})

describe('people who speak', () => {
  it('agrees: one answer to each thing said, until the agent hangs up', async () => {
    const { agent, ended, kinds } = await talk('+49301234000')
    expect(agent.heard).toEqual(['hello', 'yes', 'rating', 'yes', 'tomorrow'])
    expect(kinds).toEqual(['ringing', 'answered', 'ended'])
    expect(ended).toMatchObject({ as: 'completed', endedBy: 'us' })
  })

  it('refuses, and hangs up when pressed', async () => {
    const { agent, ended } = await talk('+49301234100', { sentences: 10 })
    expect(agent.heard).toEqual(['hello', 'no', 'noThanks', 'callBack', 'goodbye'])
    expect(ended).toMatchObject({ as: 'completed', endedBy: 'callee' })
  })

  it('interrupts the greeting, then agrees', async () => {
    const { agent } = await talk('+49301234200')
    expect(agent.heard.slice(0, 3)).toEqual(['hello', 'whoIsThis', 'yes'])
    expect(agent.marks.slice(0, 2)).toEqual([false, true])
  })

  it('mumbles first, then agrees', async () => {
    expect((await talk('+49301234300')).agent.heard.slice(0, 3)).toEqual(['hello', 'mumble', 'yes'])
  })

  it('says nothing, whatever is asked', async () => {
    const { agent, ended } = await talk('+49301234400')
    expect(agent.heard).toEqual([])
    expect(agent.sentences).toBe(4)
    expect(ended.endedBy).toBe('us')
  })

  it('presses keys', async () => {
    const { agent } = await talk('+49301234500')
    expect(agent.heard).toEqual(['hello'])
    expect(agent.digits).toBe('1414279#')
  })

  it('asks never to be called again', async () => {
    const { agent } = await talk('+49301234600', { sentences: 1 })
    expect(agent.heard).toEqual(['hello', 'stopCalling', 'takeMeOff'])
  })

  it('talks without end, and without a pause that could be used', async () => {
    const { agent, ended } = await talk('+49301234700')
    expect(agent.heard.length).toBeGreaterThan(50)
    expect(agent.sentences).toBe(1)
    expect(ended).toMatchObject({ cause: 'longest duration', endedBy: 'carrier' })
  })

  it('hangs up in the middle of our sentence', async () => {
    const { agent, ended } = await talk('+49301234800')
    expect(agent.marks).toEqual([])
    expect(ended).toMatchObject({ as: 'completed', endedBy: 'callee' })
  })

  it('agrees slowly', async () => {
    const [slow, quick] = [await talk('+49301234900'), await talk('+49301234000')]
    expect(slow.agent.heard).toEqual(quick.agent.heard)
    expect(slow.agent.longestPauseMs).toBeGreaterThan(2500)
    expect(slow.agent.longestPauseMs).toBeLessThan(AGENT.patienceMs)
  })

  it('asks whether anybody is there, and hangs up on an agent that says nothing', async () => {
    const world = openWorld()
    const heard: Uint8Array[] = []
    const ignore = () => {}
    world.context.attachMedia = (_call, media) =>
      media.listen({ audio: (frame) => heard.push(frame), digit: ignore, marked: ignore, closed: ignore })
    await dial(world, '+49301234000')
    await world.clock.pass(60_000)
    expect(heard.filter(isVoice).length).toBeGreaterThan(0)
    expect(world.news.at(-1)?.news).toMatchObject({ kind: 'ended', endedBy: 'callee', as: 'completed' })
  })

  it('the same chance gives the same conversation', async () => {
    const [one, same, other] = [
      await talk('+49301234000'),
      await talk('+49301234000'),
      await talk('+49301234000', { seed: 5 }),
    ]
    expect(same.agent.heardMs).toBe(one.agent.heardMs)
    expect(other.agent.heardMs).not.toBe(one.agent.heardMs)
  })
})

describe('machines', () => {
  it('greet, beep, record, and hang up when nobody speaks any more; the carrier tells nothing of it', async () => {
    const { agent, ended, kinds } = await talk('+49301234080', { sentences: 0 })
    expect(agent.heard).toEqual(['greeting', 'beep'])
    expect(kinds).toEqual(['ringing', 'answered', 'ended'])
    expect(ended.endedBy).toBe('us')
  })

  it('hang up by themselves', async () => {
    const { ended } = await talk('+49301234080', { sentences: 100 })
    expect(ended.endedBy).toBe('callee')
  })

  it.each([
    ['+49301234080', 'machine'],
    ['+49301234000', 'human'],
  ])('with machine detection the carrier tells: %s is a %s', async (to, verdict) => {
    const { news } = await talk(to, { credentials: { machine_detection: true } })
    expect(news.filter(({ news }) => news.kind === 'machine').map(({ news }) => news)).toEqual([
      { kind: 'machine', verdict },
    ])
  })
})

describe('the carrier', () => {
  it('without speaking people, calls last as long as drawn and machines are told', async () => {
    const world = openWorld({ credentials: { people_speak: false } })
    await dial(world, '+49301234000', 1)
    await dial(world, '+49301234080', 2)
    await world.clock.pass(60_000)
    const kinds = (callId: number) =>
      world.news.filter(({ call }) => call.callId === callId).map(({ news }) => news.kind)
    expect(kinds(1)).toEqual(['ringing', 'answered', 'ended'])
    expect(kinds(2)).toEqual(['ringing', 'answered', 'machine', 'ended'])
    expect(world.agents).toEqual([])
  })

  it('ends a call whose audio is refused', async () => {
    const world = openWorld()
    world.context.attachMedia = (_call, media) => media.close()
    await dial(world, '+49301234000')
    await world.clock.pass(10_000)
    expect(world.news.map(({ news }) => news.kind)).toEqual(['ringing', 'answered', 'ended'])
    expect(world.clock.timers).toBe(0)
  })

  it('takes the audio away when two calls are joined; they talk on, and end together', async () => {
    const world = openWorld({ sentences: 20 })
    await dial(world, '+49301234000', 1)
    await dial(world, '+49301235000', 2)
    await world.clock.pass(10_000)
    expect(await world.account.join(reference(1), reference(2))).toMatchObject({ ok: true })
    await world.clock.pass(1000)
    expect(world.agents.map(({ closes }) => closes)).toEqual([1, 1])
    expect(await world.account.lookUp(reference(1))).toMatchObject({ kind: 'live', news: 'answered' })
    await world.account.hangUp(reference(2))
    expect(world.news.filter(({ news }) => news.kind === 'ended').map(({ call }) => call.callId)).toEqual([2, 1])
    expect(await world.account.join(reference(1), reference(2))).toMatchObject({ ok: false })
  })

  it('an ended call is remembered without its agent, which holds the audio of the call', async () => {
    const world = openWorld()
    await dial(world, '+49301234000')
    await world.clock.pass(400_000)
    const agents = world.agents.splice(0).map((agent) => new WeakRef(agent))
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    expect(agents.map((agent) => agent.deref())).toEqual([undefined])
    expect(await world.account.lookUp(reference())).toMatchObject({ kind: 'ended' })
  })

  it('holds two hundred conversations at once', async () => {
    const world = openWorld({ credentials: { shortest_ring_seconds: 0, longest_ring_seconds: 0 } })
    for (let callId = 0; callId < 200; callId++) await dial(world, `+4930123${callId % 10}00`, callId, 60)
    expect(world.agents.length).toBe(200)
    await world.clock.pass(90_000)
    expect(world.agents.filter(({ closes }) => closes === 1).length).toBe(200)
    const ends = world.news.filter(({ news }) => news.kind === 'ended')
    expect(new Set(ends.map(({ call }) => call.callId)).size).toBe(200)
    expect(simulatedCarrierOf(world.context).liveCalls).toBe(0)
    for (let digit = 0; digit < 10; digit++) {
      const heard = world.agents
        .filter((_, index) => index % 10 === digit)
        .map((agent) => agent.heardWithin(15_000).slice(0, 2).join())
      expect(new Set(heard).size).toBe(1)
    }
  })
})

describe('calls that come in', () => {
  const decision: InboundDecision = { kind: 'accept', call: { callId: 9, callKey: 'od-test-9', providerCallId: null } }

  it.each<[SimulatedPersonName | undefined, string[]]>([
    [undefined, ['yes', 'rating']],
    ['refuses', ['no', 'noThanks']],
  ])('the caller (%s) waits for the greeting and then speaks', async (caller, phrases) => {
    const world = openWorld({ decision, sentences: 1 })
    const call = await simulatedCarrierOf(world.context).simulateInbound('+49301234000', '+12025550100', caller)
    expect(await world.account.lookUp(decision.call)).toMatchObject({ kind: 'live', news: 'answered' })
    await world.clock.pass(60_000)
    expect(call?.state).toBe('ended')
    expect(world.agents[0]?.heard).toEqual(phrases)
    expect(world.news.at(-1)).toMatchObject({
      call: { callId: 9, providerCallId: expect.stringMatching(/^in-/) },
      news: { kind: 'ended', endedBy: 'us' },
    })
  })

  it('a number that nobody answers is refused; a closed account is not asked', async () => {
    const world = openWorld()
    expect(await simulatedCarrierOf(world.context).simulateInbound('+49301234000', '+12025550100')).toBeNull()
    const open = openWorld({ decision })
    await open.account.close()
    expect(await simulatedCarrierOf(open.context).simulateInbound('+49301234000', '+12025550100')).toBeNull()
  })
})

describe('a carrier that turns every call away', () => {
  const FAULTS: Array<[string, object, object]> = [
    ['account', { kind: 'halt' }, { as: 'failed', fault: 'account' }],
    [
      'account_or_number',
      { kind: 'halt', perhapsNumber: true },
      { as: 'failed', fault: 'account', perhapsNumber: true },
    ],
    ['caller', { kind: 'caller' }, { as: 'failed', fault: 'caller' }],
    ['network', { kind: 'later' }, { as: 'failed', fault: 'network' }],
    ['number', { kind: 'never' }, { as: 'failed', permanent: true }],
    ['unexplained', { kind: 'rejected' }, { as: 'failed', permanent: false }],
    ['unwanted', { kind: 'never', unwanted: true }, { as: 'declined', unwanted: true }],
  ]

  it.each(FAULTS)(
    '%s: does so at the dial, or after it took the call and without ringing',
    async (fault, verdict, end) => {
      const atDial = openWorld({ credentials: { turns_away: fault, turns_away_late: false } })
      expect(await dial(atDial, '+49301234000')).toMatchObject(verdict)
      await atDial.clock.pass(60_000)
      expect(atDial.news).toEqual([])
      const later = openWorld({ credentials: { turns_away: fault } })
      expect(await dial(later, '+49301234000')).toMatchObject({ kind: 'placed' })
      await later.clock.pass(60_000)
      expect(later.news.map(({ news }) => news)).toMatchObject([{ kind: 'ended', ...end }])
    },
  )
})
