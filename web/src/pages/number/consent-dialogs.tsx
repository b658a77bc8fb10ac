/** Dialogs for consents recorded by hand: given or revoked, when, and the evidence. */
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Field } from '../../forms/field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { phone } from '../../ui/format.ts'
import { dateOfWallClock, endOfDay, fullMoment, zoneName } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { numberWords as w } from '../../words/number.ts'
import { shared } from '../../words/shared.ts'
import { CONSENT_KINDS, type ConsentKind } from './consent-words.ts'
import { laterRevocation } from './number-verdict.ts'

interface ConsentProps {
  /** Number in international form. */
  number: string
  onClose(): void
}

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['number'] })

export function RecordConsent({ number, onClose }: ConsentProps) {
  const zone = useOrganization().time_zone
  const [kind, setKind] = useState<ConsentKind | ''>('')
  const [given, setGiven] = useState('')
  const [source, setSource] = useState('')
  const [proof, setProof] = useState('')
  const [until, setUntil] = useState('')
  const { faults, noting } = useFaults()
  const record = async () => {
    if (kind === '') return
    const { data } = await api().POST('/api/v1/consents', {
      body: {
        phone_number: number,
        kind,
        given_at: dateOfWallClock(given, zone).toISOString(),
        source: source.trim(),
        ...(proof.trim() ? { proof: proof.trim() } : {}),
        ...(until ? { expires_at: endOfDay(until, zone).toISOString() } : {}),
      },
    })
    await readAgain()
    const revokedAt = laterRevocation(data!.consents, dateOfWallClock(given, zone).getTime())
    if (revokedAt === null) return toast(w.recorded)
    toast(w.recordedWithout(fullMoment(revokedAt, zone)), { tone: 'fault' })
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.recordTitle(phone(number))}
      verb={w.recordVerb}
      whyNot={kind === '' || given === '' || source.trim() === '' ? w.needed : null}
      act={noting(record)}
    >
      <p className="soft">{w.onlyReal}</p>
      <Field label={w.kind} fault={faults.get('kind')}>
        {(ids) => (
          <select
            {...ids}
            className="select"
            value={kind}
            onChange={({ target }) => setKind(target.value as ConsentKind | '')}
          >
            <option value="">{w.choose}</option>
            {Object.entries(CONSENT_KINDS).map(([key, words]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={w.givenAt}
        help={w.givenHelp(zoneName(zone))}
        fault={faults.get('given_at')}
        type="datetime-local"
        className="w-m"
        value={given}
        onChange={setGiven}
      />
      <TextField
        label={w.source}
        help={w.sourceHelp}
        fault={faults.get('source')}
        maxLength={255}
        value={source}
        onChange={setSource}
      />
      <TextField
        label={w.proofLabel}
        note={shared.optional}
        help={w.proofHelp}
        fault={faults.get('proof')}
        maxLength={2000}
        value={proof}
        onChange={setProof}
      />
      <TextField
        label={w.endsOn}
        note={shared.optional}
        fault={faults.get('expires_at')}
        type="date"
        className="w-s"
        value={until}
        onChange={setUntil}
      />
    </Confirm>
  )
}

export function RevokeConsents({ number, onClose }: ConsentProps) {
  const [source, setSource] = useState('')
  const { faults, noting } = useFaults()
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.revokeTitle(phone(number))}
      verb={w.revokeVerb}
      kind="danger"
      whyNot={source.trim() === '' ? w.sayHow : null}
      act={noting(async () => {
        await api().POST('/api/v1/consents/revoke', { body: { phone_number: number, source: source.trim() } })
        await readAgain()
        toast(w.revoked)
      })}
    >
      <TextField
        label={w.source}
        help={w.revokeHelp}
        fault={faults.get('source')}
        maxLength={255}
        value={source}
        onChange={setSource}
      />
      <p className="soft">{w.revokeEffect}</p>
    </Confirm>
  )
}
