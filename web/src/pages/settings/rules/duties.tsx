import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../api/error-words.ts'
import type { Duty } from '../../../api/policy.ts'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { helpGroup } from '../../../components/help.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../../../ui/section.tsx'
import { shortMoment } from '../../../ui/time.ts'

/** Duties that no program can fulfil. The ledger records each confirmation with its author. */
export function Duties({ duties }: { duties: readonly Duty[] }) {
  const zone = useOrganization().time_zone
  const [asked, setAsked] = useState<Duty | null>(null)
  const [note, setNote] = useState('')
  const confirm = useMutation({
    mutationFn: async (duty: Duty) =>
      api().POST('/api/v1/organizations/policy/confirmations', {
        body: { duty_id: duty.id, ...(note.trim() ? { note: note.trim() } : {}) },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['policy'] }),
  })
  if (duties.length === 0) return null
  const open = duties.filter(({ confirmed_at }) => !confirmed_at).length
  return (
    <Section
      help={helpGroup('listEvidence')}
      title="Duties"
      count={`${duties.length - open} of ${duties.length} confirmed`}
      aside="what the program cannot do for you"
    >
      <ul className="sheet packs">
        {duties.map((duty) => (
          <li key={duty.id}>
            <span className={duty.confirmed_at ? 'ok' : 'mute'}>
              <Icon name={duty.confirmed_at ? 'check' : 'info'} />
            </span>
            <div>
              <p>{duty.text}</p>
              <p className="small mute">
                {duty.from}
                {duty.confirmed_at &&
                  `; confirmed by ${duty.confirmed_by}, ${shortMoment(Date.parse(duty.confirmed_at), zone)}${duty.note ? `: ${duty.note}` : ''}`}
              </p>
            </div>
            <Button
              small
              kind={duty.confirmed_at ? 'quiet' : 'plain'}
              aria-label={`Confirm: ${duty.text}`}
              onClick={() => {
                setNote('')
                setAsked(duty)
              }}
            >
              {duty.confirmed_at ? 'Again…' : 'Confirm…'}
            </Button>
          </li>
        ))}
      </ul>
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Confirm this duty?"
        verb="I confirm"
        act={async () => asked && confirm.mutateAsync(asked)}
      >
        <p>{asked?.text}</p>
        <label className="stack gap-1">
          <span className="strong">Where the proof is</span>
          <input className="input" value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
        </label>
        <p className="soft small">Written to the ledger with your key’s name and the time. It cannot be taken back.</p>
        {confirm.error && <p className="bad">{sentenceOf(confirm.error)}</p>}
      </Confirm>
    </Section>
  )
}
