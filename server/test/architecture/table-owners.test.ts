/**
 * Each table has one room that writes it, and SQL that names a table stands in that room. Two kinds of exception, all named
 * here: the dialer's hot statements, which touch everything a claim needs in one round trip, and views, which read several
 * tables in one statement because a page or a stream of rows cannot be put together from single look-ups.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { code, room, SOURCE, sources } from './sources.ts'

const OWNER: Record<string, string> = {
  after_calls: 'after-calls',
  call_costs: 'costs',
  after_call_tasks: 'after-calls',
  api_keys: 'organizations',
  attempt_copies: 'dialer',
  audit_events: 'organizations',
  console_sessions: 'organizations',
  invitations: 'organizations',
  users: 'organizations',
  idempotency_keys: 'http',
  sign_in_tokens: 'organizations',
  breaker_seconds: 'dialer',
  call_records: 'calls',
  call_minutes: 'statistics',
  calls: 'dialer',
  campaign_copies: 'campaigns',
  campaign_forecasts: 'campaigns',
  campaign_logs: 'campaigns',
  campaign_quarters: 'statistics',
  campaign_lanes: 'dialer',
  campaign_removals: 'campaigns',
  list_removals: 'contacts',
  campaign_zones: 'dialer',
  campaigns: 'campaigns',
  consents: 'consents',
  contact_lists: 'contacts',
  contacts: 'dialer',
  duty_confirmations: 'policies',
  egress_grants: 'organizations',
  erasures: 'privacy',
  events: 'events',
  installation: 'organizations',
  ledger_checkpoints: 'ledger',
  ledger_heads: 'ledger',
  ledger_keys: 'ledger',
  ledger_persons: 'ledger',
  ledger_records: 'ledger',
  list_contacts: 'contacts',
  list_rejections: 'contacts',
  calls_live: 'dialer',
  media_tokens_used: 'calls',
  migrations: 'storage',
  model_configurations: 'models',
  nodes: 'dialer',
  number_attempts: 'dialer',
  number_checks: 'checks',
  organization_deletions: 'organizations',
  organization_quarters: 'statistics',
  organizations: 'organizations',
  own_phones: 'calls',
  prepared_runs: 'calls',
  abandonment_limits: 'campaigns',
  list_confirmations: 'contacts',
  list_registry_checks: 'contacts',
  recorded_packs: 'policies',
  phone_numbers: 'telephony',
  policies: 'policies',
  price_tables: 'costs',
  queue_reviews: 'dialer',
  registry_blocks: 'registries',
  registry_failures: 'registries',
  registry_generations: 'registries',
  retention: 'privacy',
  spend_days: 'costs',
  suppressed_ranges: 'suppressions',
  suppression_candidates: 'suppressions',
  suppressions: 'suppressions',
  telephony_configurations: 'telephony',
  webhook_deliveries: 'webhooks',
  webhooks: 'webhooks',
  credentials: 'credentials',
  tools: 'tools',
  knowledge_documents: 'knowledge',
  knowledge_embedders: 'knowledge',
  knowledge_vectors: 'knowledge',
  knowledge_passages: 'knowledge',
  workflow_recordings: 'recorded-audio',
  workflow_definitions: 'workflows',
  workflow_dialogues: 'workflows',
  workflow_evaluations: 'tryouts',
  campaign_rehearsals: 'rehearsal',
  workflow_traffic: 'statistics',
  workflows: 'workflows',
  zone_sets: 'contacts',
}

/** One transaction settles and claims: its statements read and write what belongs to others, by name. */
const HOT = /^dialer\//
const HOT_WRITES = [
  'call_costs',
  'call_minutes',
  'campaign_logs',
  'campaigns',
  'events',
  'organizations',
  'phone_numbers',
  'spend_days',
  'telephony_configurations',
]

