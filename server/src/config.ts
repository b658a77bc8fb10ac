/** Reads the environment once into one typed, frozen object. All faults are reported together, in plain words. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CLAIMS_AHEAD_RATE } from './dialer/rules/claims-ahead.ts'
import { type AllowList, readAllowList } from './kernel/egress-rules.ts'
import type { LogLevel } from './kernel/log.ts'
import { isNetwork } from './kernel/network-list.ts'
import { type ProxySettings, readProxySettings } from './kernel/proxy-rules.ts'
import { API_KEY_PATTERN } from './organizations/api-key.ts'
import { readSignIn, type SignInSettings } from './organizations/sign-in/settings.ts'
import type { FileStoreSettings } from './storage/files/open-file-store.ts'
import { readFileStore } from './storage/files/settings.ts'
import type { AudioSocketSettings } from './telephony/audio-sockets.ts'
import type { OwnPbxSettings } from './telephony/own-pbx/own-pbx.ts'

export interface Config {
  host: string
  port: number
  dataDir: string
  /** Directory with `voices` and `recognizers` for further languages. */
  speechDir: string
  databaseUrl: string | null
  /** Address of the database server itself, if `databaseUrl` leads to a connection pooler. */
  databaseDirectUrl: string | null
  publicUrl: string
  /** The Asterisk that this node runs for SIP trunks; null: none. */
  ownPbx: OwnPbxSettings | null
  /** Address for AudioSocket connections of Asterisk; null: not listening. */
  audioSocket: AudioSocketSettings | null
  /** Whether PUBLIC_URL must be reachable by carriers; off in test installations. */
  publicUrlCheck: boolean
  /** Encryption keys, newest first; the older ones only decrypt values that were encrypted with them. */
  secretKeys: readonly Buffer[]
  bootstrapApiKey: string | null
  simulator: boolean
  /** Whether configurations may name a simulated carrier in another process; for tests. */
  simulatorElsewhere: boolean
  /** Whether contacts may be claimed ahead of free slots while many calls end (`docs/scale.md`). */
  claimsAhead: boolean
  /** Ended calls per second that an organization must reach for `claimsAhead`. */
  claimsAheadRate: number
  logLevel: LogLevel
  logPretty: boolean
  /** Whether one line is logged per request. */
  accessLog: boolean
  /** Allows console sessions over plain http, on networks that the operator trusts. */
  cookieInsecure: boolean
  /** Whether traces are sent; decided by OpenTelemetry's own environment variables. */
  tracing: boolean
  /** Requests per minute and organization; 0 switches the limit off. */
  rateLimitPerMinute: number
  /** Proxies that are trusted to report the client's address. */
  trustProxy: readonly string[]
  /** Private addresses that tenants may reach in an installation with several organizations. */
  egressAllow: AllowList
  /** Proxies for outgoing connections; null: all are direct. */
  proxies: ProxySettings | null
  /** How long live conversations may continue after SIGTERM. */
  shutdownGraceSeconds: number
  /** Maximum number of concurrent conversations on this node; null: derived from its CPU cores. */
  conversationsMax: number | null
  /** Days after which events are dropped. */
  eventRetentionDays: number
  /** Ways to sign in besides API keys. */
  signIn: SignInSettings
  /** The store of recordings, readable by every node. */
  recordings: FileStoreSettings
  /** Keys that encrypt recordings and backups, newest first; the older ones only decrypt. None: they are not encrypted. */
  storageKeys: readonly Buffer[]
}

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

type Environment = Readonly<Record<string, string | undefined>>

const LOG_LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

