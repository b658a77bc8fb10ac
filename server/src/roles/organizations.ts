import { simulatedFilter } from '../calls/simulated.ts'
import { TRASH_DAYS } from '../calls/sweep-recordings.ts'
import { csvLine } from '../http/csv.ts'
import { openAuditTrail } from '../organizations/audit-queries.ts'
import { listDeletions } from '../organizations/deletion-queries.ts'
import { listOrganizations, setMaxConcurrency, setQuota, setSuspended } from '../organizations/queries.ts'
import { QUOTA_MAX, QUOTA_NAMES, QUOTAS, type Quota } from '../organizations/quotas.ts'
import { USAGE_COLUMNS, usageByMonth } from '../statistics/usage.ts'
import { openRecordingStore } from '../storage/files/open-file-store.ts'
import { deleteOrganization, type RemainingFiles } from './delete-organization.ts'
import { readArguments } from './read-arguments.ts'
import { commandLine, printError, printLine, withDatabase } from './with-database.ts'

const HELP = `outdial organizations list
outdial organizations usage [--months N] [--simulated exclude|include|only]
    Calls and talk time of every organization by month (default 3), as CSV. Calls through the simulated carrier
    are left out by default.
outdial organizations suspend NAME --reason TEXT
    Its keys and sessions stop working, and the dialer places no call for it. Calls under way end normally.
outdial organizations resume NAME
outdial organizations delete NAME --reason TEXT --confirm NAME
    Erases it for good: people, keys, lists, calls, recordings, workflows, the do-not-call list and the ledger. Only a
    backup brings it back. Export what you must keep first. Interrupted, it continues when you call it again.
outdial organizations set NAME [--max-concurrency N] [--quota NAME=N ...]
    --max-concurrency: maximum number of concurrent calls of the organization, over all its campaigns (200 unless changed).
    --quota: how much it may have; NAME is one of ${QUOTA_NAMES.join(', ')}; "NAME=default" takes it back.`

const LIMIT_MAX = 100_000

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, {
    'max-concurrency': { type: 'string' },
    quota: { type: 'string', multiple: true },
    reason: { type: 'string' },
    confirm: { type: 'string' },
    months: { type: 'string' },
    simulated: { type: 'string' },
  })
  if (typeof parsed === 'number') return parsed
  const { values, positionals } = parsed
  const [action, name] = positionals
  if (action === 'list') return list()
  if (action === 'usage') return usage(values.months ?? '3', values.simulated)
  if (action === 'suspend' && name) {
    return values.reason
      ? suspend(name, values.reason)
      : printError('Say why with --reason; the list of organizations shows it.')
  }
  if (action === 'resume' && name) return suspend(name, null)
  if (action === 'delete' && name) {
    if (!values.reason) return printError('Say why with --reason; the list of organizations shows it.')
    if (values.confirm !== name)
      return printError(`This erases "${name}" for good. If you mean it, add --confirm "${name}".`)
    return erase(name, values.reason)
  }
  if (action !== 'set' || !name) return printError(HELP)
  const limit = values['max-concurrency'] === undefined ? null : Number(values['max-concurrency'])
  if (limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX)) {
    return printError(`--max-concurrency must be a whole number from 1 to ${LIMIT_MAX}.`)
  }
  const quotas = (values.quota ?? []).map(readQuota)
  const wrong = quotas.find((quota) => quota.fault !== null)
  if (wrong) return printError(wrong.fault as string)
  if (limit === null && quotas.length === 0) return printError(HELP)
  return withDatabase(async (db) => {
    if (limit !== null && !(await setMaxConcurrency(db, name, limit))) {
      return printError(`There is no organization "${name}".`)
    }
    if (limit !== null) printLine(`${name}: at most ${limit} live calls.`)
    for (const { quota, count } of quotas) {
      if (!(await setQuota(db, name, quota, count))) return printError(`There is no organization "${name}".`)
      printLine(`${name}: at most ${count ?? QUOTAS[quota].default} ${QUOTAS[quota].what}.`)
    }
    return 0
  })
}

function readQuota(text: string): { quota: Quota; count: number | null; fault: string | null } {
  const [name = '', value = ''] = text.split('=')
  const quota = name as Quota
  const count = value === 'default' ? null : Number(value)
  if (!QUOTA_NAMES.includes(quota)) {
    return { quota, count, fault: `There is no quota "${name}"; there are ${QUOTA_NAMES.join(', ')}.` }
  }
  if (count !== null && !(Number.isInteger(count) && count >= 0 && count <= QUOTA_MAX && value !== '')) {
    return { quota, count, fault: `--quota ${name} must be a whole number up to ${QUOTA_MAX}, or default.` }
  }
  return { quota, count, fault: null }
}

