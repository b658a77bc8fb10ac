import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { openProcess, openThread } from './worker.ts'
import { WorkerPool } from './worker-pool.ts'

/** A thread that does as it is told, and answers with its own number. */
const OBEDIENT = `
import { parentPort, threadId } from 'node:worker_threads'
parentPort.on('message', (order) => {
  if (order === 'die') throw new Error('as told')
  if (order === 'fail') return parentPort.postMessage({ failure: 'It could not be done.' })
  parentPort.postMessage({ reply: { order, threadId } })
})
parentPort.postMessage({ ready: true })`

const STILLBORN = `throw new Error('no')`

interface Reply {
  order: string
  threadId: number
}

const open: WorkerPool<string, Reply>[] = []
const leaving: Array<() => Promise<void>> = []

const urlOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)

function poolOf(code: string, workers = 1, queueLimit = 10): WorkerPool<string, Reply> {
  const openWorker = () => openThread(urlOf(code))
  const pool = new WorkerPool<string, Reply>({ clock: systemClock, openWorker, workers, queueLimit })
  open.push(pool)
  return pool
}

afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close()
  for (const leave of leaving.splice(0)) await leave()
})

test('work is answered in order by one thread', async () => {
  const pool = poolOf(OBEDIENT)
  const replies = await Promise.all(['a', 'b', 'c'].map((order) => pool.run(order)))
  expect(replies.map((reply) => reply.order)).toEqual(['a', 'b', 'c'])
  expect(new Set(replies.map((reply) => reply.threadId)).size).toBe(1)
})

test('threads are added only while work waits', async () => {
  const pool = poolOf(OBEDIENT, 3)
  const first = await pool.run('a')
  const second = await pool.run('b')
  expect(second.threadId).toBe(first.threadId)
})

test('work that fails tells why, and the thread goes on', async () => {
  const pool = poolOf(OBEDIENT)
  await expect(pool.run('fail')).rejects.toThrow('It could not be done.')
  expect((await pool.run('a')).order).toBe('a')
})

test('a thread that dies fails its own work only; the rest is done by a new one', async () => {
  const pool = poolOf(OBEDIENT)
  const [died, survived] = await Promise.allSettled([pool.run('die'), pool.run('a')])
  expect(died.status).toBe('rejected')
  expect(survived.status).toBe('fulfilled')
})

test('threads that cannot start fail the work instead of being started for ever', async () => {
  const pool = poolOf(STILLBORN, 2)
  const results = await Promise.allSettled([pool.run('a'), pool.run('b')])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
})

test('when a further thread cannot start, the one there is does the work', async () => {
  let starts = 0
  const code = () => (starts++ === 0 ? OBEDIENT : STILLBORN)
  const openWorker = () => openThread(urlOf(code()))
  const pool = new WorkerPool<string, Reply>({ clock: systemClock, openWorker, workers: 2, queueLimit: 100 })
  open.push(pool)
  const first = await Promise.all(Array.from({ length: 50 }, () => pool.run('a')))
  const second = await Promise.all(Array.from({ length: 50 }, () => pool.run('b')))
  expect(new Set([...first, ...second].map((reply) => reply.threadId)).size).toBe(1)
  expect(starts).toBe(2)
})

test('the queue is bounded', async () => {
  const pool = poolOf(OBEDIENT, 1, 2)
  const waiting = [pool.run('a'), pool.run('b')]
  await expect(pool.run('c')).rejects.toThrow('Too many speech jobs')
  expect(await Promise.all(waiting)).toHaveLength(2)
})

test('work that is no longer wanted is never begun', async () => {
  const pool = poolOf(OBEDIENT, 1, 2)
  const unwanted = new AbortController()
  const first = pool.run('a')
  const second = pool.run('die', unwanted.signal)
  unwanted.abort(new Error('interrupted'))
  await expect(second).rejects.toThrow('interrupted')
  const [before, after] = [await first, await pool.run('b')]
  expect(after.threadId).toBe(before.threadId)
  await expect(pool.run('c', unwanted.signal)).rejects.toThrow('interrupted')
})

