import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigurationError, readConfig, readStorageKeys } from '../../src/config.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'outdial-config-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...environment }, false)

test('TRUST_PROXY names networks; nobody is trusted without it, and what is no network is refused', () => {
  expect(read({}).trustProxy).toEqual([])
  expect(read({ TRUST_PROXY: 'loopback, 10.0.0.0/8, 2001:db8::1' }).trustProxy).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::1',
  ])
  expect(() => read({ TRUST_PROXY: 'true' })).toThrow(/TRUST_PROXY/)
})

test('CLAIMS_AHEAD_RATE is 300 ended calls a second unless another whole number from 20 on is given', () => {
  expect(read({}).claimsAheadRate).toBe(300)
  expect(read({ CLAIMS_AHEAD_RATE: '50' }).claimsAheadRate).toBe(50)
  expect(() => read({ CLAIMS_AHEAD_RATE: '19' })).toThrow(
    /^CLAIMS_AHEAD_RATE must be a whole number from 20 to 100000\.$/,
  )
})

test('CLAIMS_AHEAD is on or off, off without it; another value is refused with what is allowed', () => {
  expect(read({}).claimsAhead).toBe(false)
  expect(read({ CLAIMS_AHEAD: 'off' }).claimsAhead).toBe(false)
  expect(read({ CLAIMS_AHEAD: 'on' }).claimsAhead).toBe(true)
  expect(() => read({ CLAIMS_AHEAD: 'yes' })).toThrow(/^CLAIMS_AHEAD must be on or off\.$/)
})

test('a secret can be in a file; a missing or empty file, and both ways together, are refused', async () => {
  const file = join(dataDir, 'secret')
  await writeFile(file, `${Buffer.alloc(32, 5).toString('base64')}\n`)
  expect(read({ SECRET_KEY_FILE: file }).secretKeys).toEqual([Buffer.alloc(32, 5)])
  const own = Buffer.alloc(32, 6).toString('base64')
  expect(() => read({ SECRET_KEY: own, SECRET_KEY_FILE: file })).toThrow('exclude each other')
  expect(() => read({ DATABASE_URL_FILE: join(dataDir, 'none') })).toThrow(/DATABASE_URL_FILE.*ENOENT/)
  await writeFile(file, ' \n')
  expect(() => read({ OIDC_CLIENT_SECRET_FILE: file })).toThrow('is empty')
})

test('STORAGE_KEY is one key or several, newest first, also from a file; without it nothing is encrypted', async () => {
  const [newer, older] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  const both = `${newer.toString('base64')}, ${older.toString('base64')}`
  expect(read({}).storageKeys).toEqual([])
  expect(read({ STORAGE_KEY: both }).storageKeys).toEqual([newer, older])
  const file = join(dataDir, 'storage-key')
  await writeFile(file, `${both}\n`)
  expect(read({ STORAGE_KEY_FILE: file }).storageKeys).toEqual([newer, older])
  expect(readStorageKeys({ STORAGE_KEY_FILE: file })).toEqual([newer, older])
  for (const each of [read, readStorageKeys])
    expect(() => each({ STORAGE_KEY: 'short' })).toThrow(/^STORAGE_KEY must be 32 bytes in base64/)
})

test('a proxy of the network and authorities of the operator are read; what cannot be used stops the start', async () => {
  expect(read({}).proxies).toBeNull()
  expect(read({ https_proxy: 'proxy.example:3128' }).proxies?.secure?.host).toBe('proxy.example:3128')
  expect(() => read({ HTTPS_PROXY: 'socks5://proxy' })).toThrow(/^HTTPS_PROXY must be the address of an HTTP proxy/)
  const file = join(dataDir, 'proxy')
  await writeFile(file, 'http://user:secret@proxy.example:3128')
  expect(read({ HTTPS_PROXY_FILE: file }).proxies?.secure?.password).toBe('secret')
  expect(() => read({ NODE_EXTRA_CA_CERTS: join(dataDir, 'none.pem') })).toThrow(/NODE_EXTRA_CA_CERTS.*ENOENT/)
})

test('sign-in: the issuer is https or on loopback, and a group is given a role that exists', () => {
  const provider = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'outdial' }
  const { signIn } = read({ ...provider, SIGN_IN_ROLES: 'it staff=administrator' })
  expect(signIn.provider).toMatchObject({ name: 'login.example.com', clientSecret: null, groupsClaim: 'groups' })
  expect([...signIn.roles]).toEqual([['it staff', 'administrator']])
  expect(() => read({ ...provider, OIDC_ISSUER: 'http://login.example.com' })).toThrow(/OIDC_ISSUER.*https/)
  expect(() => read({ OIDC_ISSUER: 'https://login.example.com' })).toThrow('OIDC_CLIENT_ID')
  expect(() => read({ OIDC_CLIENT_ID: 'x' })).toThrow('OIDC_ISSUER is missing')
  expect(() => read({ ...provider, SIGN_IN_ROLES: 'it=owner' })).toThrow(/SIGN_IN_ROLES.*it=owner/)
  expect(() => read({ ...provider, OIDC_SCOPES: 'profile' })).toThrow('must contain openid')
  expect(() => read({ ...provider, OIDC_EMAIL_TRUSTED: 'yes' })).toThrow('OIDC_EMAIL_TRUSTED must be on or off')
})

