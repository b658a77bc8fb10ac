import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type RoleSource, roleKeys } from './bucket-keys.ts'

const START_MS = Date.parse('2026-11-16T10:00:00Z')
const MINUTE_MS = 60_000
const CONTAINER: RoleSource = { kind: 'container', url: 'http://127.0.0.1/keys', authorization: { token: 'let me in' } }

/** Hands out keys that live an hour, or answers as told. */
function cloud(answer: (asked: number, init: RequestInit) => Response | Promise<Response>) {
  let nowMs = START_MS
  let asked = 0
  const fetcher: typeof fetch = async (_url, init) => answer(++asked, init ?? {})
  return {
    options: { fetcher, nearby: fetcher, now: () => nowMs },
    wait: (ms: number) => {
      nowMs += ms
    },
    now: () => nowMs,
    asked: () => asked,
  }
}

const keysUntil = (atMs: number, name: string) =>
  Response.json({
    AccessKeyId: name,
    SecretAccessKey: 'secret',
    Token: `token of ${name}`,
    Expiration: new Date(atMs).toISOString(),
  })

describe('keys of a role', () => {
  test('are asked for once by many, and again shortly before they expire', async () => {
    const world = cloud((asked) => keysUntil(world.now() + 60 * MINUTE_MS, `key ${asked}`))
    const keys = roleKeys(CONTAINER, world.options)
    const first = await Promise.all([keys(), keys(), keys()])
    expect(new Set(first.map(({ accessKeyId }) => accessKeyId))).toEqual(new Set(['key 1']))
    world.wait(54 * MINUTE_MS)
    expect((await keys()).accessKeyId).toBe('key 1')
    world.wait(2 * MINUTE_MS)
    expect(await keys()).toMatchObject({ accessKeyId: 'key 2', sessionToken: 'token of key 2' })
  })

  test('that cannot be renewed are used until they expire, and the service is not asked at every request', async () => {
    const world = cloud((asked) =>
      asked === 1 ? keysUntil(START_MS + 60 * MINUTE_MS, 'key 1') : new Response('', { status: 503 }),
    )
    const keys = roleKeys(CONTAINER, world.options)
    await keys()
    world.wait(57 * MINUTE_MS)
    for (let time = 0; time < 5; time++) expect((await keys()).accessKeyId).toBe('key 1')
    expect(world.asked()).toBe(2)
    world.wait(4 * MINUTE_MS)
    await expect(keys()).rejects.toThrow('could not be read: 127.0.0.1 answered 503')
  })

  test.each([
    ['no keys', '{}'],
    ['no expiry', '{"AccessKeyId":"a","SecretAccessKey":"very secret","Token":"t"}'],
    ['not JSON', '<html>'],
  ])('an answer with %s is refused, and no secret is in the message', async (_case, body) => {
    const world = cloud(() => new Response(body))
    const failed = await roleKeys(CONTAINER, world.options)().catch((error: Error) => error.message)
    expect(failed).toMatch(/could not be read/)
    expect(failed).not.toContain('very secret')
  })

  test('a container is asked with its token', async () => {
    const seen: unknown[] = []
    const world = cloud((_asked, { headers }) => {
      seen.push(headers)
      return keysUntil(START_MS + 60 * MINUTE_MS, 'key')
    })
    await roleKeys(CONTAINER, world.options)()
    expect(seen).toEqual([{ authorization: 'let me in' }])
  })

  test('a cluster’s token is read again for each renewal, and exchanged for keys', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outdial-role-'))
    const tokenFile = join(folder, 'token')
    const forms: string[] = []
    const world = cloud((_asked, { body }) => {
      forms.push(String(body))
      const until = new Date(world.now() + 60 * MINUTE_MS).toISOString()
      return new Response(
        `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
           <Credentials><AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>s/+=</SecretAccessKey>
           <SessionToken>long+token==</SessionToken><Expiration>${until}</Expiration></Credentials>
         </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
      )
    })
    const stsUrl = 'https://sts.eu-central-1.amazonaws.com/'
    const keys = roleKeys(
      { kind: 'web_identity', tokenFile, roleArn: 'arn:aws:iam::1:role/calls', stsUrl },
      world.options,
    )
    await writeFile(tokenFile, 'first\n')
    expect(await keys()).toMatchObject({ accessKeyId: 'ASIA1', secretAccessKey: 's/+=', sessionToken: 'long+token==' })
    await writeFile(tokenFile, 'second\n')
    world.wait(56 * MINUTE_MS)
    await keys()
    expect(forms.map((form) => new URLSearchParams(form).get('WebIdentityToken'))).toEqual(['first', 'second'])
    expect(new URLSearchParams(forms[0]).get('RoleArn')).toBe('arn:aws:iam::1:role/calls')
    await rm(folder, { recursive: true })
  })
})