test('closing fails what is open and everything after', async () => {
  const pool = poolOf(OBEDIENT)
  const pending = pool.run('a')
  const [result] = await Promise.allSettled([pending, pool.close()])
  expect(result.status).toBe('rejected')
  await expect(pool.run('b')).rejects.toThrow('shut down')
})

/** The same as a process: it answers, hangs or dies as it is told. */
const OBEDIENT_PROCESS = `
process.on('message', (order) => {
  if (order === 'die') process.kill(process.pid, 'SIGSEGV')
  if (order === 'hang') for (;;);
  process.send({ reply: { order, threadId: process.pid } })
})
process.send({ ready: true })`

async function processPool(options: { workMsMax?: number } = {}): Promise<WorkerPool<string, Reply>> {
  const directory = await mkdtemp(join(tmpdir(), 'outdial-worker-'))
  const file = join(directory, 'worker.mjs')
  await writeFile(file, OBEDIENT_PROCESS)
  const openWorker = () => openProcess(pathToFileURL(file), {})
  const pool = new WorkerPool<string, Reply>({ clock: systemClock, openWorker, workers: 1, queueLimit: 10, ...options })
  open.push(pool)
  leaving.push(() => rm(directory, { recursive: true, force: true }))
  return pool
}

test('a process that crashes in native code costs its own work alone', async () => {
  const pool = await processPool()
  const before = await pool.run('a')
  const [died, survived] = await Promise.allSettled([pool.run('die'), pool.run('b')])
  expect(died.status).toBe('rejected')
  expect(survived).toMatchObject({ status: 'fulfilled', value: { order: 'b' } })
  expect((await pool.run('c')).threadId).not.toBe(before.threadId)
  expect(pool.replaced).toBe(1)
})

test('a process that hangs is replaced, and what waited behind it is done', async () => {
  const pool = await processPool({ workMsMax: 300 })
  await pool.run('a')
  const [hung, waited] = await Promise.allSettled([pool.run('hang'), pool.run('b')])
  expect(hung).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('hung') } })
  expect(waited.status).toBe('fulfilled')
})

test('closing does not wait for a process that hangs', async () => {
  const pool = await processPool()
  await pool.run('a')
  const [hung] = await Promise.allSettled([pool.run('hang'), pool.close()])
  expect(hung.status).toBe('rejected')
})

test('work that has waited too long is refused, and the wait is told', async () => {
  const clock = new VirtualClock()
  const listeners: Array<(message: unknown) => void> = []
  const posted: unknown[] = []
  const pool = new WorkerPool<string, string>({
    clock,
    openWorker: () => ({
      stopsAtAnyTime: true,
      post: (request) => void posted.push(request),
      onMessage: (listener) => void listeners.push(listener),
      onGone: () => {},
      ref: () => {},
      unref: () => {},
      stop: async () => {},
    }),
    workers: 1,
    queueLimit: 10,
    waitMsMax: 3000,
  })
  const first = pool.run('first')
  // Loading takes as long as it takes: what was asked for meanwhile is done.
  await clock.pass(10_000)
  const late = pool.run('late').catch((error: Error) => error.message)
  listeners[0]?.({ ready: true })
  await clock.pass(2000)
  expect(pool.waitMs).toBe(2000)
  await clock.pass(2000)
  const fresh = pool.run('fresh')
  listeners[0]?.({ reply: 'one' })
  expect(await late).toContain('too long')
  expect(posted).toEqual(['first', 'fresh'])
  expect(pool.waitMs).toBeGreaterThan(300)
  listeners[0]?.({ reply: 'two' })
  expect(await Promise.all([first, fresh])).toEqual(['one', 'two'])
})

test('what somebody waits for goes before what may turn out to be nothing; a guess that came true waits no longer', async () => {
  const pool = poolOf(OBEDIENT)
  const done: string[] = []
  const guess = (order: string) => {
    const urgency = { isFinal: false }
    return { urgency, end: pool.run(order, undefined, [], urgency).then(() => done.push(order)) }
  }
  const [first, second] = [guess('guess'), guess('comes true')]
  const certain = pool.run('certain').then(() => done.push('certain'))
  second.urgency.isFinal = true
  await Promise.all([first.end, second.end, certain])
  expect(done).toEqual(['comes true', 'certain', 'guess'])
})
