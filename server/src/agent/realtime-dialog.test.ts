import { describe, expect, test } from 'vitest'
import { steady } from '../../test/agent/fake-speech.ts'
import { end, question, start, type TestCallOptions, testCall, workflow } from '../../test/agent/harness.ts'
import { ENGLISH_SENTENCES } from '../language/rules/sentences.ts'
import { encodeAudio } from '../speech/wire-audio.ts'
import type { AudioFormat } from '../telephony/media.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { Conversation, SpeechToSpeechBrain, SpeechToSpeechPort } from './brain.ts'
import { ScriptBrain } from './brains/script.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

class FakeSoundBrain implements SpeechToSpeechBrain {
  readonly kind = 'sound'
  readonly formats: readonly AudioFormat[]
  heardBytes = 0
  keys: string[] = []
  played: [string, number][] = []
  closed = 0
  format: AudioFormat | undefined
  readonly #opened: (port: SpeechToSpeechPort) => void
  readonly #refuses: boolean

  constructor(
    opened: (port: SpeechToSpeechPort) => void,
    options: { formats?: AudioFormat[]; refuses?: boolean } = {},
  ) {
    this.#opened = opened
    this.#refuses = options.refuses ?? false
    this.formats = options.formats ?? [{ encoding: 'l16', sampleRateHz: 8000 }]
  }

