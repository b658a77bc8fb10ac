/** The bundled program, as people start it, as child processes: for its roles, and for tests that kill and freeze it. The build is the test command's business. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterFile } from './after-file.ts'
import { freePort } from './free-port.ts'

export const PROGRAM = fileURLToPath(new URL('../dist/program/main.js', import.meta.url))

export interface Ended {
  code: number | null
  out: string
  err: string
}

export interface Running {
  readonly process: ChildProcess
  out(): string
  err(): string
  readonly ended: Promise<Ended>
}

export type Environment = Record<string, string>

export function spawnProgram(args: readonly string[], environment: Environment): Running {
  return spawnNode([PROGRAM, ...args], environment)
}

function spawnNode(args: readonly string[], environment: Environment, cwd?: string): Running {
  const child = spawn(process.execPath, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterFile(() => child.kill('SIGKILL'))
  const text = { out: '', err: '' }
  child.stdout.on('data', (piece) => {
    text.out += piece
  })
  child.stderr.on('data', (piece) => {
    text.err += piece
  })
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, ...text }))
  })
  return { process: child, out: () => text.out, err: () => text.err, ended }
}

export function run(args: readonly string[], environment: Environment): Promise<Ended> {
  return spawnProgram(args, environment).ended
}

/** A module of its own in the folder of the server. */
export function runScript(text: string, environment: Environment): Promise<Ended> {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  return spawnNode(['--input-type=module', '--eval', text], environment, folder).ended
}

export type Serving = Running & { readonly port: number }

/**
 * `serve`, once it has said that it is ready, and on the first start also what it greets newcomers with. Without a `DATA_DIR` it would
 * write into `./data`, where a program that a person starts from this checkout then finds recordings of another installation.
 */
export async function serve(
  environment: Environment,
  { greeting = '', args = [PROGRAM, 'serve'], cwd }: { greeting?: string; args?: readonly string[]; cwd?: string } = {},
): Promise<Serving> {
  if (!environment.DATA_DIR) throw new Error('a program under test needs a DATA_DIR of its own')
  const port = Number(environment.PORT ?? (await freePort()))
  const program = spawnNode(args, { ...environment, PORT: String(port) }, cwd)
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (program.err().includes('Outdial is ready') && program.out().includes(greeting)) resolve()
    }
    program.process.stderr?.on('data', look)
    program.process.stdout?.on('data', look)
    void program.ended.then(({ err }) => reject(new Error(`the program ended: ${err}`)))
  })
  return { ...program, port }
}

/** Also one that is frozen. */
export async function kill(program: Running, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  program.process.kill('SIGCONT')
  program.process.kill(signal)
  await program.ended
}
