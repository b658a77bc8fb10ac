/** What a chat endpoint may do wrong, with somebody on the line. */
import { expect, test } from 'vitest'
import {
  type Answer,
  acts,
  brainAt,
  calls,
  chunk,
  endpoint,
  heard,
  kinds,
  SENTENCES,
  said,
  says,
  silent,
  status,
  streams,
} from '../../../test/agent/chat-endpoint.ts'
import { cleanups } from '../../../test/agent/endpoints.ts'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import { PIPELINE_LIMITS } from '../../models/chat-limits.ts'
import { BrainFailed } from '../brain.ts'

test('an endpoint that never answers: the fallback, and at the second time it gives up', async () => {
  const server = await endpoint(silent)
  const clock = new VirtualClock()
  const brain = brainAt(server.url, { clock })
  const asked = async (turn: number) => {
    const answer = acts(brain, heard('hello?'))
    answer.catch(() => {})
    await server.requests(turn)
    clock.advance(PIPELINE_LIMITS.totalMs)
    return answer
  }
  const first = await asked(1)
  expect(said(first)).toEqual([SENTENCES.fallback])
  expect(first.at(-1)).toMatchObject({
    kind: 'listen',
    expect: { answer: 'choice', maxDigits: 1, noInputAfterMs: 6000 },
  })
  expect(brain.trouble).toBe('The endpoint did not answer in time.')
  await expect(asked(2)).rejects.toThrow(new BrainFailed('The endpoint did not answer in time.'))
  expect(server.bodies).toHaveLength(2)
})

test('a stream that begins and then falls silent is given up as well', async () => {
  const server = await endpoint((response) => streams(response).write(chunk({ content: 'Your appoint' })))
  const clock = new VirtualClock()
  const answer = acts(brainAt(server.url, { clock }), heard('hello?'))
  await server.requests(1)
  clock.advance(PIPELINE_LIMITS.totalMs)
  expect(said(await answer)).toEqual([SENTENCES.fallback])
})

const broken: [string, Answer][] = [
  ['an outage', status(503)],
  ['a stream of rubbish', (response) => streams(response).end('data: {"choices": 7}\n\ndata: \u0000%%%\n\n')],
  ['a web page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>')],
  ['an empty answer', says('')],
  ['an answer of signs alone', says('***', ' ###')],
  ['a connection that breaks', (response) => response.destroy()],
  ['an error in the stream', (response) => streams(response).end('data: {"error":{"message":"overloaded"}}\n\n')],
  ['a tool that does not exist', calls('dial_anybody', { number: '+19005550199' })],
]

test.each(broken)('%s: one retry, which may succeed', async (_, answer) => {
  const server = await endpoint(answer, says('Here I am.'))
  expect(said(await acts(brainAt(server.url), heard('hello?')))).toEqual(['Here I am.'])
  expect(server.bodies).toHaveLength(2)
})

test.each(broken)('%s, twice: the fallback sentence, and no third try', async (_, answer) => {
  const server = await endpoint(answer)
  const all = await acts(brainAt(server.url), heard('hello?'))
  expect(said(all)).toEqual([SENTENCES.fallback])
  expect(kinds(all)).toEqual(['say', 'listen'])
  expect(server.bodies).toHaveLength(2)
})

test.each([400, 401, 404])('status %i is not asked again', async (code) => {
  const server = await endpoint(status(code))
  expect(said(await acts(brainAt(server.url), heard('hello?')))).toEqual([SENTENCES.fallback])
  expect(server.bodies).toHaveLength(1)
})

test('a rate limit is waited for as long as it asks, if that is short', async () => {
  const server = await endpoint(status(429, { 'retry-after': '2' }), says('Here I am.'))
  const clock = new VirtualClock()
  const waits: number[] = []
  const after = clock.after.bind(clock)
  let waited: () => void = () => {}
  const waiting = new Promise<void>((resolve) => {
    waited = resolve
  })
  clock.after = (delayMs, work) => {
    waits.push(delayMs)
    if (delayMs === 2000) waited()
    return after(delayMs, work)
  }
  const answer = acts(brainAt(server.url, { clock }), heard('hello?'))
  await waiting
  expect(server.bodies).toHaveLength(1)
  clock.advance(2000)
  expect(said(await answer)).toEqual(['Here I am.'])
  expect(waits).toContain(2000)
})

test('a rate limit that asks for a minute is not waited for', async () => {
  const server = await endpoint(status(429, { 'retry-after': '60' }))
  expect(said(await acts(brainAt(server.url), heard('hello?')))).toEqual([SENTENCES.fallback])
  expect(server.bodies).toHaveLength(1)
})

test('an endpoint that cannot be reached when the call begins is given up at once', async () => {
  const server = await endpoint(silent)
  await cleanups.pop()?.()
  const answer = acts(brainAt(server.url), { kind: 'started' })
  await expect(answer).rejects.toThrow(new BrainFailed('The endpoint could not be reached.'))
})

test('an endpoint that says why is quoted', async () => {
  const body = JSON.stringify({ error: { message: 'You exceeded your current quota.' } })
  const server = await endpoint((response) => response.writeHead(402, { 'content-type': 'application/json' }).end(body))
  const words = 'The endpoint answered with status 402. It said: "You exceeded your current quota."'
  await expect(acts(brainAt(server.url), { kind: 'started' })).rejects.toThrow(new BrainFailed(words))
})

test('an answer in between makes up for a failure', async () => {
  const server = await endpoint(status(400), says('Here I am.'), status(400))
  const brain = brainAt(server.url)
  expect(said(await acts(brain, heard('one')))).toEqual([SENTENCES.fallback])
  expect(said(await acts(brain, heard('two')))).toEqual(['Here I am.'])
  expect(said(await acts(brain, heard('three')))).toEqual([SENTENCES.fallback])
})

test('a stream that breaks within a sentence keeps the sentences before it', async () => {
  const server = await endpoint((response) => {
    streams(response).write(chunk({ content: 'It is on Tuesday. It takes ' }), () => response.destroy())
  })
  const all = await acts(brainAt(server.url), heard('when?'))
  expect(said(all)).toEqual(['It is on Tuesday.', SENTENCES.fallback])
  expect(server.bodies).toHaveLength(1)
})

test('a model that talks without end is cut, and its thoughts and markup are not spoken', async () => {
  const endless: Answer = (response) => {
    streams(response).write(chunk({ content: '<think>They want **this**.</think>## **Well**, ' }))
    const more = () => {
      while (!response.destroyed && response.write(chunk({ content: 'and so on, and so on. ' })));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  const server = await endpoint(endless)
  const text = said(await acts(brainAt(server.url), heard('tell me'))).join(' ')
  expect(text.startsWith('Well, and so on,')).toBe(true)
  expect(text.length).toBeLessThanOrEqual(PIPELINE_LIMITS.longestAnswerCharacters + 100)
})

test('a model that only records and never speaks comes to an end', async () => {
  const server = await endpoint(calls('record', { mood: 'fine' }))
  const all = await acts(brainAt(server.url), heard('hm'))
  expect(kinds(all)).toEqual(['gather', 'say', 'listen'])
  expect(server.bodies).toHaveLength(PIPELINE_LIMITS.stepsPerTurn)
})
