/**
 * The live accounts of this node: one per configuration, opened on first use and opened again when the configuration changes.
 */
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { limitToAllowedDestinations } from './allowed-destinations.ts'
import {
  type AccountContext,
  AccountUnusable,
  type CallRef,
  type CarrierAccount,
  type Credentials,
  type ProviderSpec,
} from './provider.ts'

export interface StoredConfiguration {
  id: number
  organizationId: number
  provider: string
  /** Decrypted credentials. */
  credentials: Credentials
  /** Differs after every change of the configuration. */
  version: string
}

export interface AccountPoolOptions {
  clock: Clock
  log: Log
  providers: ReadonlyMap<string, ProviderSpec>
  load(configurationId: number): Promise<StoredConfiguration | null>
  contextFor(configuration: StoredConfiguration): AccountContext
}

export interface OpenAccount {
  provider: string
  organizationId: number
  spec: ProviderSpec
  credentials: Credentials
  account: CarrierAccount
}

interface Entry {
  opened: Promise<OpenAccount & { version: string }>
  checkedAtMs: number
}

/** Longest delay before a change that another node made is noticed. */
const RECHECK_AFTER_MS = 2000
/** Time for a replaced account to finish its calls before its connections close. */
const CLOSE_REPLACED_AFTER_MS = 120_000

export class AccountPool {
  readonly #options: AccountPoolOptions
  readonly #entries = new Map<number, Entry>()
  readonly #closing = new Map<CarrierAccount, Timer>()
  /** Replaced accounts that still have calls, by configuration. */
  readonly #retiring = new Map<number, Set<OpenAccount>>()

  constructor(options: AccountPoolOptions) {
    this.#options = options
  }

  /** The account of a configuration. For a call that began before a change, the account that holds the call. */
  async get(configurationId: number, call?: CallRef): Promise<OpenAccount> {
    const holder = call && this.#holderOf(configurationId, call)
    if (holder) return holder
    const nowMs = this.#options.clock.monotonic()
    const known = this.#entries.get(configurationId)
    if (known && nowMs - known.checkedAtMs < RECHECK_AFTER_MS) return known.opened
    if (known) {
      known.checkedAtMs = nowMs
      return this.#recheck(configurationId, known)
    }
    return this.#open(configurationId, nowMs)
  }

  /** The configuration was changed or deleted on this node: the next `get` reads it again. */
  forget(configurationId: number): void {
    const known = this.#entries.get(configurationId)
    if (known) known.checkedAtMs = Number.NEGATIVE_INFINITY
  }

  async closeAll(): Promise<void> {
    for (const [account, timer] of this.#closing) {
      timer.cancel()
      await account.close()
    }
    for (const accounts of this.#retiring.values()) for (const { account } of accounts) await account.close()
    const entries = [...this.#entries.values()]
    this.#entries.clear()
    await Promise.all(entries.map((entry) => entry.opened.then(({ account }) => account.close()).catch(() => {})))
  }

  async #recheck(configurationId: number, known: Entry): Promise<OpenAccount> {
    const opened = await known.opened
    const stored = await this.#options.load(configurationId)
    if (stored?.version === opened.version) return opened
    this.#entries.delete(configurationId)
    this.#replace(configurationId, opened)
    return this.get(configurationId)
  }

  #replace(configurationId: number, opened: OpenAccount): void {
    const { account } = opened
    if (account.retire) {
      const others = this.#retiring.get(configurationId) ?? new Set()
      this.#retiring.set(configurationId, others.add(opened))
      account
        .retire()
        .catch((error: unknown) => this.#closeFailed(configurationId, error))
        .finally(() => others.delete(opened))
      return
    }
    this.#closing.set(
      account,
      this.#options.clock.after(CLOSE_REPLACED_AFTER_MS, () => {
        this.#closing.delete(account)
        account.close().catch((error: unknown) => this.#closeFailed(configurationId, error))
      }),
    )
  }

  #closeFailed(configurationId: number, error: unknown): void {
    const fields = { err: error, telephony_configuration_id: configurationId }
    this.#options.log.warn(fields, 'failed to close a replaced carrier account')
  }

  #holderOf(configurationId: number, call: CallRef): OpenAccount | undefined {
    return [...(this.#retiring.get(configurationId) ?? [])].find(({ account }) => account.holds?.(call))
  }

  #open(configurationId: number, nowMs: number): Promise<OpenAccount> {
    const opened = this.#options.load(configurationId).then((stored) => {
      if (!stored) throw new AccountUnusable(`telephony configuration ${configurationId} is gone`)
      const spec = this.#options.providers.get(stored.provider)
      if (!spec) throw new AccountUnusable(`no provider ${stored.provider} in this program`)
      const { provider, organizationId, credentials, version } = stored
      const account = limitToAllowedDestinations(
        spec.open(this.#options.contextFor(stored)),
        credentials,
        spec.capabilities.dialsExtensions ?? false,
      )
      return { provider, organizationId, spec, credentials, account, version }
    })
    opened.catch(() => this.#entries.delete(configurationId))
    this.#entries.set(configurationId, { opened, checkedAtMs: nowMs })
    return opened
  }
}