function usage(given: string, request = 'exclude'): Promise<number> | number {
  const months = Number(given)
  const simulated = simulatedFilter.safeParse(request)
  if (!simulated.success) return printError(`--simulated must be one of ${simulatedFilter.options.join(', ')}.`)
  if (!Number.isInteger(months) || months < 1 || months > 24)
    return printError('--months must be a whole number from 1 to 24.')
  return withDatabase(async (db) => {
    const names = new Map((await listOrganizations(db)).map(({ id, name }) => [id, name]))
    const line = (cells: string[]) => printLine(csvLine(cells).trimEnd())
    line(['organization_id', 'organization', ...USAGE_COLUMNS])
    for (const row of await usageByMonth(db, { months, now: new Date(), simulated: simulated.data })) {
      const { organization_id: id } = row
      line([String(id), names.get(id) ?? '', ...USAGE_COLUMNS.map((column) => String(row[column]))])
    }
    return 0
  })
}

/** Suspends with a reason; resumes with null. */
function suspend(name: string, reason: string | null): Promise<number> {
  return withDatabase(async (db) => {
    const at = new Date()
    const result = await setSuspended(db, name, reason === null ? null : { at, reason })
    if (result.kind === 'unknown') return printError(`There is no organization "${name}".`)
    if (result.kind === 'being_deleted')
      return printError(
        `The deletion of "${name}" has begun, and part of its do-not-call list and rules may be gone. Run "organizations delete" again to finish it.`,
      )
    const { id } = result
    const operation = reason === null ? 'resumeOrganization' : 'suspendOrganization'
    const entry = { principal: commandLine(id), operation, subject: '/api/v1/organization', before: null }
    await openAuditTrail({ db, now: () => at }).note({ ...entry, requestId: null, address: null }, { reason })
    printLine(
      reason === null ? `${name}: resumed.` : `${name}: suspended. Calls under way end normally; no new one is placed.`,
    )
    return 0
  })
}

function erase(name: string, reason: string): Promise<number> {
  return withDatabase(async (db, config) => {
    const recordings = await openRecordingStore(config)
    const result = await deleteOrganization(
      { db, recordings, signIn: config.signIn, now: () => new Date() },
      { name, reason },
    )
    switch (result.kind) {
      case 'unknown':
        return printError(`There is no organization "${name}".`)
      case 'last':
        return printError(`"${name}" is the only organization. Make another one first, or remove the whole database.`)
      case 'entered_by_groups':
        return printError(
          `People sign in to "${name}" by their group (SIGN_IN_ROLES). Set SIGN_IN_ORGANIZATION to another organization, here and on every node, then call this again.`,
        )
      case 'calling':
        return printError(
          `${name} is suspended, and ${result.live} of its calls are under way. Call this again when they have ended.`,
        )
      case 'still_written':
        return printError(`Nodes are still writing for ${name}. Call this again in a minute.`)
      case 'deleted':
        printLine(`${name}: deleted ${result.rows} rows and ${result.recordings} recordings.`)
        if (result.left) printLine(aboutLeft(result.left))
        if ((await listOrganizations(db)).length === 1)
          printLine(
            'One organization is left. Private addresses stay closed to it; EGRESS_ALLOW opens those that it needs.',
          )
        return 0
    }
  })
}

function aboutLeft({ files, folder, why }: RemainingFiles): string {
  const left = `${files} files that no record names stay in ${folder}: `
  return why === 'unmarked'
    ? `${left}no node has marked this store as its own yet. The nodes move them to the trash at their next sweep and delete them ${TRASH_DAYS} days later ("outdial recordings" shows both).`
    : `${left}the store is marked as another installation's. If they are not, delete them by hand.`
}

function list(): Promise<number> {
  return withDatabase(async (db) => {
    for (const row of await listOrganizations(db)) {
      const state = row.suspended_at === null ? [] : [`suspended: ${row.suspended_reason}`]
      printLine([row.id, row.name, `${row.live_calls} live`, `at most ${row.max_concurrency}`, ...state].join('\t'))
    }
    for (const { id, name, reason, begun_at, finished_at } of await listDeletions(db)) {
      const state = finished_at ? `deleted ${finished_at.toISOString()}` : `deletion begun ${begun_at.toISOString()}`
      printLine([id, name, state, reason].join('\t'))
    }
    return 0
  })
}