/** Who reads what of others, and why it is one statement. */
const VIEWS: Record<string, { tables: string[]; why: string }> = {
  'agent/queries.ts': {
    tables: [
      'calls',
      'campaigns',
      'contacts',
      'list_contacts',
      'model_configurations',
      'organizations',
      'telephony_configurations',
      'workflow_definitions',
      'workflows',
      'zone_sets',
    ],
    why: 'all a conversation must know of its call, while the phone is being answered',
  },
  'after-calls/queries.ts': {
    tables: ['calls', 'events', 'workflow_definitions'],
    why: 'which of all organizations have calls to settle, and which of these calls owe something',
  },
  'events/queries.ts': {
    tables: ['organizations'],
    why: 'the organizations that have old events, each by one look-up in the index',
  },
  'events/ranges.ts': {
    tables: ['organizations'],
    why: 'the times of the first and last event of each organization, by look-ups in the index',
  },
  'calls/queries.ts': {
    tables: [
      'calls',
      'contacts',
      'list_contacts',
      'calls_live',
      'migrations',
      'phone_numbers',
      'workflow_definitions',
      'workflows',
    ],
    why: 'a page of calls with whom and about what; which number was called and what answers it; callback addresses from before an upgrade',
  },
  'rehearsal/queries.ts': {
    tables: [
      'campaigns',
      'contact_lists',
      'contacts',
      'list_contacts',
      'organizations',
      'workflow_definitions',
      'workflows',
    ],
    why: 'what the agent would say to every contact of a campaign, read twice',
  },
  'campaigns/queries.ts': {
    tables: ['organizations', 'policies', 'telephony_configurations', 'workflow_definitions', 'workflows'],
    why: 'a campaign shows its currency, its policy and the names of what it refers to',
  },
  'campaigns/abandonment-queries.ts': {
    tables: ['call_records', 'calls'],
    why: 'who answered and what they heard, counted in one pass',
  },
  'campaigns/experiment-queries.ts': {
    tables: ['call_records', 'calls', 'contacts'],
    why: 'results of an experiment: people counted by arm and by what their calls came to',
  },
  'campaigns/forecast-queries.ts': {
    tables: ['calls', 'contacts', 'list_contacts', 'organizations', 'phone_numbers', 'spend_days', 'zone_sets'],
    why: 'a sample of the queue with the past of each person, how the newest calls ended, and what limits the calls',
  },
  'campaigns/number-queries.ts': {
    tables: ['calls', 'contacts', 'number_attempts'],
    why: 'everything about one number, in all campaigns and outside of them',
  },
  'campaigns/result-queries.ts': {
    tables: ['call_records', 'calls'],
    why: 'results: contacts counted by what their last calls came to',
  },
  'campaigns/start-counts.ts': {
    tables: ['contacts', 'list_contacts', 'zone_sets'],
    why: 'what a start check says about the waiting contacts, counted in one pass over all of them',
  },
  'campaigns/view-queries.ts': {
    tables: [
      'call_minutes',
      'call_records',
      'calls',
      'contacts',
      'list_contacts',
      'number_attempts',
      'telephony_configurations',
      'zone_sets',
    ],
    why: 'pages and the report: contacts with their columns, their last calls, and the configuration of those',
  },
  'ledger/queries.ts': {
    tables: ['calls', 'migrations'],
    why: 'a call without the record of its dial shows that records were cut off, in a database that records all of them',
  },
  'search/queries.ts': {
    tables: ['calls', 'campaigns', 'contacts', 'list_contacts', 'phone_numbers', 'telephony_configurations'],
    why: 'one word, looked up in every table that has a name or a number',
  },
  'replay/queries.ts': {
    tables: ['calls', 'campaigns', 'consents', 'contacts', 'number_attempts', 'policies', 'zone_sets'],
    why: 'what is still known of a page of dials besides the ledger, in one statement',
  },
  'statistics/traffic-queries.ts': { tables: ['campaigns'], why: 'which workflow the figures of a campaign belong to' },
  'calls/simulated.ts': {
    tables: ['calls'],
    why: 'whether the calls of a campaign were simulated, as its first call says',
  },
  'statistics/queries.ts': {
    tables: ['calls', 'campaigns'],
    why: 'figures of a campaign that is gone are not kept; only a call tells whether it was simulated',
  },
  'webhooks/queries.ts': { tables: ['events'], why: 'which of all webhooks have something to read' },
  'telephony/numbers/queries.ts': {
    tables: ['calls', 'workflows'],
    why: 'a number shows the name of its workflow, and how many of its calls were answered',
  },
  'workflows/queries.ts': { tables: ['calls', 'campaigns'], why: 'total_runs of a page of workflows in one pass' },
}

