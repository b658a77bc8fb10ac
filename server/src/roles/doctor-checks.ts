/** Checks of the doctor besides the carriers; each finding says what to do. */
import type pg from 'pg'
import { requireOwnStore } from '../calls/sweep-recordings.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { VERSION } from '../kernel/version.ts'
import { findPack } from '../language/packs/packs.ts'
import { diskSpace } from '../operations/disk-space.ts'
import { installationKey, lastBackupAt } from '../organizations/installation.ts'
import { missingPartMessage } from '../speech/availability.ts'
import { installedModels } from '../speech/installed-models.ts'
import { FLITE_VOICES } from '../speech/synthesizer.ts'
import type { Database, openDatabase } from '../storage/database.ts'
import { openRecordingStore } from '../storage/files/open-file-store.ts'
import { buildsUnderWay, missingIndexes } from '../storage/large-indexes.ts'
import { MIGRATION_NAMES } from '../storage/migrate.ts'
import { appliedMigrations, newerSchemaError, schemaFit } from '../storage/schema-fit.ts'
import { SealedFileError } from '../storage/sealed-file.ts'

export type ReportCheck = (ok: boolean, subject: string, sentence: string) => void

const SKEW_MS_MAX = 2000
const FREE_BYTES_MIN = 1024 ** 3

/** A note on PUBLIC_URL, which is not a fault: a trial needs no other address. Null: nothing to report. */
export function publicUrlNote(publicUrl: string): string | null {
  // Without PUBLIC_URL it is derived from HOST, which may be the wildcard address.
  if (/\/\/(0\.0\.0\.0|\[::\])(:|$)/.test(publicUrl)) {
    return `PUBLIC_URL is ${publicUrl}, which leads nowhere: links in answers and webhooks begin with it, and carriers cannot reach it. Set it to the address that others use.`
  }
  return /\/\/(127\.|localhost|\[::1\])/.test(publicUrl)
    ? 'PUBLIC_URL is an address of this machine only; carriers on the internet cannot reach it.'
    : null
}

export async function checkDatabase(pool: Parameters<typeof openDatabase>[0], report: ReportCheck): Promise<void> {
  const { rows } = await pool.query<{ version: string; now: Date }>(
    `select current_setting('server_version') as version, clock_timestamp() as now`,
  )
  const [row] = rows
  report(true, 'database', `PostgreSQL ${row?.version} answers`)
  const skewMs = Math.abs((row?.now.getTime() ?? 0) - systemClock.now())
  const fine = skewMs < SKEW_MS_MAX
  report(
    fine,
    'clock',
    fine ? 'agrees with the database' : `is ${Math.round(skewMs / 1000)} s off the database's; set it by NTP`,
  )
}

/** Whether the schema matches this program. Read-only: only `serve`, `migrate` and `upgrade` change it. */
export async function checkSchema(pool: pg.Pool, report: ReportCheck): Promise<boolean> {
  const fit = schemaFit(await appliedMigrations(pool), MIGRATION_NAMES)
  if (fit.kind === 'current') report(true, 'schema', `is that of Outdial ${VERSION}`)
  else if (fit.kind === 'empty') report(true, 'schema', 'the database is empty; the first start sets it up')
  else if (fit.kind === 'newer') report(false, 'schema', newerSchemaError(fit.unknown).message)
  else {
    const count = fit.missing.length
    report(
      true,
      'schema',
      `is of an older version; ${count} ${count === 1 ? 'migration has' : 'migrations have'} not run, and \`outdial upgrade\` runs them. Nothing else was checked`,
    )
  }
  return fit.kind === 'current'
}

/**
 * After an upgrade, indexes are missing until they are built in the background, which is not a fault. It is one if no node builds
 * them.
 */
