/** The compiled program as a child process, started as the README says. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../program/main.js', import.meta.url))

export class SoakNode {
  readonly port: number
  readonly #environment: Record<string, string>
  readonly #logFile: string
  #process: ChildProcess | null = null

  constructor(port: number, environment: Record<string, string>, logFile: string) {
    this.port = port
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
    const log = createWriteStream(this.#logFile, { flags: 'a' })
    await new Promise<void>((resolve, reject) => {
      let heard = ''
      child.stderr?.on('data', (piece: Buffer) => {
        log.write(piece)
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
    child.kill(signal)
    await ended
  }
}
