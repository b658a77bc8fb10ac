import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { setAnswerTimeout } from './database.ts'
import { indexesOfEmptyTables, missingIndexes } from './large-indexes.ts'
import { sql as foundation } from './migrations/0001-foundation.ts'
import { sql as oneInboundCall } from './migrations/0002-one-inbound-call.ts'
import { sql as consoleSessions } from './migrations/0003-console-sessions.ts'
import { sql as callFigures } from './migrations/0004-call-figures.ts'
import { sql as search } from './migrations/0005-search.ts'
import { sql as idempotencyAndAudit } from './migrations/0006-idempotency-and-audit.ts'
import { sql as nextDue } from './migrations/0007-next-due.ts'
import { sql as campaignRemovals } from './migrations/0008-campaign-removals.ts'
import { sql as callingRules } from './migrations/0009-calling-rules.ts'
import { sql as workflowTraffic } from './migrations/0010-workflow-traffic.ts'
import { sql as zones } from './migrations/0011-zones.ts'
import { sql as webhooks } from './migrations/0012-webhooks.ts'
import { sql as workflowDialogues } from './migrations/0013-workflow-dialogues.ts'
import { sql as lanes } from './migrations/0014-lanes.ts'
import { sql as privacy } from './migrations/0015-privacy.ts'
import { sql as heldUntil } from './migrations/0016-held-until.ts'
import { sql as transfers } from './migrations/0017-transfers.ts'
import { sql as numberFacts } from './migrations/0018-number-facts.ts'
import { sql as quotas } from './migrations/0019-quotas.ts'
import { sql as joinedCalls } from './migrations/0020-joined-calls.ts'
import { sql as afterCalls } from './migrations/0021-after-calls.ts'
import { sql as room } from './migrations/0022-room.ts'
import { sql as live } from './migrations/0023-live.ts'
import { sql as campaignCopies } from './migrations/0024-campaign-copies.ts'
import { sql as storedBytes } from './migrations/0025-stored-bytes.ts'
import { sql as liveOfNewcomers } from './migrations/0026-live-of-newcomers.ts'
import { sql as listRemovals } from './migrations/0027-list-removals.ts'
import { sql as oneCallPerNumber } from './migrations/0028-one-call-per-number.ts'
import { sql as evidence } from './migrations/0030-evidence.ts'
import { sql as callableAs } from './migrations/0032-callable-as.ts'
import { sql as persons } from './migrations/0038-persons.ts'
import { sql as ledgerProofs } from './migrations/0041-ledger-proofs.ts'
import { sql as sweepHold } from './migrations/0042-sweep-hold.ts'
import { sql as ownPhones } from './migrations/0043-own-phones.ts'
import { sql as listProofs } from './migrations/0044-list-proofs.ts'
import { sql as egressGrants } from './migrations/0045-egress-grants.ts'
import { sql as auditWithoutWords } from './migrations/0046-audit-without-words.ts'
import { sql as accountPace } from './migrations/0047-account-pace.ts'
import { sql as suppressionCandidates } from './migrations/0048-suppression-candidates.ts'
import { sql as queueReviews } from './migrations/0049-queue-reviews.ts'
import { sql as erasedAttempts } from './migrations/0050-erased-attempts.ts'
import { sql as timesAsGiven } from './migrations/0051-times-as-given.ts'
import { sql as trueCountries } from './migrations/0052-true-countries.ts'
import { sql as consents } from './migrations/0053-consents.ts'
import { sql as numberChecks } from './migrations/0054-number-checks.ts'
import { sql as listening } from './migrations/0055-listening.ts'
import { sql as people } from './migrations/0057-people.ts'
import { sql as suspension } from './migrations/0058-suspension.ts'
import { sql as organizationDeletions } from './migrations/0059-organization-deletions.ts'
import { sql as keptForecasts } from './migrations/0060-kept-forecasts.ts'
import { sql as compactRegistries } from './migrations/0061-compact-registries.ts'
import { sql as credentialsAndTools } from './migrations/0062-credentials-and-tools.ts'
import { sql as workflowRecordings } from './migrations/0063-workflow-recordings.ts'
import { sql as knowledge } from './migrations/0064-knowledge.ts'
import { sql as enrolment } from './migrations/0067-enrolment.ts'
import { sql as returnedCalls } from './migrations/0068-returned-calls.ts'
import { sql as listReadAs } from './migrations/0069-list-read-as.ts'
import { sql as costs } from './migrations/0070-costs.ts'
import { sql as recordedTurns } from './migrations/0071-recorded-turns.ts'
import { sql as vouchedDuties } from './migrations/0072-vouched-duties.ts'
import { sql as talkedWhileDialed } from './migrations/0073-talked-while-dialed.ts'
import { sql as workflowEvaluations } from './migrations/0074-workflow-evaluations.ts'
import { sql as workflowUuids } from './migrations/0075-workflow-uuids.ts'
import { sql as twimlStaysOff } from './migrations/0076-twiml-stays-off.ts'
import { sql as contactOrder } from './migrations/0077-contact-order.ts'
import { sql as usersNeedGroup } from './migrations/0078-users-need-group.ts'
import { sql as lastBackup } from './migrations/0079-last-backup.ts'
import { sql as simulatedAttempts } from './migrations/0081-simulated-attempts.ts'
import { sql as modelUsage } from './migrations/0082-model-usage.ts'
import { sql as evaluationProgress } from './migrations/0083-evaluation-progress.ts'
import { sql as rehearsals } from './migrations/0084-rehearsals.ts'
import { sql as embeddings } from './migrations/0085-embeddings.ts'
import { sql as preparedRuns } from './migrations/0086-prepared-runs.ts'
import { sql as registryFailures } from './migrations/0088-registry-failures.ts'
import { sql as routes } from './migrations/0095-routes.ts'
import { sql as wokenNumbers } from './migrations/0096-woken-numbers.ts'
import { sql as numberPools } from './migrations/0097-number-pools.ts'
import { sql as experiments } from './migrations/0098-experiments.ts'
import { sql as attestations } from './migrations/0099-attestations.ts'
import { sql as numbersOfContacts } from './migrations/0100-numbers-of-contacts.ts'
import { sql as plainNames } from './migrations/0101-plain-names.ts'
import { sql as reachedHours } from './migrations/0104-reached-hours.ts'
import { sql as listPriority } from './migrations/0105-list-priority.ts'
import { sql as callsDays } from './migrations/0112-calls-days.ts'
import { sql as eventsBound } from './migrations/0116-events-bound.ts'
import { sql as eventsBoundHolds } from './migrations/0117-events-bound-holds.ts'
import { sql as eventRanges } from './migrations/0118-event-ranges.ts'
import { sql as organizationColumns } from './migrations/0121-organization-columns.ts'
import { sql as organizationFills } from './migrations/0122-organization-fills.ts'
import { OLDEST_WITH_KEYS, sql as organizationKeys } from './migrations/0123-organization-keys.ts'
import { sql as openErasures } from './migrations/0126-open-erasures.ts'
import { sql as personKeys } from './migrations/0127-person-keys.ts'
import { appliedMigrations, newerSchemaError, schemaFit } from './schema-fit.ts'

