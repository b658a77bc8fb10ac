import type { ListPreview } from '../../api/contact-lists.ts'
import { serverSentence } from '../../api/error-words.ts'
import { download } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { locale } from '../../words/language.ts'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import { CountrySelect } from './country-select.tsx'
import type { Draft } from './draft.ts'
import type { Upload } from './use-upload.ts'

type Rejection = ListPreview['rejections'][number]

interface RejectedProps {
  draft: Draft
  upload: Upload
  preview: ListPreview
}

/** Rejected rows grouped by reason over the whole file, with spreadsheet row numbers, and a fix if there is one. */
export function RejectedRows({ draft, upload, preview }: RejectedProps) {
  const save = () =>
    download(`/api/v1/contact-lists/${encodeURIComponent(preview.source_id)}/rejected`, `rejected-${preview.filename}`)
  return (
    <Section
      help={helpGroup('numbers')}
      id="rejected"
      title={w.rowsUnread(preview.rejected_rows)}
      aside={
        <button type="button" className="as-text link" onClick={save}>
          {w.downloadReasons}
        </button>
      }
    >
      <div className="sheet rej">
        {preview.rejections.map((group) => (
          <Group key={`${group.code}${group.message}`} group={group} upload={upload} draft={draft} />
        ))}
      </div>
    </Section>
  )
}

const TITLES: Record<string, string> = w.reasons

function Group({ group, upload, draft }: { group: Rejection; upload: Upload; draft: Draft }) {
  const read = (countryCode: string) => countryCode && void upload.readAgain({ ...draft.reading, countryCode })
  const [likely] = group.readable_as
  return (
    <div className="rg">
      <div className="rn">{count(group.count)}</div>
      <div className="stack gap-1.5">
        <div>
          {TITLES[group.code] && <span className="strong">{TITLES[group.code]}. </span>}
          <span className="soft">{serverSentence(group.message)}</span>
        </div>
        <div className="row wrap ex">
          {group.examples.map((row) => (
            <span key={row.row} className="rowx">
              <span className="mute">{w.row(count(row.row))}</span>
              <code>{row.value || w.emptyValue}</code>
            </span>
          ))}
          {group.count > group.examples.length && (
            <span className="small mute">{w.moreInDownload(count(group.count - group.examples.length))}</span>
          )}
        </div>
        {group.code === 'country_unknown' && draft.file && (
          <div className="row wrap fix">
            {likely && (
              <Button small kind="primary" busy={upload.busy} onClick={() => read(likely.country_code)}>
                {w.readAs(new Intl.DisplayNames(locale, { type: 'region' }).of(likely.country_code) ?? '')}
              </Button>
            )}
            <CountrySelect value={draft.reading.countryCode ?? ''} onChange={read} />
          </div>
        )}
      </div>
    </div>
  )
}