test('sign-in by a proxy reads only the headers that are named, and roles by group need one', () => {
  const proxy = { TRUST_PROXY: 'loopback', PROXY_USER_HEADER: 'X-Forwarded-User' }
  expect(read(proxy).signIn.proxy).toEqual({
    userHeader: 'x-forwarded-user',
    nameHeader: null,
    emailHeader: null,
    groupsHeader: null,
  })
  const roles = { ...proxy, SIGN_IN_ROLES: 'it=administrator' }
  expect(() => read(roles)).toThrow('SIGN_IN_ROLES needs PROXY_GROUPS_HEADER')
  expect(read({ ...roles, PROXY_GROUPS_HEADER: 'X-Groups' }).signIn.proxy?.groupsHeader).toBe('x-groups')
  expect(() => read({ PROXY_GROUPS_HEADER: 'X-Groups' })).toThrow('PROXY_USER_HEADER is missing')
  expect(() => read({ ...proxy, PROXY_EMAIL_HEADER: 'X Email' })).toThrow('must be the name of a header')
})

test('all faults are told together', () => {
  expect(() => read({ PORT: 'x', SIMULATOR: 'maybe', LOG_LEVEL: 'loud' })).toThrow(
    expect.objectContaining({
      name: ConfigurationError.name,
      message: expect.stringMatching(/PORT.*LOG_LEVEL.*SIMULATOR/s),
    }),
  )
})

test('recordings: a folder below DATA_DIR, another one, or a bucket, whose settings must be whole', () => {
  expect(read({}).recordings).toEqual({ kind: 'folder', directory: join(dataDir, 'recordings') })
  expect(read({ RECORDINGS_DIR: '/mnt/all' }).recordings).toEqual({ kind: 'folder', directory: '/mnt/all' })
  const bucket = { S3_BUCKET_URL: 'https://s3.example.com/calls/', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
  expect(read(bucket).recordings).toEqual({
    kind: 's3',
    bucketUrl: 'https://s3.example.com/calls',
    region: 'auto',
    keys: { accessKeyId: 'id', secretAccessKey: 'key' },
    encryption: null,
  })
  for (const [more, fault] of [
    [{ RECORDINGS_DIR: '/mnt/all' }, /exclude each other/],
    [{ S3_SECRET_ACCESS_KEY: '' }, /S3_SECRET_ACCESS_KEY/],
    [{ S3_BUCKET_URL: '' }, /S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY go with S3_BUCKET_URL/],
    [{ S3_BUCKET_URL: 's3.example.com/calls' }, /host and bucket/],
    [{ S3_BUCKET_URL: 'https://id:key@s3.example.com/calls' }, /host and bucket/],
    [{ S3_CREDENTIALS: 'role' }, /excludes S3_ACCESS_KEY_ID/],
    [{ S3_CREDENTIALS: 'roles' }, /keys or role/],
    [{ S3_ENCRYPTION: 'AES128' }, /AES256 or aws:kms/],
    [{ S3_ENCRYPTION: 'AES256', S3_KMS_KEY_ID: 'k' }, /goes with S3_ENCRYPTION=aws:kms/],
  ] as const) {
    expect(() => read({ ...bucket, ...more })).toThrow(fault)
  }
})

test('the keys of a bucket come from the role of the cluster, the container, or the machine', () => {
  const bucket = { S3_BUCKET_URL: 'https://s3.example.com/calls', S3_CREDENTIALS: 'role', S3_REGION: 'eu-central-1' }
  const keys = (more: Record<string, string>) => {
    const { recordings } = read({ ...bucket, ...more })
    return recordings.kind === 's3' && recordings.keys
  }
  expect(keys({})).toEqual({ kind: 'instance', url: 'http://169.254.169.254' })
  const path = { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials/1' }
  expect(keys(path)).toEqual({ kind: 'container', url: 'http://169.254.170.2/v2/credentials/1', authorization: null })
  const pod = {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1',
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/t',
  }
  expect(keys(pod)).toEqual({ kind: 'container', url: 'http://169.254.170.23/v1', authorization: { file: '/t' } })
  const cluster = { AWS_WEB_IDENTITY_TOKEN_FILE: '/token', AWS_ROLE_ARN: 'arn:aws:iam::1:role/calls' }
  expect(keys({ ...pod, ...cluster })).toEqual({
    kind: 'web_identity',
    tokenFile: '/token',
    roleArn: 'arn:aws:iam::1:role/calls',
    stsUrl: 'https://sts.eu-central-1.amazonaws.com/',
  })
  expect(() => keys({ ...cluster, S3_REGION: '' })).toThrow(/needs S3_REGION/)
})