interface Migration {
  name: string
  sql: string
  /**
   * The oldest program that works with the schema after this migration, named by its newest migration. Set it if an older program
   * would read or write something wrong; the default is OLDEST_PROGRAM.
   */
  oldestProgram?: string
}

/** Nodes of this program and newer ones may run at the same time, so that an installation can be rolled back to it. */
const OLDEST_PROGRAM = '0027-list-removals'

/**
 * Forward only. A migration that has run anywhere is never edited, except with the same result; the next change is a new file. A
 * migration must not do work that grows with the number of rows while it holds a lock against writers: statements that count or
 * copy rows come before those that take the lock, and indexes of large tables are in large-indexes.ts.
 */
const MIGRATIONS: readonly Migration[] = [
  { name: '0001-foundation', sql: foundation },
  { name: '0002-one-inbound-call', sql: oneInboundCall },
  { name: '0003-console-sessions', sql: consoleSessions },
  { name: '0004-call-figures', sql: callFigures },
  { name: '0005-search', sql: search },
  { name: '0006-idempotency-and-audit', sql: idempotencyAndAudit },
  { name: '0007-next-due', sql: nextDue },
  { name: '0008-campaign-removals', sql: campaignRemovals },
  { name: '0009-calling-rules', sql: callingRules },
  { name: '0010-workflow-traffic', sql: workflowTraffic },
  { name: '0011-zones', sql: zones },
  { name: '0012-webhooks', sql: webhooks },
  { name: '0013-workflow-dialogues', sql: workflowDialogues },
  { name: '0014-lanes', sql: lanes },
  { name: '0015-privacy', sql: privacy },
  { name: '0016-held-until', sql: heldUntil },
  { name: '0017-transfers', sql: transfers },
  { name: '0018-number-facts', sql: numberFacts },
  { name: '0019-quotas', sql: quotas },
  { name: '0020-joined-calls', sql: joinedCalls },
  { name: '0021-after-calls', sql: afterCalls },
  { name: '0022-room', sql: room },
  { name: '0023-live', sql: live },
  { name: '0024-campaign-copies', sql: campaignCopies },
  { name: '0025-stored-bytes', sql: storedBytes },
  { name: '0026-live-of-newcomers', sql: liveOfNewcomers },
  { name: '0027-list-removals', sql: listRemovals },
  { name: '0028-one-call-per-number', sql: oneCallPerNumber },
  { name: '0030-evidence', sql: evidence },
  { name: '0032-callable-as', sql: callableAs },
  { name: '0038-persons', sql: persons },
  { name: '0041-ledger-proofs', sql: ledgerProofs },
  { name: '0042-sweep-hold', sql: sweepHold },
  { name: '0043-own-phones', sql: ownPhones },
  { name: '0044-list-proofs', sql: listProofs },
  { name: '0045-egress-grants', sql: egressGrants },
  { name: '0046-audit-without-words', sql: auditWithoutWords },
  { name: '0047-account-pace', sql: accountPace },
  { name: '0048-suppression-candidates', sql: suppressionCandidates },
  { name: '0049-queue-reviews', sql: queueReviews },
  { name: '0050-erased-attempts', sql: erasedAttempts },
  { name: '0051-times-as-given', sql: timesAsGiven },
  { name: '0052-true-countries', sql: trueCountries },
  { name: '0053-consents', sql: consents },
  { name: '0054-number-checks', sql: numberChecks },
  { name: '0055-listening', sql: listening },
  { name: '0057-people', sql: people },
  { name: '0058-suspension', sql: suspension },
  { name: '0059-organization-deletions', sql: organizationDeletions },
  { name: '0060-kept-forecasts', sql: keptForecasts },
  { name: '0061-compact-registries', sql: compactRegistries },
  { name: '0062-credentials-and-tools', sql: credentialsAndTools },
  { name: '0063-workflow-recordings', sql: workflowRecordings },
  { name: '0064-knowledge', sql: knowledge },
  { name: '0067-enrolment', sql: enrolment },
  { name: '0068-returned-calls', sql: returnedCalls },
  { name: '0069-list-read-as', sql: listReadAs },
  { name: '0070-costs', sql: costs },
  { name: '0071-recorded-turns', sql: recordedTurns },
  { name: '0072-vouched-duties', sql: vouchedDuties },
  { name: '0073-talked-while-dialed', sql: talkedWhileDialed },
  { name: '0074-workflow-evaluations', sql: workflowEvaluations },
  { name: '0075-workflow-uuids', sql: workflowUuids },
  { name: '0076-twiml-stays-off', sql: twimlStaysOff },
  { name: '0077-contact-order', sql: contactOrder },
  { name: '0078-users-need-group', sql: usersNeedGroup },
  { name: '0079-last-backup', sql: lastBackup },
  { name: '0081-simulated-attempts', sql: simulatedAttempts },
  { name: '0082-model-usage', sql: modelUsage },
  { name: '0083-evaluation-progress', sql: evaluationProgress },
  { name: '0084-rehearsals', sql: rehearsals },
  { name: '0085-embeddings', sql: embeddings },
  { name: '0086-prepared-runs', sql: preparedRuns },
  { name: '0088-registry-failures', sql: registryFailures },
  { name: '0095-routes', sql: routes },
  { name: '0096-woken-numbers', sql: wokenNumbers },
  { name: '0097-number-pools', sql: numberPools },
  { name: '0098-experiments', sql: experiments },
  { name: '0099-attestations', sql: attestations },
  { name: '0100-numbers-of-contacts', sql: numbersOfContacts },
  { name: '0101-plain-names', sql: plainNames },
  { name: '0104-reached-hours', sql: reachedHours },
  { name: '0105-list-priority', sql: listPriority },
  { name: '0112-calls-days', sql: callsDays },
  { name: '0116-events-bound', sql: eventsBound },
  { name: '0117-events-bound-holds', sql: eventsBoundHolds },
  { name: '0118-event-ranges', sql: eventRanges },
  { name: '0121-organization-columns', sql: organizationColumns },
  { name: '0122-organization-fills', sql: organizationFills },
  { name: '0123-organization-keys', sql: organizationKeys },
  { name: '0126-open-erasures', sql: openErasures },
  { name: '0127-person-keys', sql: personKeys },
]

