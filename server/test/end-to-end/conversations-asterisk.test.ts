/**
 * The people of `test/agent/people.ts` on a real telephone line: the whole program dials them through a real Asterisk, they
 * answer by SIP, and what they say and hear goes through RTP. `npm run proof -- conversations-asterisk 1`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sleep, systemClock } from '../../src/kernel/clock.ts'
import { seededRng } from '../../src/kernel/rng.ts'
import { loadResampler } from '../../src/speech/resample.ts'
import { FliteSynthesizer } from '../../src/speech/synthesizer.ts'
import { decodeAudio, encodeAudio, joinSamples } from '../../src/speech/wire-audio.ts'
import type { CallRef } from '../../src/telephony/provider.ts'
import { telephone } from '../agent/formats.ts'
import { isAgreement, PEOPLE, type PersonScript } from '../agent/people.ts'
import { CALLEE_VOICES } from '../agent/real-calls.ts'
import { ScriptedPerson } from '../agent/scripted-person.ts'
import { keyTones } from '../agent/tones.ts'
import { type Asterisk, asteriskAvailable, startAsterisk } from '../asterisk/asterisk.ts'
import { openRecordingAccount, type RecordingAccount } from '../asterisk/recording-account.ts'
import { CONFIGURATIONS, fresh, made } from '../interface/things.ts'
import { MORE_LOGINS } from './callees.ts'
import { eventually, type Program, startProgram } from './program.ts'
import { startSpokenCampaign } from './spoken-campaign.ts'

const TIMEOUT_MS = 20 * 60_000
const AT_ONCE = 6
const LOOK_EVERY_MS = 150
/** Whoever transfers needs somebody who takes over: that is in `asterisk.test.ts`. */
const SCRIPTS = PEOPLE.filter(({ transferred }) => !transferred)
const numberOf = (index: number) => `95${String(index).padStart(3, '0')}`

/** Whoever is called is led to the people of this test. */
const CALLEES = `
exten => _95XXX,1,Stasis(world,callee,\${EXTEN})
 same => n,Hangup(27)
`

interface Kept {
  phone_number: string
  outcome: string | null
  disposition: string | null
  gathered: Record<string, string> | null
  transcript: Array<{ who: string; text: string }> | null
  machine: string | null
}

