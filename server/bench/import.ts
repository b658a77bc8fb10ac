/** How fast a contact list of a million rows comes in, and what memory it takes. */
import { Readable } from 'node:stream'
import pg from 'pg'
import { copyContacts, type ImportSummary } from '../src/contacts/copy-contacts.ts'
import { systemClock } from '../src/kernel/clock.ts'

export interface BenchRow {
  figure: string
  value: number
  unit: string
  method: string
}

const ROWS = 1_000_000
const PIECE_CHARACTERS = 64 * 1024
/** No list has this id; what the measurement leaves behind is deleted by it. */
const LIST = { organizationId: -1, listId: -1 }

/** Of a hundred rows 87 are plain E.164, 5 spaced, 5 national, 2 duplicates, 1 a spreadsheet's scientific notation. */
function phoneOf(index: number): string {
  const kind = index % 100
  const subscriber = String(10_000_000 + index)
  if (kind < 87) return `+4479${subscriber}`
  if (kind < 92) return `+44 79${subscriber.slice(0, 2)} ${subscriber.slice(2)}`
  if (kind < 97) return `079${subscriber}`
  return kind < 99 ? '+447910000000' : '4.47912E+11'
}

/** Also notes the most memory the process ever has while the rows flow. */
function* generatedFile(peak: { bytes: number }): Generator<Buffer> {
  let text = 'first_name,last_name,phone_number,city,amount\n'
  for (let index = 0; index < ROWS; index++) {
    text += `Anna${index},"Smith, ${index}",${phoneOf(index)},London,${index}.50\n`
    if (text.length < PIECE_CHARACTERS) continue
    peak.bytes = Math.max(peak.bytes, process.memoryUsage.rss())
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

async function timedImport(client: pg.PoolClient, peak: { bytes: number }) {
  const started = systemClock.monotonic()
  await client.query('begin')
  const summary = await copyContacts(client, LIST, Readable.from(generatedFile(peak)), {
    countryCode: 'GB',
    phoneColumn: null,
  })
  await client.query('commit')
  return { summary, seconds: (systemClock.monotonic() - started) / 1000 }
}

function checkCounts(summary: ImportSummary): void {
  const { totalRows, duplicateRows, rejectedRows } = summary
  const right = totalRows === ROWS * 0.97 && duplicateRows === ROWS * 0.02 && rejectedRows === ROWS * 0.01
  if (!right) throw new Error(`the import counted wrongly: ${totalRows}, ${duplicateRows}, ${rejectedRows}`)
}

/** The database must have the program's schema. */
export async function importBench(databaseUrlOrPool: string | pg.Pool): Promise<{ rows: BenchRow[] }> {
  const given = typeof databaseUrlOrPool === 'string' ? null : databaseUrlOrPool
  const pool = given ?? new pg.Pool({ connectionString: databaseUrlOrPool as string, max: 1 })
  const client = await pool.connect()
  try {
    const before = process.memoryUsage.rss()
    const peak = { bytes: before }
    const { summary, seconds } = await timedImport(client, peak)
    checkCounts(summary)
    await client.query('delete from list_contacts where list_id = $1', [LIST.listId])
    await client.query('delete from list_rejections where list_id = $1', [LIST.listId])
    const what = `${ROWS} generated rows of 5 columns`
    return {
      rows: [
        {
          figure: 'CSV import',
          value: Math.round(ROWS / seconds),
          unit: 'rows/s',
          method: `${what}, streamed, normalised, deduplicated, stored by COPY and committed; their generation included`,
        },
        {
          figure: 'CSV import, peak memory of the process',
          value: Math.round(peak.bytes / 1e6),
          unit: 'MB',
          method: `${what}; resident set, sampled with every 64 KiB; ${Math.round(before / 1e6)} MB of it before the import`,
        },
      ],
    }
  } finally {
    client.release()
    if (!given) await pool.end()
  }
}
