/**
 * The keys that sign requests to a bucket: fixed ones, or those of a cloud role, which expire and are asked for again. Role
 * credentials come from the same sources as in Amazon's own programs: a token of the Kubernetes cluster, the container, or the
 * machine.
 */
import { readFile } from 'node:fs/promises'

export interface BucketKeys {
  accessKeyId: string
  secretAccessKey: string
  /** Token that belongs to keys which expire. */
  sessionToken?: string
}

export type RoleSource =
  | { kind: 'web_identity'; tokenFile: string; roleArn: string; stsUrl: string }
  | { kind: 'container'; url: string; authorization: { token: string } | { file: string } | null }
  | { kind: 'instance'; url: string }

export interface RoleOptions {
  /** `fetch` for the cloud's public services. */
  fetcher: typeof fetch
  now(): number
  /** `fetch` for the machine's own metadata service; never through a proxy. */
  nearby?: typeof fetch
}

interface ExpiringKeys extends BucketKeys {
  expiresAtMs: number
}

/** Keys are renewed this long before they expire. */
const RENEW_BEFORE_MS = 5 * 60_000
/** After a failed renewal, the next attempt waits this long while the current keys are valid. */
const RETRY_AFTER_MS = 30_000
const ANSWER_MS_MAX = 5000
const INSTANCE_TOKEN_SECONDS = 21_600

/** Returns the current keys. Concurrent requests share one renewal. */
export function roleKeys(source: RoleSource, options: RoleOptions): () => Promise<BucketKeys> {
  let known: ExpiringKeys | null = null
  let renewal: Promise<ExpiringKeys> | null = null
  let notBeforeMs = 0

  async function renewed(): Promise<ExpiringKeys> {
    try {
      known = await askFor(source, options)
      return known
    } catch (error) {
      notBeforeMs = options.now() + RETRY_AFTER_MS
      if (known && known.expiresAtMs > options.now()) return known
      throw new Error(`The keys of the bucket's role could not be read: ${(error as Error).message}`, { cause: error })
    } finally {
      renewal = null
    }
  }

  return async () => {
    const nowMs = options.now()
    if (known && known.expiresAtMs - nowMs > RENEW_BEFORE_MS) return known
    if (known && known.expiresAtMs > nowMs && nowMs < notBeforeMs) return known
    renewal ??= renewed()
    return renewal
  }
}

function askFor(source: RoleSource, options: RoleOptions): Promise<ExpiringKeys> {
  switch (source.kind) {
    case 'web_identity':
      return askTokenService(source, options.fetcher)
    case 'container':
      return askContainer(source, options.nearby ?? fetch)
    case 'instance':
      return askInstance(source, options.nearby ?? fetch)
  }
}

async function askTokenService(
  { tokenFile, roleArn, stsUrl }: Extract<RoleSource, { kind: 'web_identity' }>,
  fetcher: typeof fetch,
): Promise<ExpiringKeys> {
  const form = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: 'outdial',
    // The file is read each time, because the cluster renews it.
    WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
  })
  const answer = await textOf(fetcher, stsUrl, { method: 'POST', body: form })
  const field = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(answer)?.[1]
  return keysOf({
    AccessKeyId: field('AccessKeyId'),
    SecretAccessKey: field('SecretAccessKey'),
    Token: field('SessionToken'),
    Expiration: field('Expiration'),
  })
}

async function askContainer(
  { url, authorization }: Extract<RoleSource, { kind: 'container' }>,
  nearby: typeof fetch,
): Promise<ExpiringKeys> {
  const token =
    authorization === null || 'token' in authorization
      ? authorization?.token
      : (await readFile(authorization.file, 'utf8')).trim()
  return keysOf(JSON.parse(await textOf(nearby, url, { headers: token ? { authorization: token } : {} })))
}

/** Uses a session token (IMDSv2): without one, a request forged through this program could read the keys of the machine. */
async function askInstance(
  { url }: Extract<RoleSource, { kind: 'instance' }>,
  nearby: typeof fetch,
): Promise<ExpiringKeys> {
  const token = await textOf(nearby, `${url}/latest/api/token`, {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': String(INSTANCE_TOKEN_SECONDS) },
  })
  const headers = { 'x-aws-ec2-metadata-token': token }
  const roles = `${url}/latest/meta-data/iam/security-credentials/`
  const [role] = (await textOf(nearby, roles, { headers })).trim().split('\n')
  if (!role) throw new Error('the machine has no role')
  return keysOf(JSON.parse(await textOf(nearby, `${roles}${role}`, { headers })))
}

async function textOf(fetcher: typeof fetch, url: string, init: RequestInit): Promise<string> {
  const answer = await fetcher(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS_MAX), redirect: 'error' })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`)
  return text
}

/** Converts the answers of all three sources to keys. Errors contain no part of a key. */
function keysOf(found: Record<string, unknown>): ExpiringKeys {
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = found
  const expiresAtMs = Date.parse(String(Expiration))
  const isWhole = [AccessKeyId, SecretAccessKey, Token].every((part) => typeof part === 'string' && part !== '')
  if (!isWhole || Number.isNaN(expiresAtMs)) throw new Error('the answer has no keys with an expiry')
  return {
    accessKeyId: AccessKeyId as string,
    secretAccessKey: SecretAccessKey as string,
    sessionToken: Token as string,
    expiresAtMs,
  }
}
