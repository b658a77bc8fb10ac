/** Real processes for the tests of the launcher: what is promised for a killed program can only be seen on one. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EmbeddedPostgres } from '../../src/storage/embedded-postgres.ts'

export interface Program {
  readonly process: ChildProcess
  /** What it reports once it holds the server. */
  readonly server: Pick<EmbeddedPostgres, 'pid' | 'adopted' | 'connection'>
  /** Lets go of the server and exits. */
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface ProgramOptions {
  readonly uid?: number
  /** Runs the program through another, which changes what it may do. */
  readonly through?: readonly string[]
}

const run = promisify(execFile)
const SOURCE = resolve(dirname(fileURLToPath(import.meta.url)), '../../src')

const PROGRAM = `
import { createInterface } from 'node:readline'
import { systemClock } from './out/kernel/clock.js'
import { silentLog } from './out/kernel/log.js'
import { startEmbeddedPostgres } from './out/storage/embedded-postgres.js'
const tell = (fact) => process.stdout.write(JSON.stringify(fact) + '\\n')
try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2], log: silentLog, clock: systemClock })
  tell({ server: { pid: server.pid, adopted: server.adopted, connection: server.connection } })
  for await (const _ of createInterface({ input: process.stdin })) break
  await server.stop()
  process.exit(0)
} catch (error) {
  tell({ error: error.message })
  process.exit(1)
}
`

/** Directories and servers of a test; all gone after `clear`. */
export class Workshop {
  readonly #directories: string[] = []
  readonly #processes: ChildProcess[] = []

  /** Readable for everyone, as the account that root lends has to pass; the name is short, as sockets need. */
  async directory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'outdial-'))
    await chmod(directory, 0o755)
    this.#directories.push(directory)
    return directory
  }

  /** Compiles the launcher as it is now, whatever the build folder holds. Returns the program's path. */
  async compile(): Promise<string> {
    const directory = await this.directory()
    const require = createRequire(import.meta.url)
    const modules = join(dirname(require.resolve('pg/package.json')), '..')
    await symlink(modules, join(directory, 'node_modules'))
    const config = {
      extends: resolve(SOURCE, '..', 'tsconfig.json'),
      compilerOptions: { rootDir: SOURCE, outDir: 'out', incremental: false, noCheck: true, types: [] },
      include: [join(SOURCE, 'storage', 'embedded-postgres.ts')],
    }
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(config))
    await writeFile(join(directory, 'package.json'), '{"type":"module"}')
    const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
    await run(process.execPath, [compiler, '-p', directory])
    const program = join(directory, 'program.js')
    await writeFile(program, PROGRAM)
    return program
  }

  async start(program: string, dataDir: string, options: ProgramOptions = {}): Promise<Program> {
    const [command = process.execPath, ...words] = [...(options.through ?? []), process.execPath, program, dataDir]
    const child = spawn(command, words, {
      stdio: ['pipe', 'pipe', 'inherit'],
      cwd: '/',
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    })
    this.#processes.push(child)
    const exited = once(child, 'exit')
    const line = await Promise.race([firstLine(child.stdout), exited.then(() => '{"error":"it ended without a word"}')])
    const told = JSON.parse(line) as { server?: Program['server']; error?: string }
    if (told.server === undefined) throw new Error(told.error)
    return {
      process: child,
      server: told.server,
      async stop() {
        child.stdin.write('stop\n')
        await exited
      },
      async kill() {
        child.kill('SIGKILL')
        await exited
      },
    }
  }

  async clear(): Promise<void> {
    for (const child of this.#processes.splice(0)) child.kill('SIGKILL')
    for (const directory of this.#directories.splice(0)) {
      await endServer(join(directory, 'data'))
      await rm(directory, { recursive: true, force: true })
    }
  }
}

async function firstLine(output: Readable): Promise<string> {
  const [line] = (await once(createInterface({ input: output }), 'line')) as [string]
  return line
}

/** For servers that a failed test left behind. */
async function endServer(dataDir: string): Promise<void> {
  const file = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(() => null)
  if (file === null) return
  const pid = Number(file.split('\n')[0])
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (command.includes(dataDir)) process.kill(pid, 'SIGKILL')
}

export async function makeDirectory(path: string, mode: number): Promise<string> {
  await mkdir(path, { recursive: true })
  await chmod(path, mode)
  return path
}