/** Names of all migrations, oldest first. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name)

/** The version that this program reports to later nodes. */
export const NEWEST_MIGRATION = MIGRATION_NAMES.at(-1) as string

/** Advisory lock id: any constant that all nodes share. */
const MIGRATION_LOCK = 4_027_001

/** A waiting lock blocks dialing nodes behind it, so the wait is given up after this time and repeated later. */
const LOCK_WAIT_MS = 500
/**
 * How long the server waits for this program between two statements of a migration. On an overloaded machine this takes longer
 * than in a request. In the meantime only other starting nodes wait for the lock.
 */
const IDLE_MS_MAX = 120_000
const PAUSE_MS = 1000
const LOCK_NOT_AVAILABLE = '55P03'

export interface MigrateOptions {
  /** Called once for each migration that has to wait for another transaction. */
  waiting?(name: string): void
  /** The last migration to run, for a backup of an older version; if left out, all run. */
  upTo?: string
}

/**
 * Migrates the schema. Several nodes may start at the same time: one migrates, the others wait for it. Indexes of large tables
 * may still be missing afterwards: see large-indexes.ts.
 */
export async function migrate(pool: pg.Pool, { waiting, upTo }: MigrateOptions = {}): Promise<string[]> {
  if (upTo === undefined && (await isUpToDate(pool))) return []
  const client = await pool.connect()
  try {
    setAnswerTimeout(client, 0)
    const ran: string[] = []
    let told: string | null = null
    for (;;) {
      const step = await runNext(client, upTo)
      if (step.kind === 'done') return ran
      if (step.kind === 'ran') ran.push(...step.names)
      else {
        if (told !== step.name) waiting?.(step.name)
        told = step.name
        await pause(PAUSE_MS)
      }
    }
  } finally {
    // The connection is closed instead of reused: its limits differ, and after a failure it may be inside a transaction.
    client.release(true)
  }
}