describe.skipIf(!asteriskAvailable() || !process.env.OUTDIAL_PROOF)('people on a real telephone line', () => {
  let program: Program
  let asterisk: Asterisk
  let world: RecordingAccount
  const synthesizer = new FliteSynthesizer()
  const voices = new Map<string, Int16Array>()
  const talking = new Map<string, Promise<void>>()
  let openResampler: Awaited<ReturnType<typeof loadResampler>>
  let kept = new Map<string, Kept>()

  beforeAll(async () => {
    openResampler = await loadResampler()
    program = await startProgram()
    asterisk = await startAsterisk({ append: { 'extensions.conf': CALLEES, 'ari.conf': MORE_LOGINS } })
    world = openRecordingAccount(asterisk, { credentials: { app_name: 'world' } })
    world.decide = async ({ to, providerCallId }) => {
      const order = world.order(to)
      const call = { ...order.call, providerCallId }
      talking.set(to, answers(Number(to.slice(2)), call))
      return { kind: 'accept', call }
    }
    for (const [index, { words }] of SCRIPTS.entries()) for (const each of words) await voiceOf(index, each)
  }, TIMEOUT_MS)

  afterAll(async () => {
    await world?.close()
    await asterisk?.stop()
    await synthesizer.close()
  })

  test(
    'each call comes to what the person meant, and nobody is recorded as agreeing who did not',
    async () => {
      const { operator, inside } = program
      await inside.pool.query('update organizations set max_concurrency = $1', [AT_ONCE])
      const { id: configuration } = await made(
        operator.request('POST', CONFIGURATIONS, {
          name: fresh('pbx'),
          config: {
            provider: 'ari',
            ari_endpoint: asterisk.endpoint,
            app_name: asterisk.user,
            app_password: asterisk.password,
            endpoint_template: 'PJSIP/{digits}@self',
            calls_per_second: 1,
          },
        }),
      )
      for (const definition of new Set(SCRIPTS.map((script) => script.definition))) {
        await campaignFor(definition, configuration)
      }
      await eventually(
        'everybody to have been called',
        async () => {
          await look()
          // Not until the campaigns are completed: who wants to be called back another time is waited for.
          return SCRIPTS.every((_, index) => (kept.get(numberOf(index))?.outcome ?? null) !== null)
        },
        TIMEOUT_MS - 60_000,
      )
      await Promise.all(talking.values())
      await sleep(systemClock, 3000)
      await look()
      const faults = await Promise.all(SCRIPTS.map((script, index) => disagreement(script, numberOf(index))))
      const wrong = faults.flatMap((fault) => (fault === null ? [] : [fault]))
      const forced = SCRIPTS.filter(
        ({ means }, index) => means !== 'agrees' && isAgreement(kept.get(numberOf(index))?.disposition ?? ''),
      )
      console.log(
        `  proof: ${SCRIPTS.length - wrong.length} of ${SCRIPTS.length} as meant, ${forced.length} false agreements`,
      )
      for (const fault of wrong) console.log(`  proof: ${fault}`)
      expect(forced.map(({ name }) => name)).toEqual([])
      expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(SCRIPTS.length * 0.05)
    },
    TIMEOUT_MS,
  )

  async function campaignFor(definition: PersonScript['definition'], configurationId: number): Promise<number> {
    const people = SCRIPTS.flatMap((script, index) => (script.definition === definition ? [numberOf(index)] : []))
    return startSpokenCampaign(program.operator, definition, people, {
      telephony_configuration_id: configurationId,
      max_concurrency: AT_ONCE,
      retry_config: { enabled: false },
    })
  }

  /** One person at the far end of the line, from picking up to hanging up. */
  async function answers(index: number, call: CallRef): Promise<void> {
    const script = SCRIPTS[index] as PersonScript
    const media = await world.media(call)
    const person = new ScriptedPerson({
      clock: systemClock,
      voice: (words) => voiceOf(index, words),
      openResampler,
      noise: seededRng(index),
      echo: script.echo,
    })
    person.listen({
      audio: (frame) => media.send(frame),
      digit: (digit) => media.send(encodeAudio(keyTones(digit, 100, 100), 'mulaw')),
      marked() {},
      closed: () => void world.account.hangUp(call),
    })
    media.listen({ audio: (frame) => person.send(frame), digit() {}, marked() {}, closed: () => person.hangUp() })
    const lastWords = () => kept.get(numberOf(index))?.transcript?.findLast(({ who }) => who === 'agent')?.text ?? ''
    const rng = seededRng(index)
    const noise = (ms: number) => Int16Array.from({ length: ms * 8 }, () => Math.round((rng.next() - 0.5) * 5000))
    await script.script(person, lastWords, { noise })
    await person.until(() => false)
  }

  async function voiceOf(index: number, words: string): Promise<Int16Array> {
    const voice = CALLEE_VOICES[index % CALLEE_VOICES.length] as string
    const key = `${voice}:${words}`
    const known = voices.get(key)
    if (known) return known
    const pieces: Int16Array[] = []
    for await (const piece of synthesizer.speak(words, { format: telephone, voice }))
      pieces.push(decodeAudio(piece, 'mulaw'))
    const samples = joinSamples(pieces)
    voices.set(key, samples)
    return samples
  }

  /** What the program has written down until now: a person who listens knows what was asked. */
  async function look(): Promise<void> {
    const { rows } = await program.inside.pool.query<Kept>(
      `select c.phone_number, c.outcome, c.machine, r.disposition, r.gathered, r.transcript
         from calls c left join call_records r on r.call_id = c.id order by c.id`,
    )
    kept = new Map(rows.map((row) => [row.phone_number, row]))
    await sleep(systemClock, LOOK_EVERY_MS)
  }

  async function disagreement(script: PersonScript, number: string): Promise<string | null> {
    const found = kept.get(number)
    const suppressed = await program.inside.pool.query('select 1 from suppressions where phone_number = $1', [number])
    const faults: string[] = []
    const check = (what: string, is: unknown, wanted: unknown) => {
      if (is !== wanted) faults.push(`${what}: ${String(is)} instead of ${String(wanted)}`)
    }
    check('disposition', found?.disposition, script.disposition)
    check('machine', found?.machine === 'machine', script.machine ?? false)
    check('suppressed', suppressed.rows.length > 0, script.suppressed ?? false)
    for (const [name, wanted] of Object.entries(script.gathered ?? {})) {
      const value = found?.gathered?.[name] ?? ''
      if (wanted instanceof RegExp ? !wanted.test(value) : value !== wanted) faults.push(`${name}: ${value}`)
    }
    if (faults.length === 0) return null
    const said = found?.transcript?.map(({ who, text }) => `${who}: ${text}`).join(' | ')
    return `${script.name}: ${faults.join(', ')} [${said}]`
  }
})
