/**
 * Duties that no program can check, shown before a campaign starts or continues. Each is accepted separately; the ledger records
 * by whom.
 */
import { useState } from 'react'
import { dutyWords } from '../api/error-words.ts'
import type { StartCheck } from '../api/explain.ts'
import { campaignWords as w } from '../words/campaign.ts'

export interface Duties {
  open: StartCheck['open_duties']
  /** Ids of all duties, for the request. */
  ids: string[]
  accepted: ReadonlySet<string>
  accept(id: string, is: boolean): void
  /** Why the campaign cannot start yet; null: each duty is accepted. */
  whyNot: string | null
}

export function useDuties(check: Pick<StartCheck, 'open_duties'> | undefined): Duties {
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const open = check?.open_duties ?? []
  const unaccepted = open.filter(({ id }) => !accepted.has(id)).length
  return {
    open,
    ids: open.map(({ id }) => id),
    accepted,
    accept: (id, is) =>
      setAccepted((before) => new Set(is ? [...before, id] : [...before].filter((one) => one !== id))),
    whyNot: unaccepted > 0 ? w.confirmEach : null,
  }
}

/** The text of a duty. Beside a translation stands the English text, which is the one that is confirmed. */
export function DutyText({ id, text }: { id: string; text: string }) {
  const words = dutyWords(id)
  if (words === null) return <span>{text}</span>
  return (
    <span>
      {words}
      <span className="small mute block" lang="en">
        {text}
      </span>
    </span>
  )
}

export function OpenDuties({ duties: { open, accepted, accept } }: { duties: Duties }) {
  if (open.length === 0) return null
  return (
    <fieldset className="stack gap-2">
      <legend className="strong">{w.confirmBefore}</legend>
      {open.map(({ id, text }) => (
        <label key={id} className="row items-start">
          <input type="checkbox" checked={accepted.has(id)} onChange={({ target }) => accept(id, target.checked)} />
          <DutyText id={id} text={text} />
        </label>
      ))}
      <p className="small mute">{w.ledgerRecords}</p>
    </fieldset>
  )
}