/** A read-only check: the role of the nodes then needs no right to change the schema, and a start waits for no lock. */
async function isUpToDate(pool: pg.Pool): Promise<boolean> {
  const fit = schemaFit(await appliedMigrations(pool), MIGRATION_NAMES)
  return fit.kind === 'current' && (await missingIndexes(pool)).length === 0
}

/** `waits`: a lock was not available, and nothing was changed. */
type Step = { kind: 'done' } | { kind: 'ran'; names: readonly string[] } | { kind: 'waits'; name: string }

/**
 * Runs the next migration in a separate transaction that also holds the lock. In an empty database all run in one: no
 * other program uses it, and the first start waits for them.
 */
async function runNext(client: pg.PoolClient, upTo: string | undefined): Promise<Step> {
  // Disables the statement limit, which is meant for requests: a large table or waiting for another node takes long.
  await client.query(
    `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = ${IDLE_MS_MAX}`,
  )
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  const ran = await appliedMigrations(client)
  const fit = schemaFit(ran, MIGRATION_NAMES)
  if (fit.kind === 'newer') throw newerSchemaError(fit.unknown)
  const done = new Set(ran?.map(({ name }) => name))
  const open = MIGRATIONS.filter(({ name }) => !done.has(name) && (upTo === undefined || name <= upTo))
  const next = fit.kind === 'empty' ? open : open.slice(0, 1)
  await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
  try {
    const inSchema = await takeBack(client, next)
    const changes = next.flatMap((migration) => changesOf(migration, inSchema.has(migration.name)))
    if (next.length === 0 && upTo === undefined) changes.push(...(await indexesOfEmptyTables(client)))
    // The commit is part of the same message, so that the locks of a change never wait for this program.
    await client.query([...changes, 'commit'].join(';\n'))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    await client.query('rollback')
    return { kind: 'waits', name: next[0]?.name ?? 'the indexes' }
  }
  return next.length === 0 ? { kind: 'done' } : { kind: 'ran', names: next.map(({ name }) => name) }
}

