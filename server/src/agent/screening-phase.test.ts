/** What stands before a person: a screening service is told who and why, a menu is sent keys, and then the person is waited for. */
import { describe, expect, test } from 'vitest'
import { end, start, step, type TestCallOptions, testCall, workflow } from '../../test/agent/harness.ts'
import { standInChat } from '../../test/agent/stand-in-chat.ts'
import { silentLog } from '../kernel/log.ts'
import type { WorkflowNode } from '../workflows/rules/definition.ts'
import { openPipelineBrain } from './brains/pipeline.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'

const ASKS = 'If you record your name and reason for calling, I will see if this person is available.'
const MENU = 'Thank you for calling Acme. For sales, press one. For the front desk, press two.'
const greeting = 'Hello, this is the clinic about your appointment. Will you come?'
const ways = [
  { source: 'start', target: 'coming', label: 'yes', condition: 'They come.', examples: ['yes'] },
  { source: 'start', target: 'not', label: 'no', condition: 'They do not.', examples: ['no'] },
]
const plain = workflow([start(greeting), end('coming'), end('not')], ways)
const keys = (id: string, send_keys: string, data: object = {}): WorkflowNode => ({
  id,
  type: 'agentNode',
  data: { name: id, send_keys, ...data },
})

/** A chat model that takes whatever was said for what its tools are called. */
const model: TestCallOptions['brain'] = (conversation, clock) => {
  const { chat } = standInChat(({ messages }) => ({ call: `go_${(messages.at(-1)?.content ?? '').toLowerCase()}` }))
  const sentences = { fallback: 'Sorry?', farewell: 'Good-bye.' }
  return openPipelineBrain(conversation, { chat, clock, log: silentLog, sentences })
}
const BRAINS: [string, Pick<TestCallOptions, 'brain'>][] = [
  ['the script', {}],
  ['a chat model', { brain: model }],
]

describe('a screening service', () => {
  test.each(BRAINS)('%s: is told who and why, then the person hears the greeting', async (_, brain) => {
    const call = testCall({ definition: plain, ...brain })
    const result = await call.play(async (person) => {
      await person.pause(300)
      await person.say(ASKS)
      await person.until(() => call.agentSaid().some((text) => text.endsWith('about your appointment.')))
      await person.untilAgentIsQuiet()
      await person.pause(800)
      await person.say('Thanks, please stay on the line.')
      await person.pause(9000)
      await person.say('Hello?')
      await person.untilAgentWaits()
      await person.say('Yes')
    })
    expect(result).toMatchObject({ disposition: 'coming', machine: false })
    expect(call.agentSaid().slice(-3)).toEqual([
      'Hello, this is the clinic about your appointment.',
      greeting,
      'Good-bye.',
    ])
    expect(call.journal.record.timeline).toContainEqual(expect.objectContaining({ event: 'gate', kind: 'screening' }))
    expect(call.reports).toContainEqual({ kind: 'agent_verdict', verdict: 'human' })
    // What the service said is nobody's word.
    expect(call.journal.record.transcript.filter(({ who }) => who === 'person').map(({ text }) => text)).toEqual([
      'Yes',
    ])
  })

  test('is told what the workflow has for it', async () => {
    const definition = workflow(
      [start(greeting), end('coming'), end('not'), step('who', 'This is {{clinic | the clinic}}, about Tuesday.')],
      [...ways, { source: 'start', target: 'who', label: 'screening' }],
    )
    const call = testCall({ definition })
    await call.play(async (person) => {
      await person.pause(300)
      await person.say(ASKS)
      await person.until(() => call.agentSaid().includes('This is the clinic, about Tuesday.'))
      await person.untilAgentIsQuiet()
      await person.pause(4000)
      await person.say('Hello, who is there')
      await person.untilAgentWaits()
      await person.say('No')
    })
    expect(call.journal.record.disposition).toBe('not')
    const told = { event: 'node_entered', node: 'who', because: 'screening' }
    expect(call.journal.record.timeline).toContainEqual(expect.objectContaining(told))
  })

  test('nobody comes: the call ends by itself, nobody has agreed, and it is no conversation', async () => {
    const call = testCall({ definition: plain })
    const result = await call.play(async (person) => {
      await person.pause(300)
      await person.say(ASKS)
      await person.until(() => person.isOver)
    })
    expect(result).toMatchObject({ disposition: DISPOSITIONS.screened, machine: true, endedBy: 'agent' })
    expect(call.reports).toContainEqual({ kind: 'agent_verdict', verdict: 'machine' })
  })

  test('the person does not want to talk: a mailbox follows, or "remove me from your list"', async () => {
    const mailbox = testCall({ definition: plain })
    await mailbox.play(async (person) => {
      await person.pause(300)
      await person.say(ASKS)
      await person.until(() => mailbox.agentSaid().length > 1)
      await person.untilAgentIsQuiet()
      await person.pause(3000)
      await person.say('The person is not available. Please leave a message after the tone.')
      await person.until(() => person.isOver)
    })
    expect(mailbox.journal.record.disposition).toBe(DISPOSITIONS.voicemail)
    const refused = testCall({ definition: plain })
    await refused.play(async (person) => {
      await person.pause(300)
      await person.say(ASKS)
      await person.until(() => refused.agentSaid().length > 1)
      await person.untilAgentIsQuiet()
      await person.pause(3000)
      await person.say('Please remove me from your list')
      await person.until(() => person.isOver)
    })
    expect([refused.suppressions, refused.journal.record.disposition]).toEqual([1, DISPOSITIONS.doNotCall])
  })
})