  async open(port: SpeechToSpeechPort, format: AudioFormat): Promise<void> {
    if (this.#refuses) throw new Error('no connection')
    this.format = format
    this.#opened(port)
  }

  hear(audio: Uint8Array): void {
    this.heardBytes += audio.length
  }

  nudges = 0

  nudge(): void {
    this.nudges++
  }

  pressed(digit: string): void {
    this.keys.push(digit)
  }

  playedUntil(id: string, ms: number): void {
    this.played.push([id, ms])
  }

  close(): void {
    this.closed++
  }
}

function soundCall(
  opened: (port: SpeechToSpeechPort) => void,
  options: TestCallOptions & { formats?: AudioFormat[]; refuses?: boolean } = {},
) {
  const brain = new FakeSoundBrain(opened, options)
  return { brain, call: testCall({ ...options, brain: () => brain }) }
}

const sound = (ms: number) => encodeAudio(steady(3000, ms), 'l16')

describe('a brain with sound', () => {
  test('hears and speaks through us; its end waits for its last words', async () => {
    const { brain, call } = soundCall((port) => {
      port.act({ kind: 'enter', nodeId: 'start', nodeName: 'Start' })
      port.speak('a', sound(1000))
      port.act({ kind: 'hang_up', disposition: 'done' })
      call.clock.after(400, () => {
        port.speak('a', sound(1000))
        port.transcript({ who: 'agent', text: 'Hello and good-bye.' })
        port.spoken('a')
      })
    })
    const result = await call.play(async () => {})
    expect(result).toMatchObject({ disposition: 'done', endedBy: 'agent' })
    expect(call.person.bytesHeard).toBe(2000 * 8 * 2)
    expect(brain.heardBytes).toBeGreaterThan(300 * 16)
    expect(brain.closed).toBe(1)
    expect(call.agentSaid()).toEqual(['Hello and good-bye.'])
  })

  test('in another format is translated for, both ways', async () => {
    const format: AudioFormat = { encoding: 'l16', sampleRateHz: 24000 }
    const { brain, call } = soundCall(
      (port) => {
        port.speak('a', encodeAudio(new Int16Array(24_000).fill(3000), 'l16'))
        port.spoken('a')
        port.act({ kind: 'hang_up', disposition: 'done' })
      },
      { formats: [format] },
    )
    await call.play(async () => {})
    expect(brain.format).toEqual(format)
    expect(call.person.bytesHeard).toBe(8000 * 2)
  })

  test('that hears itself interrupted is told how much was played', async () => {
    let port: SpeechToSpeechPort | undefined
    const { brain, call } = soundCall((opened) => {
      port = opened
      port.speak('a', sound(5000))
      port.spoken('a')
    })
    await call.play(async (person) => {
      await person.pause(1000)
      port?.interrupt()
      await person.pause(100)
      port?.act({ kind: 'hang_up', disposition: 'done' })
    })
    expect(brain.played).toEqual([['a', 1000]])
    expect(call.person.clears).toBe(1)
    expect(call.person.bytesHeard).toBe(1000 * 16)
  })

  test('gets the keys', async () => {
    const { brain, call } = soundCall((port) => port.speak('a', sound(100)))
    await call.play(async (person) => {
      await person.press('42')
      person.hangUp()
    })
    expect(brain.keys).toEqual(['4', '2'])
  })

  test('whose person asks not to be called is overruled', async () => {
    const { call } = soundCall((port) => {
      port.speak('a', sound(3000))
      call.clock.after(1000, () => port.transcript({ who: 'person', text: 'Please stop calling me.' }))
    })
    const result = await call.play(async () => {})
    expect(result.disposition).toBe(DISPOSITIONS.doNotCall)
    expect(call.suppressions).toBe(1)
    expect(call.agentSaid()).toEqual([ENGLISH_SENTENCES.doNotCall])
  })

  test.each([
    ['cannot be reached', { refuses: true }, () => {}],
    ['gives up', {}, (port: SpeechToSpeechPort) => port.failed('rate_limited')],
  ])('that %s: an apology and a polite end', async (_, options, opened) => {
    const { call } = soundCall(opened, options)
    const result = await call.play(async () => {})
    expect(result.disposition).toBe(DISPOSITIONS.agentFailed)
    expect(call.agentSaid()).toEqual([ENGLISH_SENTENCES.fallback])
  })

  test('that says nothing is covered by fillers, then by an apology', async () => {
    const { call } = soundCall(() => {})
    const result = await call.play(async () => {})
    expect(call.agentSaid()).toEqual([...ENGLISH_SENTENCES.fillers, ENGLISH_SENTENCES.fallback])
    expect(result.disposition).toBe(DISPOSITIONS.agentFailed)
  })

  test('noise that the endpoint does not take for speech is owed no answer', async () => {
    let port: SpeechToSpeechPort | undefined
    const { call } = soundCall((opened) => {
      port = opened
      port.speak('a', sound(500))
      port.spoken('a')
    })
    const result = await call.play(async (person) => {
      await person.pause(1500)
      await person.play(steady(2000, 1100))
      await person.pause(TURN_TAKING_LIMITS.fillerAfterMs + TURN_TAKING_LIMITS.nextFillerAfterMs)
      port?.act({ kind: 'hang_up', disposition: 'done' })
    })
    expect(result.disposition).toBe('done')
    expect(call.agentSaid()).toEqual([])
  })

  test('speech that the endpoint has heard is owed one, and the endpoint is nudged before it is given up', async () => {
    let port: SpeechToSpeechPort | undefined
    const { brain, call } = soundCall((opened) => {
      port = opened
      port.speak('a', sound(500))
      port.spoken('a')
    })
    const result = await call.play(async (person) => {
      await person.pause(1500)
      const speaking = person.play(steady(2000, 1100))
      await person.pause(300)
      port?.hears()
      await speaking
    })
    expect(call.agentSaid()).toEqual([...ENGLISH_SENTENCES.fillers, ENGLISH_SENTENCES.fallback])
    expect([result.disposition, brain.nudges]).toEqual([DISPOSITIONS.agentFailed, 1])
  })

  test('silence of both sides is asked about, then ended', async () => {
    const { call } = soundCall((port) => {
      port.speak('a', sound(500))
      port.spoken('a')
    })
    const result = await call.play(async () => {})
    expect(result.disposition).toBe(DISPOSITIONS.noInput)
    expect(call.agentSaid()).toEqual([
      ENGLISH_SENTENCES.stillThere,
      ENGLISH_SENTENCES.stillThere,
      ENGLISH_SENTENCES.farewell,
    ])
  })

  test('a machine gets the written message, not the brain', async () => {
    const definition = {
      ...question,
      nodes: [...question.nodes, { id: 'message', type: 'endCall', data: { say: 'Please call back.' } } as const],
      edges: [...question.edges, { id: 'v', source: 'start', target: 'message', data: { label: 'voicemail' } }],
    }
    const { call } = soundCall((port) => port.speak('a', sound(20_000)), { definition })
    const result = await call.play(async (person) => {
      await person.pause(500)
      call.session.machineVerdict('machine')
      await person.beep()
    })
    expect(result).toMatchObject({ machine: true, disposition: DISPOSITIONS.messageLeft })
    expect(call.agentSaid()).toEqual(['Please call back.'])
  })

  test('whose transcript gives a machine away is taken from it', async () => {
    let port: SpeechToSpeechPort | undefined
    const { call } = soundCall((opened) => {
      port = opened
      port.speak('a', sound(20_000))
    })
    const result = await call.play(async (person) => {
      await person.play(steady(2000, 3000))
      port?.transcript({ who: 'person', text: 'Please leave a message after the tone.' })
    })
    expect(result).toMatchObject({ machine: true, disposition: DISPOSITIONS.voicemail })
  })

  test('rubbish from it harms nothing', async () => {
    const { call } = soundCall((port) => {
      port.spoken('never begun')
      port.speak('a', new Uint8Array(0))
      port.speak('a', new Uint8Array([1, 2, 3]))
      port.transcript({ who: 'person', text: '\u0000   ' })
      port.act({ kind: 'gather', name: '__proto__', value: '\u0000x' })
      port.interrupt()
      port.interrupt()
      port.act({ kind: 'hang_up', disposition: 'done' })
      port.speak('b', sound(100))
    })
    expect(await call.play(async () => {})).toMatchObject({ disposition: 'done' })
  })
})

test('a transfer that fails after a brain with sound: the script goes on, where it can', async () => {
  const definition = workflow(
    [
      start('Hello.'),
      { id: 'desk', type: 'transfer', data: { name: 'desk', destination: '+15550100' } },
      end('later', 'We will call you back. Good-bye.'),
    ],
    [
      { source: 'start', target: 'desk' },
      { source: 'desk', target: 'later' },
    ],
  )
  const { brain, call } = soundCall(
    (port) => {
      port.act({ kind: 'enter', nodeId: 'desk', nodeName: 'desk' })
      port.act({ kind: 'transfer', destination: '+15550100' })
    },
    {
      definition,
      fallBack: (beginAt) => new ScriptBrain(conversationOf(definition), { clock: call.clock, beginAt }),
      hooks: {
        report() {},
        hangUp: async () => {},
        suppress: async () => {},
        transfer: async () => ({ ok: false, message: 'busy' }),
      },
    },
  )
  const result = await call.play(async () => {})
  expect(result).toMatchObject({ disposition: 'later', transferred: false })
  expect(call.agentSaid()).toEqual(['We will call you back. Good-bye.'])
  expect(brain.closed).toBe(1)
})

function conversationOf(definition: WorkflowDefinition): Conversation {
  return { callId: 7, direction: 'outbound', definition, variables: {}, gathered: {} }
}
