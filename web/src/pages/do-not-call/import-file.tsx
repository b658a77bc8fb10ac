import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { TextField } from '../../forms/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { count, plural } from '../../ui/format.ts'

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

/** A whole file of opt-outs, all or nothing; rows that cannot be read are shown, never dropped silently. */
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
      title="Import a file of numbers"
      verb="Import"
      whyNot={file ? null : 'Choose a file first.'}
      keepOpen
      act={async () => {
        if (!file) return
        setImported(await send(file, country, reason.trim()))
        await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
        await queryClient.invalidateQueries({ queryKey: ['number'] })
      }}
    >
      <p className="soft">
        A CSV with one number per row. Columns reason, source and expires_at are used where they exist. Takes effect
        immediately in all campaigns.
      </p>
      <label className="stack gap-1">
        <span className="strong">File</span>
        <input type="file" accept=".csv,.txt,text/csv" onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
      </label>
      <TextField
        label="Country of numbers without one"
        note="optional"
        help="Two letters, such as DE. Needed where the file has national numbers."
        className="w-s"
        maxLength={2}
        value={country}
        onChange={setCountry}
      />
      <TextField
        label="Reason"
        note="for rows without one"
        maxLength={255}
        placeholder="opt-outs of the system before"
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
      title={`${plural(added_rows, 'number')} added`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p className="soft">
        {count(known_rows)} were on the list before, {plural(duplicate_rows, 'duplicate row')}.
      </p>
      {rejected_rows > 0 && (
        <div role="alert">
          <p className="bad">
            {plural(rejected_rows, 'row')} could not be read and {rejected_rows === 1 ? 'is' : 'are'} not on the list:
          </p>
          <ul className="small">
            {errors.slice(0, 20).map((error) => (
              <li key={error.row}>
                Row {error.row}: {error.value} – {error.message}
              </li>
            ))}
          </ul>
          {rejected_rows > 20 && <p className="small mute">The first 20 are shown.</p>}
        </div>
      )}
    </Dialog>
  )
}
