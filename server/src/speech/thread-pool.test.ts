import { afterEach, expect, test } from 'vitest'
import { ThreadPool } from './thread-pool.ts'

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

const open: ThreadPool<string, Reply>[] = []

function poolOf(code: string, threads = 1, queueLimit = 10): ThreadPool<string, Reply> {
  const url = () => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const pool = new ThreadPool<string, Reply>({ url, workerData: undefined, threads, queueLimit })
  open.push(pool)
  return pool
}

afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close()
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
  const url = () => new URL(`data:text/javascript,${encodeURIComponent(code())}`)
  const pool = new ThreadPool<string, Reply>({ url, workerData: undefined, threads: 2, queueLimit: 100 })
  open.push(pool)
  const first = await Promise.all(Array.from({ length: 50 }, () => pool.run('a')))
  const second = await Promise.all(Array.from({ length: 50 }, () => pool.run('b')))
  expect(new Set([...first, ...second].map((reply) => reply.threadId)).size).toBe(1)
  expect(starts).toBe(2)
})

test('the queue is bounded', async () => {
  const pool = poolOf(OBEDIENT, 1, 2)
  const waiting = [pool.run('a'), pool.run('b')]
  await expect(pool.run('c')).rejects.toThrow('Too much speech')
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
