/**
 * The findings about conversations, each with real audio through the whole program: a campaign made and read over HTTP, a
 * carrier's own protocol, a person who speaks, the real recognizer and synthesizer. `npm run proof -- conversations 1`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { seededRng } from '../../src/kernel/rng.ts'
import { loadResampler } from '../../src/speech/resample.ts'
import { FliteSynthesizer } from '../../src/speech/synthesizer.ts'
import { decodeAudio, joinSamples } from '../../src/speech/wire-audio.ts'
import { telephone } from '../agent/formats.ts'
import { isAgreement, PEOPLE, type PersonScript } from '../agent/people.ts'
import { CALLEE_VOICES } from '../agent/real-calls.ts'
import { ScriptedPerson } from '../agent/scripted-person.ts'
import { standIn as twilio } from '../carriers/twilio.ts'
import { OWN_NUMBER } from '../conformance/harness.ts'
import type { MediaPeer, RunningStandIn } from '../conformance/stand-in.ts'
import type { Json } from '../interface/app.ts'
import { CONFIGURATIONS, fresh, made } from '../interface/things.ts'
import { CarrierSide } from './carrier-side.ts'
import { eventually, type Program, startProgram } from './program.ts'
import { startSpokenCampaign } from './spoken-campaign.ts'

const TIMEOUT_MS = 5 * 60_000
const LOOK_EVERY_MS = 20

/** By the number of the finding, whoever shows that it is mended. */
const FINDINGS: Record<string, readonly string[]> = {
  '1, words before the question answer nothing': [
    '"Yes, hello?" after 300 ms, then declines',
    'picks up with "Yes?" and says nothing more',
    '"Yeah, hello" to a bill: the amount is not told',
  ],
  '4, do not call me': ['"Stop calling me."', 'a person who was taken for a machine', 'presses nine to be removed'],
  '7, the end of a turn': ['an account number with a pause in it', '"yes" in two breaths'],
  '8, noise and moments': ['coughs over the greeting', 'asks for a moment, is back with "okay", then no'],
  '9, voicemail': ['a mailbox whose greeting has a pause in it'],
  'screening and menus': [
    'a screening service, then the person agrees',
    'a menu that is passed by a key, then the person agrees',
  ],
}

interface CallBody extends Json {
  is_completed: boolean
  outcome: string | null
  disposition: string | null
  gathered_context: Record<string, string>
  transcript: Array<{ who: string; text: string }>
}

const held = Object.entries(FINDINGS).flatMap(([finding, names]) =>
  names.map((name) => {
    const script = PEOPLE.find((person) => person.name === name)
    if (script === undefined) throw new Error(`nobody is called ${name}`)
    return { finding, name, script }
  }),
)

