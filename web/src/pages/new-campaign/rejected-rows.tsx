import { useState } from 'react'
import { download } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { count, plural } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { countries, likelyCountry } from './countries.ts'
import type { ContactList, Draft } from './draft.ts'
import { groupRejections, type RejectionGroup } from './rejection-words.ts'
import type { Upload } from './use-upload.ts'

const EXAMPLES = 3

/** Grouped by reason, with the row as the spreadsheet counts, and a repair where there is one. */
export function RejectedRows({ draft, upload }: { draft: Draft; upload: Upload }) {
  const list = draft.list as ContactList
  const groups = groupRejections(list.errors)
  const known = list.errors.length
  const save = () =>
    download(`/api/v1/contact-lists/${encodeURIComponent(list.source_id)}/rejected`, `rejected-${list.filename}`)
  return (
    <Section
      id="rejected"
      title={`${plural(list.rejected_rows, 'row')} cannot be read`}
      aside={
        <button type="button" className="as-text link" onClick={save}>
          Download with reasons
        </button>
      }
    >
      <div className="sheet rej">
        {groups.map((group) => (
          <Group key={group.key} group={group} upload={upload} file={draft.file} />
        ))}
      </div>
      {known < list.rejected_rows && (
        <p className="small mute mt-2">
          The first {count(known)} are grouped here; all {count(list.rejected_rows)} are in the download.
        </p>
      )}
    </Section>
  )
}

function Group({ group, upload, file }: { group: RejectionGroup; upload: Upload; file: File | null }) {
  const [all, setAll] = useState(false)
  const shown = all ? group.rows : group.rows.slice(0, EXAMPLES)
  return (
    <div className="rg">
      <div className="rn">{count(group.rows.length)}</div>
      <div className="stack gap-1.5">
        <div>
          <span className="strong">{group.title}</span> <span className="soft">{group.sentence}</span>
        </div>
        <div className="row wrap ex">
          {shown.map((row) => (
            <span key={row.row} className="rowx">
              <span className="mute">row {count(row.row)}</span>
              <code>{row.value || '(empty)'}</code>
            </span>
          ))}
          {group.rows.length > shown.length && (
            <button type="button" className="as-text link small" onClick={() => setAll(true)}>
              {count(group.rows.length - shown.length)} more
            </button>
          )}
        </div>
        {group.advice && <span className="small soft">{group.advice}</span>}
        {group.needsCountry && file && (
          <ReadAs rows={group.rows.length} onRead={(country) => void upload.send(file, country)} busy={upload.busy} />
        )}
      </div>
    </div>
  )
}

function ReadAs({ rows, onRead, busy }: { rows: number; onRead(country: string): void; busy: boolean }) {
  const [country, setCountry] = useState(likelyCountry())
  return (
    <div className="row fix">
      <label className="row">
        <span className="nowrap">Read as</span>
        <select className="select w-[190px]" value={country} onChange={(event) => setCountry(event.target.value)}>
          {countries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button small busy={busy} onClick={() => onRead(country)}>
        Read {plural(rows, 'row')} again
      </Button>
    </div>
  )
}
