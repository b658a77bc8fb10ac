import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseJson } from '../kernel/parse-json.ts'
import { verifyExport } from '../ledger/export-ledger.ts'
import { isReceipt, verifyReceipt } from '../ledger/receipt.ts'
import { readArguments } from './read-arguments.ts'
import { printError, printLine } from './with-database.ts'

const HELP = `outdial verify FILE [--key PUBLIC_KEY]

Checks an exported ledger (GET /api/v1/ledger/export) or the receipt of a call (GET /api/v1/calls/{id}/receipt). Needs no
server, no database and no secret. Exits with 1 if anything was altered, dropped, moved or cut off.

  --key   The public key that you expect, in base64, as "outdial ledger verify" prints it on the server. Get it from
          somewhere else than the file itself: without it, a file made with any other key checks out too.`

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, { key: { type: 'string' } })
  if (typeof parsed === 'number') return parsed
  const { values, positionals } = parsed
  const [file] = positionals
  if (positionals.length !== 1 || !file) return printError(HELP)
  return verifyFile(file, values.key ?? null)
}

const PUBLIC_KEY_BYTES = 32

/** `expectedKey` null: the file's own key is trusted and shown. */
export async function verifyFile(file: string, expectedKey: string | null): Promise<number> {
  if (expectedKey !== null && Buffer.from(expectedKey, 'base64').length !== PUBLIC_KEY_BYTES) {
    return printError('The expected key is not a public key: it must be 32 bytes in base64.')
  }
  try {
    return (await verifyAsReceipt(file, expectedKey)) ?? (await verifyAsExport(file, expectedKey))
  } catch (error) {
    return printError(`The file cannot be read as an exported ledger or a receipt: ${(error as Error).message}`)
  }
}

const linesOf = (file: string) => createInterface({ input: createReadStream(file), crlfDelay: Infinity })

/** A longer file is an export, not a receipt. */
const RECEIPT_CHARACTERS_MAX = 1_000_000

/** Verifies a file as a receipt; null: it is not one. */
async function verifyAsReceipt(file: string, expectedKey: string | null): Promise<number | null> {
  let text = ''
  for await (const line of linesOf(file)) {
    text += `${line}\n`
    if (text.length > RECEIPT_CHARACTERS_MAX) return null
  }
  const value = parseJson(text)
  if (!isReceipt(value)) return null
  const verdict = verifyReceipt(value, expectedKey)
  printLine(`organization ${verdict.organizationId}, call ${verdict.callId}: ${verdict.ok ? 'valid' : 'NOT VALID'}`)
  tellKey(verdict.publicKey, expectedKey)
  printLine(`called: ${verdict.phoneNumber ?? 'not known; the person was erased'}`)
  for (const record of verdict.records) printLine(JSON.stringify(record))
  for (const fault of verdict.faults) printError(`  ${fault}`)
  return verdict.ok ? 0 : 1
}

async function verifyAsExport(file: string, expectedKey: string | null): Promise<number> {
  const verdict = await verifyExport(linesOf(file), expectedKey)
  printLine(`organization ${verdict.organizationId}: ${verdict.ok ? 'intact' : 'BROKEN'} (${verdict.records} records)`)
  tellKey(verdict.publicKey, expectedKey)
  for (const { message } of verdict.faults) printError(`  ${message}`)
  return verdict.ok ? 0 : 1
}

function tellKey(publicKey: string, expectedKey: string | null): void {
  printLine(`signed with the public key ${publicKey}`)
  if (expectedKey === null) printLine('Compare this key with the one of the installation, or give it with --key.')
}