export async function checkIndexes(pool: pg.Pool, report: ReportCheck): Promise<void> {
  const missing = await missingIndexes(pool)
  if (missing.length === 0) return report(true, 'indexes', 'all are there')
  const names = missing.map((index) => index.name).join(', ')
  const [build] = await buildsUnderWay(pool)
  if (!build) {
    const remedy =
      '`outdial migrate` builds them now. A running node builds them within a minute, or later if an earlier attempt failed (see its log)'
    return report(
      false,
      'indexes',
      `${names} missing: finding people to call and searching numbers is slower; ${remedy}`,
    )
  }
  const far = build.percent === null ? '' : `, ${build.percent} %`
  report(true, 'indexes', `${names} missing; on ${build.table} one is being built (${build.phase}${far})`)
}

export async function checkDisk({ dataDir }: Config, report: ReportCheck): Promise<void> {
  const { freeBytes } = await diskSpace(dataDir)
  const free = `${(freeBytes / 1024 ** 3).toFixed(1)} GB free for ${dataDir}`
  if (freeBytes >= FREE_BYTES_MIN) return report(true, 'disk', free)
  report(
    false,
    'disk',
    `only ${free}; make room, or move DATA_DIR: without it nothing is recorded and lists cannot come in`,
  )
}

/** Checks local speech; an unusable model folder is a fault. */
export function checkSpeech(directory: string, report: ReportCheck): void {
  for (const part of ['synthesizer', 'recognizer'] as const) {
    const missing = missingPartMessage(part)
    const own = part === 'synthesizer' ? `English voices ${FLITE_VOICES.join(', ')}` : 'English recognizer Moonshine'
    // Not a fault, because a speech service may replace this part.
    report(true, 'speech', missing ?? `${own}, included with Outdial`)
  }
  const { usable, unusable } = installedModels(directory)
  for (const { use, language, name, kind } of usable) {
    report(true, 'speech', `${findPack(language)?.name ?? language} ${use} ${name} (${kind})`)
  }
  for (const { directory: folder, fault } of unusable) report(false, 'speech', `${folder}: ${fault}`)
}

/** A newer backup than this counts as a daily one. */
const BACKUP_AGE_MS_MAX = 36 * 3_600_000

export async function checkBackup(db: Database, report: ReportCheck): Promise<void> {
  const at = await lastBackupAt(db)
  if (at === null) return report(true, 'backup', 'none was made by `outdial backup`; make sure that another tool does')
  const hours = Math.floor((systemClock.now() - at.getTime()) / 3_600_000)
  const made = `the last one is of ${at.toISOString()}, ${hours} hours ago`
  const isRecent = systemClock.now() - at.getTime() <= BACKUP_AGE_MS_MAX
  // Never reported as a fault: the doctor runs before an upgrade, which makes a backup itself.
  report(true, 'backup', isRecent ? made : `${made}; that is long: find out why \`outdial backup\` no longer runs`)
}

const PROBE = 'doctor'

export async function checkRecordings(db: Database, config: Config, report: ReportCheck): Promise<void> {
  const store = await openRecordingStore(config)
  try {
    await store.write(PROBE, Buffer.from('a probe'))
    const content = await store.read(PROBE)
    const back = content && Buffer.concat(await content.toArray()).toString()
    await store.remove(PROBE)
    if (back !== 'a probe') throw new Error('what was written is not what is read')
    await requireOwnStore(store, await installationKey(db))
    const encryption = store.currentKeyId
      ? `encrypted with the storage key ${store.currentKeyId}`
      : 'not encrypted by Outdial (STORAGE_KEY is not set)'
    report(true, 'recordings', `can be written, read and deleted in ${store.place}; ${encryption}`)
  } catch (error) {
    const hint =
      error instanceof SealedFileError
        ? 'STORAGE_KEY'
        : config.recordings.kind === 's3'
          ? 'S3_BUCKET_URL, S3_REGION and the keys or the role'
          : 'RECORDINGS_DIR'
    report(false, 'recordings', `${store.place} cannot be used (${(error as Error).message}); look at ${hint}`)
  }
}