describe('a carrier that takes a service for a machine', () => {
  const told = 'This is the clinic.'
  const withEdge = workflow(
    [start(greeting), end('coming'), end('not'), step('who', told)],
    [...ways, { source: 'start', target: 'who', label: 'screening' }],
  )
  const withMessage = workflow(
    [start(greeting), end('coming'), end('not'), end('message', 'Please call us back.')],
    [...ways, { source: 'start', target: 'message', label: 'voicemail' }],
  )

  /** The verdict comes after the words of the service, or while it is still speaking. */
  async function screened(definition: typeof plain, verdict: 'after the words' | 'before them') {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.pause(300)
      const asking = person.say(ASKS)
      if (verdict === 'before them') {
        await person.pause(1200)
        call.session.machineVerdict('machine')
      }
      await asking
      await person.until(() => call.events().includes('gate'))
      if (verdict === 'after the words') call.session.machineVerdict('machine')
      await person.until(() =>
        call.agentSaid().some((text) => text.startsWith('This is') || /appointment\.$/.test(text)),
      )
      await person.untilAgentIsQuiet()
      await person.pause(8000)
      await person.say('Hello?')
      await person.untilAgentWaits()
      await person.say('Yes')
    })
    return { call, result }
  }

  test.each([
    ['after the words', withMessage],
    ['after the words', plain],
    ['before them', withMessage],
    ['before them', withEdge],
  ] as const)('%s: the person is waited for, and talked with', async (verdict, definition) => {
    const { call, result } = await screened(definition, verdict)
    expect(result).toMatchObject({ disposition: 'coming', machine: false })
    expect(call.agentSaid()).not.toContain('Please call us back.')
    expect(call.reports.filter(({ kind }) => kind === 'agent_verdict').at(-1)).toMatchObject({ verdict: 'human' })
  })

  test('a real mailbox is still one: the message is left, or without one the call ends', async () => {
    for (const [definition, disposition] of [
      [withMessage, DISPOSITIONS.messageLeft],
      [withEdge, DISPOSITIONS.voicemail],
      [plain, DISPOSITIONS.voicemail],
    ] as const) {
      const call = testCall({ definition })
      const result = await call.play(async (person) => {
        await person.pause(300)
        const greets = person.say('You have reached Maria, please leave your message after the tone.')
        await person.pause(1000)
        call.session.machineVerdict('machine')
        await greets
        await person.until(() => person.isOver)
      })
      expect(result).toMatchObject({ disposition, machine: true })
    }
  })
})

describe('a menu', () => {
  test('that leads to an end: nobody was spoken to, so it counts as a machine under the name of that end', async () => {
    const definition = workflow(
      [start(greeting), end('coming'), end('not'), end('switchboard', 'We will call again.')],
      [...ways, { source: 'start', target: 'switchboard', label: 'ivr' }],
    )
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.pause(300)
      await person.say(MENU)
      await person.until(() => person.isOver)
    })
    expect(result).toMatchObject({ disposition: 'switchboard', machine: true })
    expect(call.reports).toContainEqual({ kind: 'agent_verdict', verdict: 'machine' })
  })

  const menus = workflow(
    [start(greeting), end('coming'), end('not'), keys('desk', '2'), keys('extension', '{{extension | 45}}#')],
    [...ways, { source: 'start', target: 'desk', label: 'ivr' }, { source: 'desk', target: 'extension' }],
  )

  test.each(BRAINS)('%s: it is sent its keys, and the person who answers hears the greeting', async (_, brain) => {
    const call = testCall({ definition: menus, variables: { extension: '17' }, ...brain })
    await call.play(async (person) => {
      await person.pause(300)
      await person.say(MENU)
      await person.until(() => person.keysHeard === '2')
      await person.pause(1500)
      await person.say('To dial an extension, press its number and then pound. For the operator, press zero.')
      await person.until(() => person.keysHeard === '217#')
      await person.pause(5000)
      await person.say('Front desk')
      await person.untilAgentWaits()
      await person.say('Yes')
    })
    expect(call.journal.record.disposition).toBe('coming')
    const entered = call.journal.record.timeline.filter(({ event }) => event === 'node_entered')
    expect(entered.map(({ node }) => node)).toEqual(['start', 'desk', 'extension', 'start', 'coming'])
  })

  test('for which the workflow has nothing is hung up on, and no message is left in it', async () => {
    const withMessage = workflow(
      [start(greeting), end('coming'), end('not'), end('message', 'Please call us back.')],
      [...ways, { source: 'start', target: 'message', label: 'voicemail' }],
    )
    const call = testCall({ definition: withMessage })
    const result = await call.play(async (person) => {
      await person.pause(300)
      await person.say(MENU)
      await person.until(() => person.isOver)
    })
    expect(result).toMatchObject({ disposition: DISPOSITIONS.ivr, machine: true })
    expect(call.agentSaid()).not.toContain('Please call us back.')
  })
})

test('a step of the conversation can send keys too, after what was said before it', async () => {
  const definition = workflow(
    [start('Hello.'), keys('dial', '1w2', { say: 'Thank you.' }), end('done')],
    [
      { source: 'start', target: 'dial' },
      { source: 'dial', target: 'done' },
    ],
  )
  const call = testCall({ definition })
  await call.play(async (person) => person.until(() => person.isOver))
  expect(call.person.keysHeard).toBe('12')
  expect(call.agentSaid().join(' ')).toBe('Hello. Thank you. Good-bye.')
})
