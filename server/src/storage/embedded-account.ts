import { execFile, type SpawnOptions } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './embedded-error.ts'

/** The user that the database server runs as; `null`: the user of this program. */
export type ServerAccount = { readonly uid: number; readonly gid: number } | null

const run = promisify(execFile)

/**
 * PostgreSQL refuses to run as root, so root uses an account that every system has: nothing is added to the system. An existing
 * cluster keeps the account of its owner, because the accounts of a system change (installing a package adds `postgres`).
 */
export async function chooseAccount(cluster: string): Promise<ServerAccount> {
  const owner = await stat(cluster).catch(() => null)
  const me = process.getuid?.()
  if (me !== 0) {
    if (owner !== null && owner.uid !== me) {
      throw new EmbeddedPostgresError(
        `The database in ${cluster} belongs to the user with id ${owner.uid}, and this program runs as ${me}. ` +
          'Start it as that user or as root, or choose another DATA_DIR.',
      )
    }
    return null
  }
  if (owner === null) return lentAccount()
  if (owner.uid === 0) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to root, and PostgreSQL does not run as root. ` +
        `Give it to another user (chown -R nobody ${cluster}).`,
    )
  }
  return { uid: owner.uid, gid: owner.gid }
}

async function lentAccount(): Promise<ServerAccount> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((fields) => fields[0] === name) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this system has neither a user postgres nor a user nobody. ' +
      'Start this program as an ordinary user.',
  )
}

/**
 * The database process gets an empty environment: the program's contains secrets, and PG* variables would change its behavior.
 */
export function spawnOptionsAs(account: ServerAccount, directory: string) {
  return {
    cwd: directory,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account ?? {}),
  } satisfies SpawnOptions
}

/** Whether the account can access the directory. Tested by the kernel, which also evaluates access lists and mounts. */
export async function canAccessDirectory(account: ServerAccount, directory: string): Promise<boolean> {
  if (account === null) return true
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], spawnOptionsAs(account, '/'))
    return true
  } catch (error) {
    throwIfCannotSwitchUser(error)
    return false
  }
}

/** A root without CAP_SETUID (some containers) or in a user namespace with a single user cannot use another account. */
export function throwIfCannotSwitchUser(error: unknown): void {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (!syscall?.startsWith('spawn') || (code !== 'EPERM' && code !== 'EINVAL')) return
  throw new EmbeddedPostgresError(
    'This program runs as root but may not start processes as another user (CAP_SETUID and CAP_SETGID are missing), ' +
      'and PostgreSQL does not run as root. Start this program as an ordinary user.',
    { cause: error },
  )
}