describe.skipIf(!process.env.OUTDIAL_PROOF)('people on a carrier’s line', () => {
  let program: Program
  let carrier: RunningStandIn
  let configurationId: number
  let openResampler: Awaited<ReturnType<typeof loadResampler>>
  const synthesizer = new FliteSynthesizer()

  beforeAll(async () => {
    openResampler = await loadResampler()
    program = await startProgram()
    carrier = await twilio.start()
    const config = { provider: 'twilio', ...carrier.credentials, calls_per_second: 5 }
    const made_ = await made(program.operator.request('POST', CONFIGURATIONS, { name: fresh('carrier'), config }))
    configurationId = made_.id
    const number = { address: OWN_NUMBER, is_default_caller_id: true }
    await made(program.operator.request('POST', `${CONFIGURATIONS}/${configurationId}/phone-numbers`, number))
  }, TIMEOUT_MS)

  afterAll(async () => {
    await carrier?.stop()
    await synthesizer.close()
  })

  test.concurrent.each(held.map((each, index) => ({ ...each, index })))(
    '$finding: $name',
    async ({ script, name, index }) => {
      const { operator } = program
      const number = `+1415555${String(7000 + index)}`
      const campaignId = await startSpokenCampaign(program.operator, script.definition, [number], {
        telephony_configuration_id: configurationId,
      })
      const side = new CarrierSide(carrier, program)
      const call = await side.callTo(number, 1, campaignId)
      await side.tells(call, { kind: 'ringing' })
      const read = () => made<CallBody>(operator.request('GET', `/api/v1/calls/${call.callId}`))
      const person = await answers(await side.picksUp(call), script, index, read)
      await side.tells(call, { kind: 'ended', as: 'completed' })
      const kept = await eventually('the call to be kept', async () => {
        const found = await read()
        return found.is_completed && found.disposition !== null && found
      })
      const told = kept.transcript.map(({ who, text }) => `${who}: ${text}`).join(' | ')
      console.log(`  proof: ${name}: ${kept.disposition} [${told}]`)
      expect(kept.disposition, told).toBe(script.disposition)
      if (script.means !== 'agrees') expect(isAgreement(kept.disposition ?? '')).toBe(false)
      for (const [key, value] of Object.entries(script.gathered ?? {})) expect(kept.gathered_context[key]).toBe(value)
      if (script.keys !== undefined) expect(person.keysHeard).toBe(script.keys)
      const { body } = await operator.request<Json>('GET', '/api/v1/suppressions?limit=10000')
      expect(JSON.stringify(body).includes(number)).toBe(script.suppressed ?? false)
      // Nobody of these is called a second time: who objected, who answered, and who has our message.
      const report = await operator.request('GET', `/api/v1/campaign/${campaignId}/report`)
      expect(report.text.split('\n')[1]).toMatch(/,(?:done|suppressed|failed),/)
    },
    TIMEOUT_MS,
  )

  /** From picking up to hanging up, at the far end of the carrier's audio socket. */
  async function answers(
    peer: MediaPeer,
    script: PersonScript,
    index: number,
    read: () => Promise<CallBody>,
  ): Promise<ScriptedPerson> {
    const voice = CALLEE_VOICES[index % CALLEE_VOICES.length] as string
    const person = new ScriptedPerson({
      clock: systemClock,
      voice: (words) => said(words, voice),
      openResampler,
      noise: seededRng(index),
    })
    let asked = ''
    let arrived = 0
    let played = 0
    let outstanding = 0
    let clears = 0
    person.listen({
      audio: (frame) => peer.speak(frame),
      digit: (digit) => peer.press(digit),
      marked: () => {
        // Marks come back when all has been played: one at a time the stand-in cannot.
        if (--outstanding > 0) return
        peer.finishPlaying()
        played = peer.heard().length
      },
      closed: () => peer.hangUp(),
    })
    const relay = setInterval(() => {
      if (peer.clears() > clears) {
        clears = peer.clears()
        person.clear()
        arrived = played
      }
      const heard = peer.heard()
      if (heard.length > arrived) {
        person.send(heard.subarray(arrived))
        arrived = heard.length
        outstanding += 1
        person.mark('played')
      }
    }, LOOK_EVERY_MS)
    const look = setInterval(async () => {
      asked = (await read()).transcript.findLast(({ who }) => who === 'agent')?.text ?? ''
    }, 10 * LOOK_EVERY_MS)
    void peer.closed.then(() => person.hangUp())
    const rng = seededRng(index)
    const noise = (ms: number) => Int16Array.from({ length: ms * 8 }, () => Math.round((rng.next() - 0.5) * 5000))
    await script.script(person, () => asked, { noise })
    await person.until(() => false)
    clearInterval(relay)
    clearInterval(look)
    return person
  }

  async function said(words: string, voice: string): Promise<Int16Array> {
    const pieces: Int16Array[] = []
    for await (const piece of synthesizer.speak(words, { format: telephone, voice }))
      pieces.push(decodeAudio(piece, 'mulaw'))
    return joinSamples(pieces)
  }
})
