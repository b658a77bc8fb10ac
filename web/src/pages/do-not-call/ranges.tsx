import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { type SuppressedRange, suppressedRanges } from '../../api/suppressions.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { doNotCallWords as w } from '../../words/do-not-call.ts'

/** Prefixes and whole countries that are never called. */
export function Ranges() {
  const query = useQuery(suppressedRanges())
  const ranges = query.data
  const zone = useOrganization().time_zone
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<SuppressedRange | null>(null)
  if (!ranges)
    return (
      <QueryContent of={query} what={w.ranges}>
        {() => null}
      </QueryContent>
    )
  return (
    <Section
      title={w.ranges}
      count={ranges.length}
      aside={
        <Button small icon="plus" onClick={() => setAdding(true)}>
          {w.addRange}
        </Button>
      }
    >
      {ranges.length > 0 && (
        <ul className="sheet packs">
          {ranges.map((range) => (
            <li key={range.id}>
              <span className="mute">
                <Icon name="dnc" />
              </span>
              <div>
                <p className="strong">{range.kind === 'prefix' ? w.beginWith(range.value) : w.allOf(range.value)}</p>
                <p className="small mute">
                  {w.rangeSince(range.reason, fullMoment(Date.parse(range.created_at), zone))}
                  {range.expires_at && w.rangeUntil(fullMoment(Date.parse(range.expires_at), zone))}.
                </p>
              </div>
              <Button small kind="quiet" aria-label={w.removeNamed(range.value)} onClick={() => setRemoving(range)}>
                {w.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding && <AddRange onClose={() => setAdding(false)} />}
      {removing && (
        <Confirm
          open
          onClose={() => setRemoving(null)}
          title={w.allowAgain(removing.value)}
          verb={w.removeRange}
          kind="danger fill"
          safe={w.keepIt}
          scope="admin"
          act={async () => {
            await api().DELETE('/api/v1/suppressed-ranges/{range_id}', { params: { path: { range_id: removing.id } } })
            await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
            await queryClient.invalidateQueries({ queryKey: ['number'] })
          }}
        >
          <p className="soft">{w.rangeRemoval}</p>
        </Confirm>
      )}
    </Section>
  )
}

function AddRange({ onClose }: { onClose(): void }) {
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  const { faults, noting } = useFaults()
  const isCountry = /^[a-z]{2}$/i.test(value.trim())
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.addRangeTitle}
      verb={w.addRangeVerb}
      scope="admin"
      act={noting(async () => {
        const range = isCountry ? { country_code: value.trim().toUpperCase() } : { prefix: value.trim() }
        await api().POST('/api/v1/suppressed-ranges', { body: { ...range, reason: reason.trim() } })
        await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
        await queryClient.invalidateQueries({ queryKey: ['number'] })
      })}
    >
      <TextField
        label={w.prefixOrCountry}
        help={w.prefixHelp}
        fault={faults.get('prefix') ?? faults.get('country_code')}
        value={value}
        onChange={setValue}
      />
      <TextField label={w.reason} fault={faults.get('reason')} maxLength={255} value={reason} onChange={setReason} />
      <p className="soft">{w.effect}</p>
    </Confirm>
  )
}
