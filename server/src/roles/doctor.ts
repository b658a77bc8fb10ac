import { checkCallbacks } from '../calls/probe-public-url.ts'
import { ConfigurationError, readConfig } from '../config.ts'
import { systemClock, type Timer } from '../kernel/clock.ts'
import { openEgress } from '../kernel/egress.ts'
import { silentLog } from '../kernel/log.ts'
import { systemRng } from '../kernel/rng.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { egressState } from '../organizations/queries.ts'
import { openDatabase } from '../storage/database.ts'
import { openCredentials } from '../telephony/configurations/credentials.ts'
import { allConfigurations } from '../telephony/configurations/queries.ts'
import { carrierUrls, fieldsOf } from '../telephony/fields.ts'
import type { CheckResult, ExpectedAudio } from '../telephony/provider.ts'
import { providersOf } from '../telephony/providers.ts'
import {
  checkBackup,
  checkDatabase,
  checkDisk,
  checkIndexes,
  checkRecordings,
  checkSchema,
  checkSpeech,
  publicUrlNote,
  type ReportCheck,
} from './doctor-checks.ts'
import { openStorageQuietly, printError, printHelp, printLine } from './with-database.ts'

const HELP =
  'outdial doctor [--json]\n\nChecks settings, disk, speech, database, clock, recordings, secrets and carriers, and says what to do. Ends with 1 if something is wrong.'
const CHECK_TIMEOUT_MS = 15_000

export async function run(args: string[]): Promise<number> {
  const json = args.length === 1 && args[0] === '--json'
  if (args.length > 0 && !json) return printHelp(HELP, args)
  let faults = 0
  const findings: Array<{ ok: boolean; subject: string; message: string }> = []
  const report = (ok: boolean, subject: string, sentence: string) => {
    if (!ok) faults++
    findings.push({ ok, subject, message: sentence })
    if (!json) printLine(`${ok ? 'ok  ' : 'FAIL'}  ${subject}: ${sentence}`)
  }
  let config: ReturnType<typeof readConfig>
  try {
    config = readConfig(process.env, false)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return printError(error.message)
  }
  report(true, 'settings', `data in ${config.dataDir}, carriers call back at ${config.publicUrl}`)
  checkSpeech(config.speechDir, report)
  const note = publicUrlNote(config.publicUrl)
  if (note !== null) {
    findings.push({ ok: true, subject: 'settings', message: note })
    if (!json) printLine(`note  settings: ${note}`)
  }
  await checkDisk(config, report)
  const storage = await openStorageQuietly(config, 'accept').catch((error: Error) => error)
  if (storage instanceof Error) {
    report(false, 'database', storage.message)
    if (json) printLine(JSON.stringify({ ok: false, findings }))
    return printError(storage.message)
  }
  try {
    await checkDatabase(storage.pool, report)
    // This program's statements cannot read the tables of another version.
    if (await checkSchema(storage.pool, report)) {
      await checkIndexes(storage.pool, report)
      const db = openDatabase(storage.pool)
      await checkBackup(db, report)
      await checkRecordings(db, config, report)
      await checkCarriers(db, config, report)
    }
  } finally {
    await storage.close()
  }
  if (json) printLine(JSON.stringify({ ok: faults === 0, findings }))
  return faults > 0 ? printError(`Something is wrong; see FAIL above (${faults}).`) : 0
}

async function checkCarriers(
  db: ReturnType<typeof openDatabase>,
  config: ReturnType<typeof readConfig>,
  report: ReportCheck,
): Promise<void> {
  const secrets = openSecretBox(config.secretKeys)
  const egress = await openEgress({
    clock: systemClock,
    allow: config.egressAllow,
    proxies: config.proxies,
    look: () => egressState(db),
  })
  const providers = providersOf({ simulated: config.simulator, remote: config.simulatorElsewhere })
  const configurations = await allConfigurations(db)
  for (const row of configurations) {
    const subject = `carrier ${row.provider} (configuration ${row.id})`
    const spec = providers.get(row.provider)
    if (!spec) {
      report(false, subject, 'this provider is switched off (SIMULATOR=off)')
      continue
    }
    try {
      const credentials = openCredentials(spec, row, secrets)
      const account = spec.open({
        configurationId: row.id,
        credentials,
        nodeName: 'doctor',
        clock: systemClock,
        rng: systemRng,
        log: silentLog,
        fetch: egress.of(row.organization_id).fetch,
        socketOptions: (url) => egress.of(row.organization_id).socketOptions(url),
        urls: { call: () => config.publicUrl, configuration: () => config.publicUrl, media: () => config.publicUrl },
        // The doctor places no calls and only checks whether the node would listen.
        audioSockets: config.audioSocket && { expect: () => NOBODY_COMES },
        report: async () => {},
        receive: async () => ({ kind: 'refuse', reason: 'the doctor takes no calls' }),
        attachMedia: (_call, media) => media.close(),
      })
      const result = await inTime(account.check())
      report(result.ok, subject, result.message)
      if (result.ok && spec.capabilities.webhooks) {
        const door = await checkCallbacks(config, carrierUrls(spec, credentials))
        report(door.ok, `callbacks of ${row.provider} (configuration ${row.id})`, door.message)
      }
      await account.close()
    } catch (error) {
      const secret = fieldsOf(spec).some((field) => field.sensitive)
      report(false, subject, secret ? (error as Error).message : 'cannot be opened')
    }
  }
  await egress.close()
}

/** Cancels the timer with the result, because it would keep the program from ending. */
async function inTime(check: Promise<CheckResult>): Promise<CheckResult> {
  let late: Timer | undefined
  const timeout = new Promise<CheckResult>((resolve) => {
    late = systemClock.after(CHECK_TIMEOUT_MS, () =>
      resolve({ ok: false, message: 'did not answer in time', details: {} }),
    )
  })
  try {
    return await Promise.race([check, timeout])
  } finally {
    late?.cancel()
  }
}

const NOBODY_COMES: ExpectedAudio = { id: '', address: '', arrived: Promise.resolve(null), cancel: () => {} }
