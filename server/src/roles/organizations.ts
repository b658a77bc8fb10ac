import { parseArgs } from 'node:util'
import { listOrganizations, setMaxConcurrency, setQuota } from '../organizations/queries.ts'
import { QUOTA_MAX, QUOTA_NAMES, QUOTAS, type Quota } from '../organizations/quotas.ts'
import { complain, say, withDatabase } from './with-database.ts'

const HELP = `outdial organizations list
outdial organizations set NAME [--max-concurrency N] [--quota NAME=N ...]
    --max-concurrency: how many live calls the organization may have at once, over all its campaigns (200 unless changed).
    --quota: how much it may have; NAME is one of ${QUOTA_NAMES.join(', ')}; "NAME=default" takes it back.`

const LIMIT_MAX = 100_000

export async function run(args: string[]): Promise<number> {
  let parsed: ReturnType<typeof read>
  try {
    parsed = read(args)
  } catch (error) {
    return complain(`${(error as Error).message}\n\n${HELP}`)
  }
  const { values, positionals } = parsed
  const [action, name] = positionals
  if (values.help) {
    say(HELP)
    return 0
  }
  if (action === 'list') return list()
  if (action !== 'set' || !name) return complain(HELP)
  const limit = values['max-concurrency'] === undefined ? null : Number(values['max-concurrency'])
  if (limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX)) {
    return complain(`--max-concurrency must be a whole number from 1 to ${LIMIT_MAX}.`)
  }
  const quotas = (values.quota ?? []).map(readQuota)
  const wrong = quotas.find((quota) => quota.fault !== null)
  if (wrong) return complain(wrong.fault as string)
  if (limit === null && quotas.length === 0) return complain(HELP)
  return withDatabase(async (db) => {
    if (limit !== null && !(await setMaxConcurrency(db, name, limit))) {
      return complain(`There is no organization "${name}".`)
    }
    if (limit !== null) say(`${name}: at most ${limit} live calls.`)
    for (const { quota, count } of quotas) {
      if (!(await setQuota(db, name, quota, count))) return complain(`There is no organization "${name}".`)
      say(`${name}: at most ${count ?? QUOTAS[quota].default} ${QUOTAS[quota].what}.`)
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

function read(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      'max-concurrency': { type: 'string' },
      quota: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  })
}

function list(): Promise<number> {
  return withDatabase(async (db) => {
    for (const row of await listOrganizations(db)) {
      say([row.id, row.name, `${row.live_calls} live`, `at most ${row.max_concurrency}`].join('\t'))
    }
    return 0
  })
}
