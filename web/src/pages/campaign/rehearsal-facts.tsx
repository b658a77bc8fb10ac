/** The rehearsal: what the agent would say wrongly to people of this list, shown before it calls them. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Campaign } from '../../api/campaigns.ts'
import { campaignRehearsal, type Rehearsal, startRehearsal } from '../../api/rehearsal.ts'
import { ActionError } from '../../forms/action-error.tsx'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { rehearsalWords as w } from '../../words/rehearsal.ts'

/** Lists up to this length are rehearsed automatically; longer ones at the press of a button. */
const ROWS_WITHOUT_ASKING_MAX = 20_000
/** Number of findings shown in the dialog, most harmful first. */
const FINDINGS_SHOWN = 5
const ROWS_SHOWN = 2

/** Starts a rehearsal when first shown, if there is no result for this list and workflow. */
export function RehearsalFacts({ campaign }: { campaign: Pick<Campaign, 'id' | 'total_rows'> }) {
  const { data, error } = useQuery(campaignRehearsal(campaign.id))
  const start = useMutation({ mutationFn: () => startRehearsal(campaign.id) })
  const isWanted = data === null || data?.outdated === true
  const isSmall = campaign.total_rows <= ROWS_WITHOUT_ASKING_MAX
  const begins = isWanted && isSmall && start.isIdle
  const { mutate } = start
  useEffect(() => {
    if (begins) mutate()
  }, [begins, mutate])
  const act = (words: string) => (
    <Button small busy={start.isPending} onClick={() => mutate()}>
      {words}
    </Button>
  )
  return (
    <>
      <ActionError title={w.notRead} of={start.error ?? error} />
      {data === null && !isSmall && <Note acts={act(w.rehearse)}>{w.what}</Note>}
      {data && <Result rehearsal={data} again={act(w.again)} />}
    </>
  )
}

function Result({ rehearsal, again }: { rehearsal: Rehearsal; again: ReactNode }) {
  const { state, rows, rows_done, odd_rows, outdated } = rehearsal
  if (state === 'running') return <Note tone="live" title={w.running(count(rows_done), count(rows))} />
  if (state !== 'ended') return <Note tone="warn" title={w.notEnded} acts={again} />
  return (
    <Note
      tone={odd_rows > 0 ? 'warn' : 'good'}
      title={odd_rows > 0 ? w.odd(odd_rows) : w.nothingOdd(rows)}
      acts={outdated ? again : undefined}
    >
      {outdated && <p>{w.outdated}</p>}
      <Findings rehearsal={rehearsal} />
    </Note>
  )
}

/** Default values are not repeated here: the start check names each of them. */
function Findings({ rehearsal: { findings } }: { rehearsal: Rehearsal }) {
  const odd = findings.filter(({ kind }) => kind !== 'default')
  const left = odd.length - FINDINGS_SHOWN
  return (
    <>
      {odd.length > 0 && (
        <ul>
          {odd.slice(0, FINDINGS_SHOWN).map(({ kind, column, rows, examples }) => (
            <li key={`${kind} ${column}`}>
              <b className="strong">
                {column}: {w.kinds[kind]}
              </b>
              {examples.slice(0, ROWS_SHOWN).map(({ contact_id, row, value, said }) => (
                <div key={contact_id} className="small">
                  {w.row(row)}: {said === null ? value : w.said(said)}
                </div>
              ))}
              {rows > ROWS_SHOWN && <div className="small mute">{w.others(rows - ROWS_SHOWN)}</div>}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p className="small mute">{w.otherFindings(left)}</p>}
    </>
  )
}
