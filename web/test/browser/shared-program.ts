/** One program and one Chromium for all test files of the console: both are slow to start. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../../server/test/free-port.ts'
import { HOW_TO_GET_ONE, serveChromium } from '../chromium.mjs'

export interface Shared {
  url: string
  /** Of the first organization; each file has one of its own. */
  key: string
  directory: string
  /** Where the browser listens. */
  browser: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    shared: Shared
  }
}

const PROGRAM = fileURLToPath(new URL('../../../server/dist/program/main.js', import.meta.url))
/** Receivers of webhooks are on this machine in tests. */
export const SETTINGS = { RATE_LIMIT_PER_MINUTE: '0', SHUTDOWN_GRACE_SECONDS: '0', EGRESS_ALLOW: '127.0.0.1' }
const PATIENCE_MS = 5_000

/** Each group of tests sets up; they run in one process, and the first to come starts it for all. */
const kept = globalThis as { outdialShared?: { started: Promise<Started>; groups: number } }

interface Started {
  shared: Shared
  stop(): Promise<void>
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  kept.outdialShared ??= { started: start(), groups: 0 }
  const entry = kept.outdialShared
  entry.groups += 1
  const { shared, stop } = await entry.started
  project.provide('shared', shared)
  return async () => {
    entry.groups -= 1
    if (entry.groups === 0) await stop()
  }
}

async function start(): Promise<Started> {
  const browser = await serveChromium()
  if (!browser) throw new Error(`There is no Chromium for the tests of the console. ${HOW_TO_GET_ONE}`)
  const directory = await mkdtemp(join(tmpdir(), 'outdial-browser-'))
  chmodSync(directory, 0o711)
  const port = await freePort()
  const environment = { ...SETTINGS, PATH: process.env.PATH ?? '', DATA_DIR: directory, PORT: String(port) }
  const program = spawn(process.execPath, [PROGRAM, 'serve'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const key = await greeted(program)
  const stop = async () => {
    await browser.close()
    const ended = once(program, 'close')
    program.kill('SIGTERM')
    const late = setTimeout(() => program.kill('SIGKILL'), PATIENCE_MS)
    await ended
    clearTimeout(late)
    await rm(directory, { recursive: true, force: true })
  }
  return { shared: { url: `http://127.0.0.1:${port}`, key, directory, browser: browser.wsEndpoint() }, stop }
}

/** The key it prints on its first start, once it is ready. */
function greeted(program: ChildProcess): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    const look = (piece: Buffer) => {
      text += piece
      const key = /od_[\w-]{43}/.exec(text)?.[0]
      if (key && text.includes('Outdial is ready')) resolve(key)
    }
    program.stdout?.on('data', look)
    program.stderr?.on('data', look)
    program.once('close', () => reject(new Error(`the program ended: ${text}`)))
  })
}