export function readConfig(given: Environment, terminal: boolean): Config {
  const faults: string[] = []
  const environment = withSecretFiles(given, faults)
  const text = (name: string, fallback: string) => environment[name]?.trim() || fallback
  const whole = (name: string, fallback: number, low: number, high: number) => {
    const value = Number(text(name, String(fallback)))
    if (!Number.isInteger(value) || value < low || value > high) {
      faults.push(`${name} must be a whole number from ${low} to ${high}.`)
    }
    return value
  }
  const host = text('HOST', '127.0.0.1')
  const port = whole('PORT', 8000, 0, 65535)
  const dataDir = resolve(text('DATA_DIR', './data'))
  const databaseUrl = environment.DATABASE_URL?.trim() || null
  const databaseDirectUrl = environment.DATABASE_DIRECT_URL?.trim() || null
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl })) {
    if (url && !/^postgres(ql)?:\/\//.test(url)) faults.push(`${name} must begin with postgres:// or postgresql://.`)
  }
  if (databaseDirectUrl && !databaseUrl) faults.push('DATABASE_DIRECT_URL goes with DATABASE_URL, which is missing.')
  const logLevel = text('LOG_LEVEL', 'info') as LogLevel
  if (!LOG_LEVELS.includes(logLevel)) faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`)
  const simulator = text('SIMULATOR', 'on')
  if (!['on', 'off', 'remote'].includes(simulator)) faults.push('SIMULATOR must be on, off or remote.')
  const claimsAhead = text('CLAIMS_AHEAD', 'off')
  if (claimsAhead !== 'on' && claimsAhead !== 'off') faults.push('CLAIMS_AHEAD must be on or off.')
  const publicUrlCheck = text('PUBLIC_URL_CHECK', 'on')
  if (publicUrlCheck !== 'on' && publicUrlCheck !== 'off') faults.push('PUBLIC_URL_CHECK must be on or off.')
  const accessLog = text('ACCESS_LOG', 'off')
  if (accessLog !== 'on' && accessLog !== 'off') faults.push('ACCESS_LOG must be on or off.')
  const cookieInsecure = text('COOKIE_INSECURE', 'off')
  if (cookieInsecure !== 'on' && cookieInsecure !== 'off') faults.push('COOKIE_INSECURE must be on or off.')
  const bootstrapApiKey = environment.BOOTSTRAP_API_KEY?.trim() || null
  if (bootstrapApiKey && !API_KEY_PATTERN.test(bootstrapApiKey)) {
    faults.push('BOOTSTRAP_API_KEY must look like a key: od_ and 43 letters, digits, - or _.')
  }
  const trustProxy = readTrustProxy(environment.TRUST_PROXY?.trim(), faults)
  const config: Config = {
    host,
    port,
    dataDir,
    speechDir: resolve(text('SPEECH_DIR', dataDir)),
    databaseUrl,
    databaseDirectUrl,
    publicUrlCheck: publicUrlCheck === 'on',
    audioSocket: readAudioSocket(
      text('AUDIOSOCKET_HOST', '127.0.0.1'),
      whole('AUDIOSOCKET_PORT', 0, 0, 65535),
      environment.AUDIOSOCKET_ADDRESS?.trim() || null,
      faults,
    ),
    ownPbx: readOwnPbx(
      {
        trunks: text('SIP_TRUNKS', 'off'),
        program: text('ASTERISK_PROGRAM', 'asterisk'),
        modulesFolder: environment.ASTERISK_MODULES_DIR?.trim() || null,
        dataFolder: environment.ASTERISK_DATA_DIR?.trim() || null,
        sipPort: whole('SIP_PORT', 5060, 0, 65534),
        rtpPorts: text('RTP_PORTS', '20000-20999'),
        externalAddress: environment.SIP_EXTERNAL_ADDRESS?.trim() || null,
      },
      dataDir,
      faults,
    ),
    publicUrl: readPublicUrl(environment.PUBLIC_URL?.trim(), host, port, faults),
    secretKeys: readSecretKeys(environment.SECRET_KEY?.trim(), dataDir, databaseUrl !== null, faults),
    bootstrapApiKey,
    simulator: simulator !== 'off',
    simulatorElsewhere: simulator === 'remote',
    claimsAhead: claimsAhead === 'on',
    claimsAheadRate: whole('CLAIMS_AHEAD_RATE', CLAIMS_AHEAD_RATE, 20, 100_000),
    logLevel,
    logPretty: terminal,
    accessLog: accessLog === 'on',
    cookieInsecure: cookieInsecure === 'on',
    tracing: wantsTraces(environment),
    egressAllow: readEgressAllow(environment.EGRESS_ALLOW?.trim(), faults),
    proxies: readProxySettings(environment, faults),
    trustProxy,
    rateLimitPerMinute: whole('RATE_LIMIT_PER_MINUTE', 60_000, 0, 100_000_000),
    shutdownGraceSeconds: whole('SHUTDOWN_GRACE_SECONDS', 30, 0, 7200),
    conversationsMax: text('CONVERSATIONS_MAX', '') === '' ? null : whole('CONVERSATIONS_MAX', 0, 1, 10_000),
    eventRetentionDays: whole('EVENT_RETENTION_DAYS', 30, 1, 3650),
    recordings: readFileStore(environment, dataDir, faults),
    storageKeys: readKeyList('STORAGE_KEY', environment.STORAGE_KEY?.trim(), faults),
    signIn: readSignIn(environment, trustProxy, faults),
  }
  requireReadable('NODE_EXTRA_CA_CERTS', environment.NODE_EXTRA_CA_CERTS, faults)
  if (faults.length > 0) throw new ConfigurationError(faults.join('\n'))
  return Object.freeze(config)
}

function readOwnPbx(
  given: Omit<OwnPbxSettings, 'folder' | 'rtpPorts'> & { trunks: string; rtpPorts: string },
  dataDir: string,
  faults: string[],
): OwnPbxSettings | null {
  const { trunks, rtpPorts, ...settings } = given
  if (trunks !== 'on' && trunks !== 'off') faults.push('SIP_TRUNKS must be on or off.')
  const [first = 0, last = 0] = rtpPorts.split('-').map(Number)
  if (!(first >= 1024 && last <= 65535 && first < last)) {
    faults.push('RTP_PORTS must be a range of UDP ports, such as 20000-20999.')
  }
  if (settings.externalAddress !== null && !/^[\w.:-]+$/.test(settings.externalAddress)) {
    faults.push('SIP_EXTERNAL_ADDRESS must be an address or a host name.')
  }
  return trunks === 'on' ? { ...settings, folder: join(dataDir, 'asterisk'), rtpPorts: [first, last] } : null
}

const ALL_INTERFACES = new Set(['0.0.0.0', '::'])

function readAudioSocket(
  host: string,
  port: number,
  given: string | null,
  faults: string[],
): AudioSocketSettings | null {
  if (port === 0) return null
  if (given === null && ALL_INTERFACES.has(host)) {
    faults.push('AUDIOSOCKET_ADDRESS must say where Asterisk reaches this node, such as 10.0.0.5:9092.')
  }
  const address = given ?? `${host}:${port}`
  if (!/^[^\s/]+:\d{1,5}$/.test(address)) faults.push('AUDIOSOCKET_ADDRESS must be a host and a port: 10.0.0.5:9092.')
  return { host, port, address }
}

/** Node reads this file itself and silently continues without it if it is unreadable, so it is checked here. */
function requireReadable(name: string, path: string | undefined, faults: string[]): void {
  if (!path) return
  try {
    readFileSync(path)
  } catch (error) {
    faults.push(`${name}: the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/**
 * Secret settings. Each may also be given as NAME_FILE, the path of a file with the value, as for Docker and Kubernetes secrets.
 */
const SECRETS = [
  'SECRET_KEY',
  'STORAGE_KEY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'BOOTSTRAP_API_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_SESSION_TOKEN',
  'OIDC_CLIENT_SECRET',
  'HTTPS_PROXY',
  'HTTP_PROXY',
] as const

function withSecretFiles(environment: Environment, faults: string[]): Environment {
  const read: Record<string, string> = {}
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`]?.trim()
    if (!path) continue
    if (environment[name]?.trim()) faults.push(`${name} and ${name}_FILE exclude each other; set one of them.`)
    try {
      read[name] = readFileSync(path, 'utf8').trim()
      if (read[name] === '') faults.push(`${name}_FILE: the file ${path} is empty.`)
    } catch (error) {
      faults.push(`${name}_FILE: the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    }
  }
  return { ...environment, ...read }
}

