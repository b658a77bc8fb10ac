/** `outdial contacts …`: lists on their way to the server. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { UploadedContacts } from '@outdial/sdk'
import { type Asked, type Resource, show, UsageError } from './command.ts'
import { bar, table } from './terminal.ts'

/** Of rejected rows so many are shown; all of them can be downloaded. */
const ERRORS_SHOWN = 5
const BAR_WIDTH = 30

export const CONTACTS: Resource = {
  help: 'Contact lists.',
  commands: {
    import: {
      usage: 'FILE.csv [--country GB] [--phone-column NAME] [--allow-extensions]',
      help: 'Uploads a list; what it prints is what `outdial campaigns create --list` takes.',
      words: 1,
      options: {
        country: { type: 'string' },
        'phone-column': { type: 'string' },
        'allow-extensions': { type: 'boolean' },
      },
      run: importList,
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
        return show(asked, answer, () =>
          table(['LIST', 'FILE', 'CONTACTS', 'REJECTED', 'DUPLICATES', 'UPLOADED'], rows),
        )
      },
    },
  },
}

async function importList(asked: Asked): Promise<number> {
  const { client, words, options, signal } = asked
  const path = words[0] as string
  const size = (await stat(path).catch(() => null))?.size
  if (size === undefined) throw new UsageError(`There is no file "${path}".`)
  const list = await client.uploadContacts(counted(path, size, asked), {
    filename: basename(path),
    ...(typeof options.country === 'string' ? { countryCode: options.country } : {}),
    ...(typeof options['phone-column'] === 'string' ? { phoneColumn: options['phone-column'] } : {}),
    ...(options['allow-extensions'] === true ? { allowExtensions: true } : {}),
    signal,
  })
  return show(asked, list, () => told(list))
}

/** The file as a stream that tells how far it is. */
function counted(path: string, size: number, { terminal, options }: Asked): ReadableStream<Uint8Array> {
  let sent = 0
  let shown = -1
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      sent += chunk.byteLength
      const percent = Math.floor((100 * sent) / Math.max(1, size))
      if (terminal.interactive && !options.json && percent !== shown) {
        shown = percent
        const share = `${megabytes(sent)} of ${megabytes(size)} MB`
        terminal.draw([`${bar(sent / size, BAR_WIDTH)} ${`${percent}`.padStart(3)} %  ${share}`])
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
  const left = list.rejected_rows - shown.length
  return [
    `${list.total_rows} contacts, ${list.rejected_rows} rows rejected, ${list.duplicate_rows} duplicates.`,
    ...shown,
    ...(shown.length > 0 && left > 0 ? [`  and ${left} more; the console offers all of them for download.`] : []),
    `List: ${list.source_id}`,
    `Next: outdial campaigns create --name NAME --workflow ID --list ${list.source_id}`,
  ]
}
