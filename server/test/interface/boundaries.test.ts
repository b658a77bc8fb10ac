/** Every integer and text that a route takes, at its boundaries: the answer may be anything but a failure of ours. */
import { beforeAll, expect, test } from 'vitest'
import type { Route } from '../../src/http/route.ts'
import { draw } from '../drawn.ts'
import { type Method, type TestApp, testApp } from './app.ts'
import { furnish, type Ids } from './furnish.ts'

const INTEGERS = [-1, 0, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 31) - 1]
const TEXTS = ['', ' ', '😀'.repeat(255), 'x\0y', '\ud800', '%00', 'é'.repeat(300), '9'.repeat(400), '\u202e']
const VALUES: readonly (string | number)[] = [...INTEGERS, ...TEXTS]
/** Each place gets every eighth value, the next place the next ones, from another beginning for each commit: an eighth of the time. */
const TURNS = 8

let world: TestApp
let ids: Ids

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
})

/** What changes nothing first, what removes the things that others need last. */
const ORDER = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE']
const routesOf = () =>
  world.app.routes
    .filter((route) => !route.path.endsWith('/stream'))
    .toSorted((one, other) => ORDER.indexOf(one.method) - ORDER.indexOf(other.method))

const escaped = (value: string | number) => {
  try {
    return encodeURIComponent(value)
  } catch {
    // Half a surrogate pair has no escape; its bytes, as a careless client would send them.
    return '%ED%A0%80'
  }
}
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
const filled = (path: string, values: Record<string, string | number>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => escaped(values[name] ?? 'x'))

interface Sent {
  url: string
  body: unknown
}

let turn = draw(TURNS)
function valuesOfPlace(): (string | number)[] {
  turn++
  return VALUES.filter((_, index) => (index + turn) % TURNS === 0)
}

/** Work that is asked for many times is done once. */
const small = (body: unknown) =>
  body !== null && typeof body === 'object' && 'runs' in body ? { ...body, runs: 1 } : body

function* requestsFor(route: Route): Generator<Sent> {
  const body = small(route.bodyExample)
  for (const name of namesIn(route.path)) {
    for (const value of valuesOfPlace()) yield { url: filled(route.path, { ...ids, [name]: value }), body }
  }
  const url = filled(route.path, ids)
  for (const name of Object.keys(route.query?.shape ?? {})) {
    for (const value of valuesOfPlace()) yield { url: `${url}?${name}=${escaped(value)}`, body }
  }
  for (const path of leavesOf(body)) {
    for (const value of valuesOfPlace()) yield { url, body: replaced(body, path, value) }
  }
}

type Path = readonly string[]

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return path.length === 0 ? [] : [path]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
}

function replaced(value: unknown, [name, ...rest]: Path, leaf: unknown): unknown {
  if (name === undefined) return leaf
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[name] = replaced(copy[name], rest, leaf)
  return copy
}

test('no integer and no text of any route is answered with a failure of ours', async () => {
  ids = await furnish(world.a, 'bounds', world.pool)
  const failed = new Set<string>()
  let asked = 0
  for (const route of routesOf()) {
    for (const { url, body } of requestsFor(route)) {
      const { status, text } = await world.a.request(route.method as Method, url, body)
      asked++
      if (status >= 500)
        failed.add(
          `${route.method} ${url.slice(0, 160)} ${status} ${text.slice(0, 120)} ${JSON.stringify(body)?.slice(0, 300)}`,
        )
    }
  }
  expect([...failed]).toEqual([])
  expect(asked).toBeGreaterThan(1_100)
}, 600_000)
