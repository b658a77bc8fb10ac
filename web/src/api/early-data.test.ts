import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropEarlyAnswers, takeEarlyAnswer } from './early-data.ts'

const ORIGIN = 'https://outdial.example'
const script = readFileSync(new URL('../../public/early.js', import.meta.url), 'utf8')

let asked: string[] = []
let page: { outdialEarly?: Map<string, Promise<Response>>; location: { origin: string } }

/** Runs the early script with a server that has this answer. */
async function runEarly(answer: () => Promise<Response>): Promise<void> {
  const fetched = (address: string) => {
    asked.push(address)
    return answer()
  }
  new Function('window', 'fetch', script)(page, fetched)
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
  await new Promise((resolve) => setImmediate(resolve))
}

const good = async () => Response.json({ id: 1, time_zone: 'UTC', campaigns: [], runs: [] })

beforeEach(() => {
  asked = []
  page = { location: { origin: ORIGIN } }
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an early answer is used once', async () => {
  await runEarly(good)
  expect((await takeEarlyAnswer('GET', `${ORIGIN}/api/v1/organization`))?.status).toBe(200)
  expect(await takeEarlyAnswer('GET', `${ORIGIN}/api/v1/organization`)).toBeNull()
  expect(await takeEarlyAnswer('POST', `${ORIGIN}/api/v1/campaign/?limit=1000`)).toBeNull()
})

test('without a session nothing but the organization is requested', async () => {
  await runEarly(async () => new Response('{}', { status: 401 }))
  expect(asked).toEqual(['/api/v1/organization'])
  // The person may have signed in since: the refusal is not taken for the answer.
  expect(await takeEarlyAnswer('GET', `${ORIGIN}/api/v1/organization`)).toBeNull()
})

test('an answer that never came, or is old, or is of a session that ended is not used', async () => {
  await runEarly(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await takeEarlyAnswer('GET', `${ORIGIN}/api/v1/organization`)).toBeNull()

  await runEarly(good)
  dropEarlyAnswers()
  expect(await takeEarlyAnswer('GET', `${ORIGIN}/api/v1/organization`)).toBeNull()

  await runEarly(good)
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect(await takeEarlyAnswer('GET', `${ORIGIN}/api/v1/organization`)).toBeNull()
})

test('every early request is one that the console makes', async () => {
  await runEarly(good)
  vi.stubGlobal('fetch', (input: Request | string | URL) => {
    throw new Error(`not requested early: ${input instanceof Request ? input.url : input}`)
  })
  const { restoreSession } = await import('./session.ts')
  await restoreSession()
  const options = [
    (await import('./campaigns.ts')).campaignList(),
    (await import('./live-calls.ts')).liveCalls(null),
    (await import('./telephony.ts')).configurationList(),
  ]
  const { signal } = new AbortController()
  for (const { queryFn } of options) await (queryFn as (context: object) => Promise<unknown>)({ signal })
  expect(page.outdialEarly?.size).toBe(0)
})
