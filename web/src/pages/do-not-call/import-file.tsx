import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { TextField } from '../../forms/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { count } from '../../ui/format.ts'
import { doNotCallWords as w } from '../../words/do-not-call.ts'
import { shared } from '../../words/shared.ts'

type Imported = Awaited<ReturnType<typeof send>>

async function send(file: File, country: string, reason: string) {
  const query = { ...(country ? { country_code: country.toUpperCase() } : {}), ...(reason ? { reason } : {}) }
  const { data } = await api().POST('/api/v1/suppressions/import', {
    params: { query },
    headers: { 'content-type': 'text/csv' },
    body: file as never,
    bodySerializer: (body: unknown) => body as BodyInit,
  })
  return data!
}

/** Imports a file of opt-outs, all or nothing; unreadable rows are shown and never dropped silently. */
export function ImportFile({ onClose }: { onClose(): void }) {
  const [file, setFile] = useState<File | null>(null)
  const [country, setCountry] = useState('')
  const [reason, setReason] = useState('')
  const [imported, setImported] = useState<Imported | null>(null)
  if (imported) return <Result imported={imported} onClose={onClose} />
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.importTitle}
      verb={w.importVerb}
      whyNot={file ? null : w.fileFirst}
      keepOpen
      act={async () => {
        if (!file) return
        setImported(await send(file, country, reason.trim()))
        await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
        await queryClient.invalidateQueries({ queryKey: ['number'] })
      }}
    >
      <p className="soft">{w.importText}</p>
      <label className="stack gap-1">
        <span className="strong">{w.file}</span>
        <input type="file" accept=".csv,.txt,text/csv" onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
      </label>
      <TextField
        label={w.countryOfOthers}
        note={shared.optional}
        help={w.countryOfOthersHelp}
        className="w-s"
        maxLength={2}
        value={country}
        onChange={setCountry}
      />
      <TextField
        label={w.reason}
        note={w.forRowsWithout}
        maxLength={255}
        placeholder={w.before}
        value={reason}
        onChange={setReason}
      />
    </Confirm>
  )
}

function Result({ imported, onClose }: { imported: Imported; onClose(): void }) {
  const { added_rows, known_rows, rejected_rows, duplicate_rows, errors } = imported
  return (
    <Dialog
      open
      onClose={onClose}
      title={w.numbersAdded(added_rows)}
      footer={<Button onClick={onClose}>{shared.close}</Button>}
    >
      <p className="soft">{w.known(count(known_rows), duplicate_rows)}</p>
      {rejected_rows > 0 && (
        <div role="alert">
          <p className="bad">{w.rejected(rejected_rows)}</p>
          <ul className="small">
            {errors.slice(0, 20).map((error) => (
              <li key={error.row}>{w.row(error.row, error.value ?? '', error.message)}</li>
            ))}
          </ul>
          {rejected_rows > 20 && <p className="small mute">{w.first20}</p>}
        </div>
      )}
    </Dialog>
  )
}
