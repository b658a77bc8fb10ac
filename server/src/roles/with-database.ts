import { resolve } from 'node:path'
import type pg from 'pg'
import { type Config, readConfig } from '../config.ts'
import type { Principal } from '../http/route.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { openStorage, SCHEMA_LOCK_WAIT_MESSAGE, type SchemaHandling, type Storage } from './open-storage.ts'

/** Opens the database for short commands without a log; reports only waits. */
export function openStorageQuietly(config: Config, schema: SchemaHandling): Promise<Storage> {
  const waiting = (migration: string) =>
    void printError(
      `${migration}: ${SCHEMA_LOCK_WAIT_MESSAGE}. Waiting; if it is idle, end it (pg_stat_activity shows it).`,
    )
  return openStorage({ config, clock: systemClock, log: silentLog, schema, waiting })
}

/** Opens the database for a short command, runs it and closes the database. Also possible while the server runs. */
export async function withDatabase<T>(work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env, false)
  const storage = await openStorageQuietly(config, 'expect')
  try {
    return await work(openDatabase(storage.pool), config)
  } finally {
    await storage.close()
  }
}

/** Runs a role that takes one file as its argument. */
export async function withFileArgument(
  help: string,
  [file, ...more]: string[],
  work: (pool: pg.Pool, file: string, config: Config) => Promise<void>,
  schema: SchemaHandling = 'expect',
): Promise<number> {
  if (file === '--help' || file === '-h') {
    printLine(help)
    return 0
  }
  if (file === undefined || file.startsWith('-') || more.length > 0) return printError(help)
  const config = readConfig(process.env, false)
  const storage = await openStorageQuietly(config, schema)
  try {
    await work(storage.pool, resolve(file), config)
    return 0
  } finally {
    await storage.close()
  }
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function printError(line: string): number {
  process.stderr.write(`${line}\n`)
  return 1
}

/** The principal of the installation's command line. */
export function commandLine(organizationId: number): Principal {
  return { organizationId, apiKeyId: null, userId: null, author: 'command line', scope: 'admin', sessionId: null }
}

/** Handles commands that have no arguments besides help. */
export function printHelp(help: string, args: readonly string[]): number {
  const asked = args.length === 1 && (args[0] === '--help' || args[0] === '-h')
  if (!asked) return printError(`This role takes no arguments.\n\n${help}`)
  printLine(help)
  return 0
}
