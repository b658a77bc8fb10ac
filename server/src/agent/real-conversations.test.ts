import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCENARIOS } from '../../test/agent/conversations.ts'
import { PEOPLE } from '../../test/agent/people.ts'
import { CALLEE_VOICES, disagreements, RealCalls } from '../../test/agent/real-calls.ts'
import { oneIn } from '../../test/drawn.ts'
import { systemClock } from '../kernel/clock.ts'
import { missingPartMessage } from '../speech/availability.ts'
import { MoonshineRecognizer } from '../speech/recognizer.ts'
import { FliteSynthesizer } from '../speech/synthesizer.ts'

/** With the real recognizer and synthesizer, in real time; the scenarios run side by side. */
const TIME_LIMIT_MS = 240_000
/** Screening services and menus are heard for what they are by real ears too. */
const GATES = PEOPLE.filter(({ told, keys }) => told !== undefined || keys !== undefined)
const HELD = oneIn(3, [...SCENARIOS, ...GATES])
const absent = missingPartMessage('synthesizer') !== undefined || missingPartMessage('recognizer') !== undefined

describe.skipIf(absent)('spoken conversations', () => {
  let cacheDirectory: string
  let synthesizer: FliteSynthesizer
  let recognizer: MoonshineRecognizer
  let calls: RealCalls

  beforeAll(async () => {
    cacheDirectory = mkdtempSync(join(tmpdir(), 'outdial-conversations-'))
    synthesizer = new FliteSynthesizer()
    recognizer = new MoonshineRecognizer({ clock: systemClock, cacheDirectory, processes: 1 })
    calls = await RealCalls.open(synthesizer, recognizer, HELD.length)
    await calls.rehearse(HELD)
  }, TIME_LIMIT_MS)

  afterAll(async () => {
    await synthesizer?.close()
    await recognizer?.close()
    rmSync(cacheDirectory, { recursive: true, force: true })
  })

  test.concurrent.each(HELD.map((scenario, index) => ({ scenario, voice: CALLEE_VOICES[index % 3] as string })))(
    '$scenario.name ($voice) ends as meant',
    async ({ scenario, voice }) => {
      const finished = await calls.hold(scenario, voice)
      const told = finished.record?.transcript.map(({ who, text }) => `${who}: ${text}`).join('\n')
      expect(disagreements(finished), told).toEqual([])
      // Words over ours make us fall silent, whatever becomes of them.
      if (scenario.name === 'interrupts') expect(finished.person.clears).toBeGreaterThan(0)
    },
    TIME_LIMIT_MS,
  )
})