/** The statements of a migration. One that a rollback set aside is already in the schema, so it is only recorded again. */
function changesOf({ name, sql, oldestProgram }: Migration, isInSchema: boolean): string[] {
  const oldest = oldestProgram ?? (name > OLDEST_PROGRAM ? OLDEST_PROGRAM : null)
  const values = [name, oldest].map((value) => (value === null ? 'null' : pg.escapeLiteral(value)))
  return [
    'create table if not exists migrations (name text primary key, run_at timestamptz not null)',
    'alter table migrations add column if not exists oldest_program text',
    isInSchema ? '' : sql,
    `insert into migrations (name, run_at, oldest_program) values (${values[0]}, now(), ${values[1]})`,
  ]
}

/** Those of these migrations that a rollback set aside; they no longer are. */
async function takeBack(client: pg.PoolClient, migrations: readonly Migration[]): Promise<Set<string>> {
  const { rows } = await client.query(`select to_regclass('migrations_set_aside') as name`)
  if (rows[0]?.name === null) return new Set()
  const names = migrations.map(({ name }) => name)
  const taken = await client.query('delete from migrations_set_aside where name = any($1) returning name', [names])
  return new Set(taken.rows.map(({ name }) => name))
}

/**
 * Lets the program of the migration `to` start on this schema: programs up to that one refuse a database with migrations they do
 * not know. The tables stay as they are, with the keys that such a program needs (0123), so migrating forward again runs nothing
 * twice. Returns the migrations that were set aside.
 */
export async function hideMigrationsAfter(pool: pg.Pool, to: string): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    if (to < OLDEST_WITH_KEYS) await restoreEarlierKeys(client)
    const newer = (await appliedMigrations(client))?.filter(({ name }) => name > to) ?? []
    const bound = newer.filter(({ oldestProgram }) => oldestProgram === null || oldestProgram > to)
    if (bound.length > 0) throw new RollbackError(bound.map(({ name }) => name))
    await client.query(
      'create table if not exists migrations_set_aside (name text primary key, set_aside_at timestamptz not null)',
    )
    const { rows } = await client.query<{ name: string }>(
      `with gone as (delete from migrations where name > $1 returning name)
       insert into migrations_set_aside (name, set_aside_at) select name, now() from gone returning name`,
      [to],
    )
    await client.query('commit')
    return rows.map(({ name }) => name).sort()
  } finally {
    // The connection is closed instead of reused, because after a failure it may be inside a transaction.
    client.release(true)
  }
}

/** Takes as long as building the indexes takes, and locks their tables; no node runs. */
async function restoreEarlierKeys(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(`select to_regproc('restore_earlier_keys') is not null as found`)
  if (!rows[0].found) return
  await client.query('set local statement_timeout = 0')
  await client.query('select restore_earlier_keys()')
  await client.query('update migrations set oldest_program = $1 where name = $2', [OLDEST_PROGRAM, OLDEST_WITH_KEYS])
}

export class RollbackError extends Error {
  readonly expected = true

  constructor(names: readonly string[]) {
    super(
      `The older program cannot work with the schema after ${names.join(', ')}. Restore a backup made before the upgrade instead.`,
    )
  }
}
