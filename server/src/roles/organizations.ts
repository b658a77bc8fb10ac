import { parseArgs } from 'node:util'
import { listOrganizations, setMaxConcurrency } from '../organizations/queries.ts'
import { complain, say, withDatabase } from './with-database.ts'

const HELP = `outdial organizations list
outdial organizations set NAME --max-concurrency N
    How many live calls the organization may have at once, over all its campaigns (200 unless changed).`

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
  const limit = Number(values['max-concurrency'])
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    return complain(`--max-concurrency must be a whole number from 1 to ${LIMIT_MAX}.`)
  }
  return withDatabase(async (db) => {
    if (!(await setMaxConcurrency(db, name, limit))) return complain(`There is no organization "${name}".`)
    say(`${name}: at most ${limit} live calls.`)
    return 0
  })
}

function read(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: { 'max-concurrency': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
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
