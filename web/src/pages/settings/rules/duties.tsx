import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dutyWords, sentenceOf } from '../../../api/error-words.ts'
import type { Duty } from '../../../api/policy.ts'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { helpGroup } from '../../../components/help.ts'
import { DutyText } from '../../../components/open-duties.tsx'
import { useOrganization } from '../../../components/use-organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../../../ui/section.tsx'
import { shortMoment } from '../../../ui/time.ts'
import { callingRuleWords } from '../../../words/calling-rules.ts'

const { duties: w } = callingRuleWords

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
      title={w.title}
      count={w.confirmed(duties.length - open, duties.length)}
      aside={w.aside}
    >
      <ul className="sheet packs">
        {duties.map((duty) => (
          <li key={duty.id}>
            <span className={duty.confirmed_at ? 'ok' : 'mute'}>
              <Icon name={duty.confirmed_at ? 'check' : 'info'} />
            </span>
            <div>
              <DutyText id={duty.id} text={duty.text} />
              <p className="small mute">
                {duty.from}
                {duty.confirmed_at &&
                  w.confirmedBy(duty.confirmed_by ?? '', shortMoment(Date.parse(duty.confirmed_at), zone), duty.note)}
              </p>
            </div>
            <Button
              small
              kind={duty.confirmed_at ? 'quiet' : 'plain'}
              aria-label={w.confirmNamed(dutyWords(duty.id) ?? duty.text)}
              onClick={() => {
                setNote('')
                setAsked(duty)
              }}
            >
              {duty.confirmed_at ? w.again : w.confirm}
            </Button>
          </li>
        ))}
      </ul>
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={w.confirmTitle}
        verb={w.confirmVerb}
        act={async () => asked && confirm.mutateAsync(asked)}
      >
        {asked && <DutyText id={asked.id} text={asked.text} />}
        <label className="stack gap-1">
          <span className="strong">{w.proof}</span>
          <input className="input" value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
        </label>
        <p className="soft small">{w.text}</p>
        {confirm.error && <p className="bad">{sentenceOf(confirm.error)}</p>}
      </Confirm>
    </Section>
  )
}
