import type { Config } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { checkpointLedger } from '../ledger/checkpoint-ledger.ts'
import { exportLedger } from '../ledger/export-ledger.ts'
import { openLedgerKeys } from '../ledger/signing.ts'
import { type LedgerFault, verifyLedger } from '../ledger/verify-ledger.ts'
import { findOrganization, listOrganizations } from '../organizations/queries.ts'
import type { Database } from '../storage/database.ts'
import { readArguments } from './read-arguments.ts'
import { verifyFile } from './verify.ts'
import { printError, printLine, withDatabase } from './with-database.ts'

const HELP = `outdial ledger verify [--organization NAME]
    Walks along every record and says whether any was altered, dropped, moved or cut off. Exits with 1 if so.
outdial ledger verify --file FILE [--key PUBLIC_KEY]
    The same as "outdial verify FILE": checks an exported ledger or a receipt, without the database and without a secret.
outdial ledger export --organization NAME
    Writes the ledger with its proof to standard output, as JSON Lines.`

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, {
    organization: { type: 'string' },
    file: { type: 'string' },
    key: { type: 'string' },
  })
  if (typeof parsed === 'number') return parsed
  const { values, positionals } = parsed
  const [action] = positionals
  if (positionals.length !== 1) return printError(HELP)
  if (action === 'verify')
    return values.file ? verifyFile(values.file, values.key ?? null) : verify(values.organization ?? null)
  if (action !== 'export') return printError(HELP)
  if (!values.organization) return printError(`Name the organization with --organization.\n\n${HELP}`)
  return writeExport(values.organization)
}

const keysOf = (config: Config) => openLedgerKeys(openSecretBox(config.secretKeys))

function tellFaults(faults: readonly LedgerFault[]): void {
  for (const { message } of faults) printError(`  ${message}`)
}

function verify(name: string | null): Promise<number> {
  return withDatabase(async (db, config) => {
    const organizations = (await listOrganizations(db)).filter((row) => name === null || row.name === name)
    if (name !== null && organizations.length === 0) return printError(`There is no organization "${name}".`)
    let broken = 0
    printLine(`public key ${keysOf(config).publicKey.toString('base64')}`)
    for (const organization of organizations) {
      const verdict = await verifyLedger({ db, keys: keysOf(config) }, organization.id)
      const count = `${verdict.records} records, ${verdict.checkpoints} checkpoints`
      printLine(`${organization.name}: ${verdict.ok ? 'intact' : 'BROKEN'} (${count})`)
      tellFaults(verdict.faults)
      if (!verdict.ok) broken += 1
    }
    return broken > 0 ? 1 : 0
  })
}

function writeExport(name: string): Promise<number> {
  return withDatabase(async (db, config) => {
    const organization = await findOrganization(db, name)
    if (!organization) return printError(`There is no organization "${name}".`)
    const keys = keysOf(config)
    const last = await checkpointLedger({ db, clock: systemClock, keys }, organization.id)
    if (!last) return printError('The ledger is broken; verify it to see where.')
    return writeLines(db, keys, organization.id, last)
  })
}

async function writeLines(
  db: Database,
  keys: ReturnType<typeof openLedgerKeys>,
  organizationId: number,
  last: NonNullable<Awaited<ReturnType<typeof checkpointLedger>>>,
): Promise<number> {
  for await (const part of exportLedger({ db, keys }, organizationId, last)) {
    if (!process.stdout.write(part)) await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
  return 0
}