const WRITE = {
  sql: ['insert into', 'update', 'delete from', 'copy'],
  kysely: ['insertInto', 'updateTable', 'deleteFrom'],
}
const READ = { sql: ['from', 'join', 'using'], kysely: ['selectFrom', 'innerJoin', 'leftJoin'] }
const DELETE = { sql: ['delete from'], kysely: [] }

function names(text: string, table: string, verbs: { sql: string[]; kysely: string[] }): boolean {
  if (!text.includes(table)) return false
  const sql = `(?:${verbs.sql.join('|')})\\s+(?:only\\s+)?${table}\\b`
  const kysely = `(?:${verbs.kysely.join('|') || '(?!)'})\\(\\s*['"]${table}\\b`
  return new RegExp(`\\b${sql}`, 'i').test(text) || new RegExp(`\\b${kysely}`).test(text)
}

interface Sql {
  path: string
  text: string
}

const statements: Sql[] = sources
  .filter((file) => !file.path.startsWith('storage/'))
  .map((file) => ({ path: file.path, text: withoutImports(code(file.text)) }))

/** `from '../calls/queries.ts'` is no SQL. */
function withoutImports(text: string): string {
  return text.replace(/(?:import|export)[^'"`]*?from\s+['"][^'"]+['"]/g, '')
}

function foreignWrites(files: readonly Sql[]): string[] {
  return files.flatMap(({ path, text }) =>
    Object.entries(OWNER)
      .filter(([table, owner]) => owner !== room(path) && names(text, table, WRITE))
      .filter(([table]) => !(HOT.test(path) && HOT_WRITES.includes(table)))
      .map(([table]) => `${path} writes ${table}`),
  )
}

function foreignReads(files: readonly Sql[]): string[] {
  return files.flatMap(({ path, text }) =>
    Object.entries(OWNER)
      .filter(([table, owner]) => owner !== room(path) && names(text, table, READ) && !names(text, table, DELETE))
      .filter(([table]) => !HOT.test(path) && !VIEWS[path]?.tables.includes(table))
      .map(([table]) => `${path} reads ${table}`),
  )
}

test('every table has an owner', () => {
  const schema = readFileSync(join(SOURCE, 'storage/schema.sql'), 'utf8')
  const tables = [...schema.matchAll(/create table (?:public\.)?(\w+)/gi)].map((match) => match[1] as string)
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter((table) => !(table in OWNER))).toEqual([])
})

test('a table is written by its owner alone, but for the hot statements of the dialer', () => {
  expect(foreignWrites(statements)).toEqual([])
})

test('SQL that names a table stands in its owner, but for the dialer and the named views', () => {
  expect(foreignReads(statements)).toEqual([])
})

test('no exception is named that nobody needs', () => {
  const unused = Object.entries(VIEWS).flatMap(([path, { tables }]) => {
    const file = statements.find((each) => each.path === path)
    return tables.filter((table) => !file || !names(file.text, table, READ)).map((table) => `${path}: ${table}`)
  })
  expect(unused).toEqual([])
})

test('a second writer would be seen', () => {
  const planted = [
    { path: 'calls/initiate-call.ts', text: "db.insertInto('calls').values(call)" },
    { path: 'campaigns/queries.ts', text: 'sql`update contacts set state = 1`' },
    { path: 'agent/suppress.ts', text: 'sql`insert into suppressions (id) values (1)`' },
  ]
  expect(foreignWrites(planted)).toEqual([
    'calls/initiate-call.ts writes calls',
    'campaigns/queries.ts writes contacts',
    'agent/suppress.ts writes suppressions',
  ])
  expect(foreignReads([{ path: 'events/queries.ts', text: "db.selectFrom('api_keys')" }])).toEqual([
    'events/queries.ts reads api_keys',
  ])
})
