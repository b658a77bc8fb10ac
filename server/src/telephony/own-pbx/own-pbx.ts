/** This node's Asterisk: started with the first trunk, kept running, and reconfigured when trunks change. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { sleep } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { SipTrunk as Trunk, TrunkState } from '../provider.ts'
import { type PbxPaths, pbxFiles } from './configuration.ts'
import { sendManagerCommand } from './manager.ts'
import { type RegistrationFault, readRegistrationFault, registrationStateOf } from './registrations.ts'

export interface OwnPbxSettings {
  /** The program to run. */
  program: string
  modulesFolder: string | null
  dataFolder: string | null
  folder: string
  sipPort: number
  rtpPorts: readonly [first: number, last: number]
  externalAddress: string | null
}

const LOOK_INTERVAL_MS = 500
const RESTART_MS_MIN = 1_000
const RESTART_MS_MAX = 30_000
/** A process that ran this long had started successfully: the next restart does not wait. */
const STABLE_AFTER_MS = 60_000
const STOP_TIMEOUT_MS = 5_000
const LOG_BYTES_PER_LOOK = 256 * 1024

export class OwnPbx {
  readonly #settings: OwnPbxSettings
  readonly #places: PbxPaths
  readonly #clock: Clock
  readonly #log: Log
  readonly #trunks = new Map<string, { trunk: Trunk; users: number }>()
  readonly #states = new Map<string, TrunkState>()
  readonly #faults = new Map<string, RegistrationFault>()
  #child: ChildProcess | null = null
  #startedAtMs = 0
  #failures = 0
  #fault = 'the SIP service is starting'
  #timer: Timer | null = null
  #logRead = 0
  #looking = false
  #stale = false
  #closed = false

  /** The ports are chosen once, so that accounts keep their addresses when Asterisk restarts. */
  static async open(settings: OwnPbxSettings, clock: Clock, log: Log): Promise<OwnPbx> {
    const places = {
      ...settings,
      runFolder: mkdtempSync(join(tmpdir(), 'outdial-pbx-')),
      httpPort: await freePort(),
      managerPort: await freePort(),
      secret: randomBytes(24).toString('hex'),
    }
    return new OwnPbx(settings, places, clock, log)
  }

  private constructor(settings: OwnPbxSettings, places: PbxPaths, clock: Clock, log: Log) {
    this.#settings = settings
    this.#places = places
    this.#clock = clock
    this.#log = log
  }

