/** The compiled program as a child process, started as the README says. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PROGRAM = fileURLToPath(new URL('../program/main.js', import.meta.url))

/** A command beside the nodes; gives what it printed. */
export async function command(args: readonly string[], environment: Record<string, string>): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env })
  return stdout.trim()
}

export class SoakNode {
  readonly port: number
  readonly #environment: Record<string, string>
  readonly #logFile: string
  readonly #noteFault: (sentence: string) => void
  /** Warnings of the log, by their message. */
  readonly warnings: Map<string, number> = new Map()
  #process: ChildProcess | null = null
  #isStopping = false
  #rest = ''

  constructor(
    port: number,
    environment: Record<string, string>,
    logFile: string,
    noteFault: (sentence: string) => void,
  ) {
    this.port = port
    this.#noteFault = noteFault
    this.#environment = { ...environment, PORT: String(port) }
    this.#logFile = logFile
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [PROGRAM, 'serve'], {
      env: { PATH: process.env.PATH ?? '', ...this.#environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#process = child
    this.#isStopping = false
    // A run that fails leaves no node behind.
    const orphaned = () => void child.kill('SIGTERM')
    process.once('exit', orphaned)
    child.once('exit', () => process.off('exit', orphaned))
    child.once('exit', (code, signal) => {
      if (!this.#isStopping) this.#noteFault(`node ${this.port} ended by itself: ${code ?? signal}`)
    })
    const log = createWriteStream(this.#logFile, { flags: 'a' })
    await new Promise<void>((resolve, reject) => {
      let heard = ''
      child.stderr?.on('data', (piece: Buffer) => {
        log.write(piece)
        this.#readLog(piece.toString())
        if (heard.length < 100_000) heard += piece
        if (heard.includes('Outdial is ready')) resolve()
      })
      child.once('exit', (code) => reject(new Error(`node ${this.port} ended with ${code}, see ${this.#logFile}`)))
    })
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null) return
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    this.#isStopping = true
    child.kill(signal)
    await ended
  }

  /** An error in the log is a fault; so is a line that is not JSON, as a crash would leave it. */
  #readLog(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      const { level, msg, err } = parsed(line)
      if (level >= 50) this.#noteFault(`node ${this.port} logged an error: ${msg}: ${err?.message ?? ''}`)
      else if (level >= 40) this.warnings.set(msg, (this.warnings.get(msg) ?? 0) + 1)
    }
  }
}

function parsed(line: string): { level: number; msg: string; err?: { message?: string } } {
  try {
    return JSON.parse(line)
  } catch {
    return { level: 50, msg: line.slice(0, 200) }
  }
}