/** Interprets these variables as OpenTelemetry's own programs do; the exporter reads the others. */
function wantsTraces(environment: Record<string, string | undefined>): boolean {
  if (environment.OTEL_SDK_DISABLED === 'true' || environment.OTEL_TRACES_EXPORTER === 'none') return false
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_TRACES_EXPORTER } = environment
  return Boolean(OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || OTEL_TRACES_EXPORTER === 'otlp')
}

function readPublicUrl(given: string | undefined, host: string, port: number, faults: string[]): string {
  if (!given) return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  try {
    const url = new URL(given)
    if (url.protocol === 'http:' || url.protocol === 'https:') return given.replace(/\/+$/, '')
  } catch {
    // the fault is reported below
  }
  faults.push('PUBLIC_URL must be an address such as https://calls.example.com.')
  return given
}

function readEgressAllow(given: string | undefined, faults: string[]): AllowList {
  const entries = (given ?? '').split(',').map((part) => part.trim())
  const allowed = readAllowList(entries.filter((entry) => entry !== ''))
  if (!('fault' in allowed)) return allowed
  faults.push(
    `EGRESS_ALLOW: "${allowed.fault}" is not a host, an address or a network; write 10.1.2.0/24,pbx.example.com.`,
  )
  return { allows: () => false }
}

