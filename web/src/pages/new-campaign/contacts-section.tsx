import type { Schemas } from '@outdial/sdk'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useRef } from 'react'
import { contactLists, type ListPreview as Preview } from '../../api/contact-lists.ts'
import { helpGroup } from '../../components/help.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section, Sheet } from '../../ui/section.tsx'
import { zoneName } from '../../ui/time.ts'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import type { ContactList, Draft } from './draft.ts'
import { ListPreview } from './list-preview.tsx'
import { MissingVariables } from './missing-variables.tsx'
import { RejectedRows } from './rejected-rows.tsx'
import { UnreadableFile } from './unreadable-file.tsx'
import type { Upload } from './use-upload.ts'

export interface SectionProps {
  draft: Draft
  change(part: Partial<Draft>): void
}

interface WhoProps extends SectionProps {
  upload: Upload
  preview: Preview | undefined
  /** The columns of the previous reading while the new one is being loaded: only for display, never for checks. */
  shown: Preview | undefined
}

export function ContactsSection({ draft, change, upload, preview, shown }: WhoProps) {
  const picker = useRef<HTMLInputElement>(null)
  const pick = () => picker.current?.click()
  const { list } = draft
  return (
    <>
      <Section
        help={helpGroup('listFile')}
        id="who"
        className="step-sec"
        title={w.whoIsCalled}
        aside={<span className="wide-only">{list ? w.dropAnother : w.atLeastNumbers}</span>}
      >
        <input
          ref={picker}
          type="file"
          className="vh"
          tabIndex={-1}
          accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
          aria-label={w.listFile}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void upload.send(file)
          }}
        />
        {upload.fault && <UnreadableFile key={upload.fault.text} fault={upload.fault} upload={upload} />}
        {list ? (
          <ListSheet list={list} draft={draft} onReplace={pick} upload={upload} preview={preview} />
        ) : (
          <NoList onPick={pick} busy={upload.busy} change={change} draft={draft} />
        )}
        {preview && <MissingVariables draft={draft} change={change} upload={upload} preview={preview} />}
        {shown && <ListPreview preview={shown} isOld={shown !== preview} draft={draft} upload={upload} />}
      </Section>
      {preview && preview.rejected_rows > 0 && <RejectedRows draft={draft} upload={upload} preview={preview} />}
    </>
  )
}

function NoList({ onPick, busy, change, draft }: { onPick(): void; busy: boolean } & SectionProps) {
  const lists = useQuery(contactLists()).data ?? []
  return (
    <div className="sheet empty">
      <h3 className="strong">
        {busy ? (
          w.reading
        ) : (
          <>
            <span className="wide-only">{w.dropHere}</span>
            <span className="phone-only">{w.chooseCsv}</span>
          </>
        )}
      </h3>
      <p>{w.aboutRows}</p>
      <div className="row wrap">
        <Button kind="primary" icon="upload" busy={busy} onClick={onPick}>
          {w.chooseFile}
        </Button>
        {lists.length > 0 && (
          <select
            className="select w-[260px]"
            aria-label={w.useListHere}
            value=""
            onChange={(event) => {
              const chosen = lists.find((one) => one.source_id === event.target.value)
              if (chosen)
                change({
                  list: chosen,
                  file: null,
                  reading: {},
                  name: draft.name || chosen.filename.replace(/\.\w+$/, ''),
                })
            }}
          >
            <option value="">{w.orOneHere}</option>
            {lists.map((one) => (
              <option key={one.source_id} value={one.source_id}>
                {one.filename}, {w.people(one.total_rows)}
              </option>
            ))}
          </select>
        )}
      </div>
    </div>
  )
}

/** The known locations of the people on a list. */
function ZoneWords({ zones }: { zones: Schemas['ContactListZones'] }) {
  const named = zones.groups.filter(({ timezones }) => timezones.length > 0)
  if (named.length === 0 && zones.unknown_rows === 0) return null
  const words = named
    .slice(0, 3)
    .map(({ timezones, contacts }) => w.inZones(count(contacts), timezones.slice(0, 2).map(zoneName).join(w.or)))
  const rest = named.slice(3).reduce((sum, { contacts }) => sum + contacts, 0)
  if (rest > 0) words.push(w.elsewhere(count(rest)))
  if (zones.unknown_rows > 0) words.push(w.unknown(count(zones.unknown_rows)))
  return (
    <p className="row small soft zones">
      <Icon name="globe" small /> {w.timeZones(words.join(', '))}
    </p>
  )
}

interface ListSheetProps {
  list: ContactList
  draft: Draft
  onReplace(): void
  upload: Upload
  preview: Preview | undefined
}

/** Encodings that are shown because they may explain a wrong letter; UTF-8 is not shown. */
const READ_AS: Record<string, string> = w.encodings

function ListSheet({ list, draft, onReplace, upload, preview }: ListSheetProps) {
  const suppressed = preview?.suppressed_rows ?? 0
  const parts = [
    { number: list.total_rows - suppressed, label: w.willBeCalled, colour: 'var(--ink)' },
    { number: list.rejected_rows, label: w.cannotBeRead, colour: 'var(--o-failed)' },
    {
      number: list.duplicate_rows,
      label: w.duplicates(list.duplicate_rows),
      colour: 'var(--o-waiting)',
    },
    ...(suppressed > 0 ? [{ number: suppressed, label: w.doNotCall, colour: 'var(--o-suppressed)' }] : []),
  ]
  const rows = parts.reduce((sum, { number }) => sum + number, 0)
  const facts = [
    w.rows(rows),
    w.columns(list.columns.length),
    list.read_as && READ_AS[list.read_as],
    draft.reading.sheet && w.sheet(draft.reading.sheet),
    draft.reading.countryCode && w.nationalAs(draft.reading.countryCode),
  ]
  return (
    <Sheet>
      <div className="file">
        <span className="fi">
          <Icon name="file" />
        </span>
        <div className="grow">
          <div className="strong trunc">{list.filename}</div>
          <div className="small mute">{facts.filter(Boolean).join(', ')}</div>
        </div>
        <Button small icon="upload" busy={upload.busy} onClick={onReplace}>
          {w.replace}
        </Button>
      </div>
      <div className="tally">
        <div
          className="bar m"
          role="img"
          aria-label={parts.map(({ number, label }) => `${count(number)} ${label}`).join(', ')}
        >
          {parts
            .filter(({ number }) => number > 0)
            .map(({ number, label, colour }) => (
              <i key={label} style={{ '--n': number, background: colour } as CSSProperties} />
            ))}
        </div>
        <dl>
          {parts
            .filter(({ number }, index) => index === 0 || number > 0)
            .map(({ number, label }) => (
              <div key={label}>
                <dd>{count(number)}</dd>
                <dt>
                  {label === w.cannotBeRead ? (
                    <a className="link" href="#rejected">
                      {label}
                    </a>
                  ) : (
                    label
                  )}
                </dt>
              </div>
            ))}
          <div className="sum">
            <dd>{count(rows)}</dd>
            <dt>{w.rowsWord}</dt>
          </div>
        </dl>
      </div>
      {preview?.zones && <ZoneWords zones={preview.zones} />}
      {draft.file && (
        <label className="row small soft zones" title={w.extensionsHint}>
          <input
            type="checkbox"
            checked={draft.reading.allowExtensions ?? false}
            onChange={({ target }) => void upload.readAgain({ ...draft.reading, allowExtensions: target.checked })}
          />
          {w.extensions}
        </label>
      )}
    </Sheet>
  )
}
