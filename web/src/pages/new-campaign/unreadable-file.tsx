import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import { CountrySelect } from './country-select.tsx'
import type { UploadFault } from './upload-fault.ts'
import type { Upload } from './use-upload.ts'

/** A file that the server could not read, with options that usually fix it. */
export function UnreadableFile({ fault, upload }: { fault: UploadFault; upload: Upload }) {
  const [phoneColumn, setPhoneColumn] = useState(fault.reading.phoneColumn ?? '')
  const [countryCode, setCountryCode] = useState(fault.reading.countryCode ?? '')
  const [sheet, setSheet] = useState(fault.sheets[0] ?? '')
  const again = () =>
    void upload.send(fault.file, {
      ...fault.reading,
      ...(phoneColumn ? { phoneColumn } : {}),
      ...(countryCode ? { countryCode } : {}),
      ...(sheet ? { sheet } : {}),
    })
  return (
    <div role="alert">
      <Note tone="bad" title={w.notRead}>
        {fault.text}
        {fault.sheets.length > 0 && (
          <div className="row wrap mt-2">
            <label className="row max-md:flex-wrap">
              <span className="nowrap">{w.inSheet}</span>
              <select className="select" value={sheet} onChange={({ target }) => setSheet(target.value)}>
                {fault.sheets.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
            <Button small kind="primary" busy={upload.busy} onClick={again}>
              {w.readSheet}
            </Button>
          </div>
        )}
        {fault.columns.length > 0 && (
          <div className="row wrap mt-2">
            <label className="row max-md:flex-wrap">
              <span className="nowrap">{w.numbersIn}</span>
              <select className="select" value={phoneColumn} onChange={({ target }) => setPhoneColumn(target.value)}>
                <option value="">{w.foundByName}</option>
                {fault.columns.map((column) => (
                  <option key={column}>{column}</option>
                ))}
              </select>
            </label>
            <CountrySelect value={countryCode} onChange={setCountryCode} />
            <Button small kind="primary" busy={upload.busy} onClick={again}>
              {w.readAgain}
            </Button>
          </div>
        )}
      </Note>
    </div>
  )
}