const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

function readTrustProxy(given: string | undefined, faults: string[]): string[] {
  const proxies = (given ?? '').split(',').map((part) => part.trim())
  const named = proxies.filter((part) => part !== '')
  if (!named.every((name) => PROXY_NAMES.has(name) || isNetwork(name))) {
    faults.push(
      'TRUST_PROXY must be addresses or networks of your proxies, separated by commas: 10.0.0.0/8 or loopback.',
    )
  }
  return named
}

/** Only the keys that encrypt backups, for commands that need no other setting. */
export function readStorageKeys(given: Environment): readonly Buffer[] {
  const faults: string[] = []
  const { STORAGE_KEY } = withSecretFiles(
    { STORAGE_KEY: given.STORAGE_KEY, STORAGE_KEY_FILE: given.STORAGE_KEY_FILE },
    faults,
  )
  const keys = readKeyList('STORAGE_KEY', STORAGE_KEY?.trim(), faults)
  if (faults.length > 0) throw new ConfigurationError(faults.join('\n'))
  return keys
}

/** Keys of 32 bytes, newest first. */
function readKeyList(name: string, given: string | undefined, faults: string[]): Buffer[] {
  if (!given) return []
  const keys = given.split(',').map((part) => Buffer.from(part.trim(), 'base64'))
  if (keys.some((key) => key.length !== 32)) {
    faults.push(
      `${name} must be 32 bytes in base64 (several separated by commas, newest first): openssl rand -base64 32`,
    )
  }
  return keys
}

function readSecretKeys(given: string | undefined, dataDir: string, shared: boolean, faults: string[]): Buffer[] {
  if (given) return readKeyList('SECRET_KEY', given, faults)
  if (shared) {
    faults.push('SECRET_KEY is required with DATABASE_URL, and must be the same on every node: openssl rand -base64 32')
    return []
  }
  return [generatedKey(dataDir, faults)]
}

/** Generated once. If this file is lost, every stored credential is lost. */
function generatedKey(dataDir: string, faults: string[]): Buffer {
  const file = join(dataDir, 'secret.key')
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(file)) keepNewKey(file)
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
    if (key.length !== 32) faults.push(`${file} does not hold 32 bytes in base64; restore it from a backup.`)
    return key
  } catch (error) {
    faults.push(`DATA_DIR: the secret key cannot be kept in ${file} (${(error as Error).message}).`)
    return randomBytes(32)
  }
}

/**
 * Written to a temporary file and then linked, so that two programs starting at the same time agree on one key and none reads a
 * partial file.
 */
function keepNewKey(file: string): void {
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  try {
    linkSync(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(aside)
  }
}
