import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { helpGroup } from '../../../components/help.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { TextField } from '../../../forms/text-field.tsx'
import { useFaults } from '../../../forms/use-faults.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { count } from '../../../ui/format.ts'
import { Section } from '../../../ui/section.tsx'
import { QueryContent } from '../../../ui/states.tsx'
import { shortMoment, utcTitle } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { retentionWords as w } from '../../../words/retention.ts'

const erasures = () =>
  queryOptions({
    queryKey: ['erasures'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/erasures', { signal })).data!.erasures,
  })

/** Counts as text: "2 contacts, 3 calls". */
const countWords = (counts: Record<string, unknown>): string =>
  Object.entries(counts)
    .filter(([, number]) => Number(number) > 0)
    .map(([name, number]) => `${count(Number(number))} ${name.replaceAll('_', ' ')}`)
    .join(', ') || w.nothingThere

/** Erases one person everywhere. The erasure does not store who it was. */
export function Erasures() {
  const query = useQuery(erasures())
  const zone = useOrganization().time_zone
  const [asking, setAsking] = useState(false)
  return (
    <Section
      help={helpGroup('retention')}
      title={w.erased}
      count={query.data && count(query.data.length)}
      aside={
        <Button small kind="danger" onClick={() => setAsking(true)}>
          {w.erase}
        </Button>
      }
    >
      <QueryContent of={query} what={w.whoErased}>
        {(all) =>
          all.length === 0 ? (
            <p className="soft">{w.noErasures}</p>
          ) : (
            <ul className="sheet packs erasures">
              {all.map(({ id, at, author, reason, counts, finished }) => (
                <li key={id}>
                  <div>
                    <p>{countWords(counts)}</p>
                    {!finished && <p className="small">{w.unfinished}</p>}
                    <p className="small mute">
                      {author}
                      {reason ? `: ${reason}` : ''}
                    </p>
                  </div>
                  <span className="small mute" title={utcTitle(Date.parse(at))}>
                    {shortMoment(Date.parse(at), zone)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
      {asking && <ErasePerson onClose={() => setAsking(false)} />}
    </Section>
  )
}

function ErasePerson({ onClose }: { onClose(): void }) {
  const [number, setNumber] = useState('')
  const [reason, setReason] = useState('')
  const [never, setNever] = useState(true)
  const { faults, noting } = useFaults()
  const erase = async () => {
    const phone_number = number.trim()
    // Done first, so that no later list adds the person again.
    if (never) await api().POST('/api/v1/suppressions', { body: { phone_number, reason: 'erased on request' } })
    const { data } = await api().POST('/api/v1/erasures', {
      body: { phone_number, ...(reason.trim() ? { reason: reason.trim() } : {}) },
    })
    await queryClient.invalidateQueries()
    toast(data!.finished ? w.done(countWords(data!.counts)) : w.unfinished)
  }
  return (
    <Confirm open onClose={onClose} title={w.eraseTitle} verb={w.eraseVerb} kind="danger fill" act={noting(erase)}>
      <TextField
        label={w.number}
        fault={faults.get('phone_number')}
        type="tel"
        placeholder="+44 7700 900142"
        value={number}
        onChange={setNumber}
      />
      <TextField
        label={w.why}
        note={w.optional}
        help={w.whyHelp}
        fault={faults.get('reason')}
        maxLength={200}
        value={reason}
        onChange={setReason}
      />
      <label className="row">
        <input type="checkbox" checked={never} onChange={({ target }) => setNever(target.checked)} />
        {w.keepOnList}
      </label>
      <p className="soft small">{w.eraseText}</p>
    </Confirm>
  )
}