  /** The address of its ARI, for accounts on this machine. */
  get ari(): { endpoint: string; password: string } {
    return { endpoint: `http://127.0.0.1:${this.#places.httpPort}`, password: this.#places.secret }
  }

  add(trunk: Trunk): void {
    const known = this.#trunks.get(trunk.name)
    this.#trunks.set(trunk.name, { trunk, users: (known?.users ?? 0) + 1 })
    if (known || this.#closed) return
    this.#stale = true
    if (this.#child === null && this.#timer === null) this.#start()
    else void this.#look()
  }

  remove(name: string): void {
    const known = this.#trunks.get(name)
    if (!known) return
    if (known.users > 1) {
      this.#trunks.set(name, { ...known, users: known.users - 1 })
      return
    }
    this.#trunks.delete(name)
    this.#states.delete(name)
    this.#stale = true
    if (!this.#closed) void this.#look()
  }

  stateOf(name: string): TrunkState {
    if (this.#child === null) return { kind: 'unreachable', reason: this.#fault }
    return this.#states.get(name) ?? { kind: 'starting' }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    const child = this.#child
    if (child) {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      const late = this.#clock.after(STOP_TIMEOUT_MS, () => child.kill('SIGKILL'))
      await exited
      late.cancel()
    }
    rmSync(this.#places.runFolder, { recursive: true, force: true })
    rmSync(join(this.#settings.folder, 'etc'), { recursive: true, force: true })
  }

  #start(): void {
    if (this.#closed) return
    const { program, folder } = this.#settings
    this.#write()
    endOrphan(folder)
    this.#startedAtMs = this.#clock.monotonic()
    const child = spawn(program, ['-C', join(folder, 'etc/asterisk.conf'), '-f', '-n'], { stdio: 'ignore' })
    this.#child = child
    let spawnFault: string | null = null
    const ended = (): void => {
      if (this.#child === child) this.#ended(spawnFault)
    }
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT'
      spawnFault = missing
        ? `Asterisk is not installed here (${program})`
        : `Asterisk cannot be started (${error.code})`
      ended()
    })
    child.once('exit', (code, signal) => {
      this.#log.warn({ code, signal }, 'Asterisk has ended')
      ended()
    })
    const killOnExit = (): boolean => child.kill('SIGKILL')
    process.once('exit', killOnExit)
    child.once('exit', () => process.off('exit', killOnExit))
    if (child.pid !== undefined) writeFileSync(pidFile(folder), String(child.pid), { mode: 0o600 })
    this.#log.info({ sip_port: this.#settings.sipPort, trunks: this.#trunks.size }, 'starting Asterisk')
    this.#schedule(LOOK_INTERVAL_MS, () => void this.#look())
  }

  #ended(spawnFault: string | null): void {
    this.#child = null
    this.#states.clear()
    if (this.#closed) return
    if (this.#clock.monotonic() - this.#startedAtMs > STABLE_AFTER_MS) this.#failures = 0
    this.#failures += 1
    this.#fault = spawnFault ?? 'the SIP service has ended and is being started again'
    const delayMs = Math.min(RESTART_MS_MIN * 2 ** (this.#failures - 1), RESTART_MS_MAX)
    this.#log.error({ reason: this.#fault, retry_in_ms: delayMs }, 'failed to keep Asterisk running')
    this.#schedule(delayMs, () => this.#start())
  }

  #schedule(delayMs: number, work: () => void): void {
    this.#timer?.cancel()
    this.#timer = this.#clock.after(delayMs, work)
  }

  /** Applies changes to Asterisk, then reads the registration states. One run at a time. */
  async #look(): Promise<void> {
    if (this.#looking || this.#closed || this.#child === null) return
    this.#looking = true
    try {
      if (this.#stale) await this.#reload()
      await this.#readStates()
    } catch (error) {
      this.#log.warn({ err: error }, 'failed to read the state of the SIP trunks')
    } finally {
      this.#looking = false
    }
    if (this.#child !== null) this.#schedule(LOOK_INTERVAL_MS, () => void this.#look())
  }

  async #reload(): Promise<void> {
    this.#write()
    this.#stale = false
    const commands = ['module reload res_pjsip.so', 'module reload res_ari.so', 'dialplan reload']
    const { managerPort, secret } = this.#places
    const actions = commands.map((Command) => ({ Action: 'Command', Command }))
    // If Asterisk is still starting, it reads the new files anyway.
    if ((await sendManagerCommand(managerPort, secret, actions)) === null) this.#stale = true
  }

  async #readStates(): Promise<void> {
    const { managerPort, secret } = this.#places
    const told = await sendManagerCommand(managerPort, secret, [{ Action: 'PJSIPShowRegistrationsOutbound' }])
    if (told === null) return
    // After the states: the log has the reason of a rejection soon after the list shows it.
    await this.#readLog()
    const details = told.filter(({ Event }) => Event === 'OutboundRegistrationDetail')
    const statuses = new Map(details.map(({ ObjectName = '', Status = '' }) => [ObjectName, Status]))
    for (const [name, { trunk }] of this.#trunks) {
      const state: TrunkState = trunk.registers
        ? registrationStateOf(statuses.get(name), this.#faults.get(clientOf(trunk)))
        : { kind: 'registered' }
      const before = this.#states.get(name)
      this.#states.set(name, state)
      if (before?.kind === state.kind) continue
      this.#log.info({ trunk: name, state: state.kind }, 'a SIP trunk has changed its state')
    }
  }

  async #readLog(): Promise<void> {
    const file = await open(join(this.#settings.folder, 'log/messages')).catch(() => null)
    if (!file) return
    try {
      const buffer = Buffer.alloc(LOG_BYTES_PER_LOOK)
      const { bytesRead } = await file.read(buffer, 0, buffer.length, this.#logRead)
      const whole = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1
      this.#logRead += whole
      for (const line of buffer.toString('utf8', 0, whole).split('\n')) {
        const read = readRegistrationFault(line)
        if (read) this.#faults.set(addressOf(read.clientUri), read.fault)
      }
    } finally {
      await file.close()
    }
  }

  #write(): void {
    const { folder } = this.#settings
    for (const name of ['etc', 'log', 'lib', 'spool']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    chmodSync(join(folder, 'etc'), 0o700)
    if (this.#child === null) {
      rmSync(join(folder, 'log/messages'), { force: true })
      this.#logRead = 0
      this.#stale = false
    }
    const files = pbxFiles(
      this.#places,
      [...this.#trunks.values()].map(({ trunk }) => trunk),
    )
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, 'etc', name)
      writeFileSync(`${path}.new`, text, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    }
  }
}

/** The address of a registration in the notation of the log, without the transport. */
function addressOf(clientUri: string): string {
  return clientUri.replace(/;.*$/, '')
}

function clientOf({ user, host, port }: Trunk): string {
  return `sip:${user}@${host}:${port}`
}

function pidFile(folder: string): string {
  return join(folder, 'pid')
}

/** Ends the Asterisk that a killed node left running, because it holds the SIP port. */
function endOrphan(folder: string): void {
  if (!existsSync(pidFile(folder))) return
  const pid = Number(readFileSync(pidFile(folder), 'utf8'))
  rmSync(pidFile(folder), { force: true })
  const commandLine = `/proc/${pid}/cmdline`
  if (!pid || !existsSync(commandLine)) return
  if (readFileSync(commandLine, 'utf8').includes(join(folder, 'etc/asterisk.conf'))) process.kill(pid, 'SIGKILL')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Resolves with the final state, or with the current one at the time limit. */
export async function waitForTrunkState(
  pbx: Pick<OwnPbx, 'stateOf'>,
  name: string,
  clock: Clock,
  timeoutMs: number,
): Promise<TrunkState> {
  const giveUpMs = clock.monotonic() + timeoutMs
  while (pbx.stateOf(name).kind === 'starting' && clock.monotonic() < giveUpMs) await sleep(clock, 100)
  return pbx.stateOf(name)
}
