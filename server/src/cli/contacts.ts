/** `outdial contacts …`: uploads of lists. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { UploadedContacts } from '@outdial/sdk'
import { type CommandContext, parseId, printAnswer, type Resource, UsageError } from './command.ts'
import { formatTable, progressBar } from './terminal.ts'

/** Number of rejected rows shown; all of them can be downloaded. */
const ERRORS_SHOWN = 5
const BAR_WIDTH = 30

export const CONTACT_COMMANDS: Resource = {
  help: 'Contact lists.',
  commands: {
    import: {
      usage: 'FILE.csv [--country GB] [--phone-column NAME] [--allow-extensions]',
      help: 'Uploads a list and prints the id for `outdial campaigns create --list`.',
      words: 1,
      options: {
        country: { type: 'string' },
        'phone-column': { type: 'string' },
        'allow-extensions': { type: 'boolean' },
      },
      run: importList,
    },
    add: {
      usage: 'CAMPAIGN FILE.csv [--country GB] [--phone-column NAME] [--allow-extensions] [--accept-duties ID,ID]',
      help: 'Adds the people of a file to a draft, running or paused campaign; numbers that it has already are left out.',
      words: 2,
      options: {
        country: { type: 'string' },
        'phone-column': { type: 'string' },
        'allow-extensions': { type: 'boolean' },
        'accept-duties': { type: 'string' },
      },
      run: addToCampaign,
    },
    lists: {
      usage: '',
      help: 'All lists.',
      words: 0,
      async run(asked) {
        const answer = await asked.client.contactLists.list()
        const rows = answer.contact_lists.map((list) => [
          list.source_id,
          list.filename,
          list.total_rows,
          list.rejected_rows,
          list.duplicate_rows,
          list.created_at,
        ])
        return printAnswer(asked, answer, () =>
          formatTable(['LIST', 'FILE', 'CONTACTS', 'REJECTED', 'DUPLICATES', 'UPLOADED'], rows),
        )
      },
    },
  },
}

async function importList(asked: CommandContext): Promise<number> {
  const list = await upload(asked, asked.words[0] as string)
  return printAnswer(asked, list, () => told(list))
}

async function addToCampaign(asked: CommandContext): Promise<number> {
  const { client, words, options } = asked
  const id = parseId(words[0], 'campaign')
  // Checked first, to avoid uploading a file for a campaign that does not exist.
  await client.campaigns.get(id)
  const list = await upload(asked, words[1] as string)
  const duties = options['accept-duties']
  const accept_duties = typeof duties === 'string' ? duties.split(',').map((duty) => duty.trim()) : []
  const answer = await client.campaigns.enrol(id, { source_id: list.source_id, accept_duties })
  return printAnswer(asked, { ...answer, source_id: list.source_id, rejected_rows: list.rejected_rows }, () => [
    `${answer.added} added, ${answer.already_enrolled} in the campaign already, ${answer.rejected + list.rejected_rows} rejected.`,
    ...list.errors.slice(0, ERRORS_SHOWN).map(({ row, message }) => `  row ${row}: ${message}`),
    ...answer.results.slice(0, ERRORS_SHOWN).map(({ message }) => `  ${message}`),
  ])
}

async function upload(asked: CommandContext, path: string): Promise<UploadedContacts> {
  const { client, options, signal } = asked
  return client.uploadContacts(await fileWithProgress(path, asked), {
    filename: basename(path),
    ...(typeof options.country === 'string' ? { countryCode: options.country } : {}),
    ...(typeof options['phone-column'] === 'string' ? { phoneColumn: options['phone-column'] } : {}),
    ...(options['allow-extensions'] === true ? { allowExtensions: true } : {}),
    signal,
  })
}

/** Opens the file as a stream that reports its progress. */
export async function fileWithProgress(path: string, asked: CommandContext): Promise<ReadableStream<Uint8Array>> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new UsageError(`There is no file "${path}".`)
  return counted(path, found.size, asked)
}

function counted(path: string, size: number, { terminal, options }: CommandContext): ReadableStream<Uint8Array> {
  let sent = 0
  let shown = -1
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      sent += chunk.byteLength
      const percent = Math.floor((100 * sent) / Math.max(1, size))
      if (terminal.interactive && !options.json && percent !== shown) {
        shown = percent
        const share = `${megabytes(sent)} of ${megabytes(size)} MB`
        terminal.draw([`${progressBar(sent / size, BAR_WIDTH)} ${`${percent}`.padStart(3)} %  ${share}`])
      }
      out.enqueue(chunk)
    },
  })
  return (Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>).pipeThrough(count)
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

function told(list: UploadedContacts): string[] {
  const { errors } = list
  const shown = errors.slice(0, ERRORS_SHOWN).map(({ row, message }) => `  row ${row}: ${message}`)
  const left = list.rejected_rows + list.left_out_numbers - shown.length
  return [
    `${list.total_rows} contacts, ${list.rejected_rows} rows rejected, ${list.duplicate_rows} duplicates.`,
    ...(list.left_out_numbers > 0
      ? [`${list.left_out_numbers} further numbers cannot be called and are left out.`]
      : []),
    ...shown,
    ...(shown.length > 0 && left > 0 ? [`  and ${left} more; the console offers all of them for download.`] : []),
    `List: ${list.source_id}`,
    `Next: outdial campaigns create --name NAME --workflow ID --list ${list.source_id}`,
  ]
}
