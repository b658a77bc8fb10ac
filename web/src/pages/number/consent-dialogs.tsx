/** Consents recorded by hand: what a person gave or took back, when, and where that can be looked up. */
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Field } from '../../forms/field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { phone } from '../../ui/format.ts'
import { endOfDay, fullMoment, momentIn, zoneName } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { CONSENT_KINDS, type ConsentKind } from './consent-words.ts'
import { laterRevocation } from './number-verdict.ts'

interface ConsentProps {
  /** In international form. */
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
        given_at: momentIn(given, zone).toISOString(),
        source: source.trim(),
        ...(proof.trim() ? { proof: proof.trim() } : {}),
        ...(until ? { expires_at: endOfDay(until, zone).toISOString() } : {}),
      },
    })
    await readAgain()
    const revokedAt = laterRevocation(data!.consents, momentIn(given, zone).getTime())
    if (revokedAt === null) return toast('The consent is recorded.')
    toast(
      `Recorded, but without effect: every consent was taken back later, on ${fullMoment(revokedAt, zone)}. Calls that need a consent are still not placed.`,
      { tone: 'fault' },
    )
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Record a consent of ${phone(number)}`}
      verb="Record the consent"
      whyNot={kind === '' || given === '' || source.trim() === '' ? 'Give kind, time and source first.' : null}
      act={noting(record)}
    >
      <p className="soft">
        Only what the person really gave. The record is kept in the ledger with your name and cannot be changed. Calls
        that waited for it can be placed afterwards. A consent that is older than a revocation has no effect.
      </p>
      <Field label="Kind" fault={faults.get('kind')}>
        {(ids) => (
          <select
            {...ids}
            className="select"
            value={kind}
            onChange={({ target }) => setKind(target.value as ConsentKind | '')}
          >
            <option value="">Choose</option>
            {Object.entries(CONSENT_KINDS).map(([key, words]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label="Given at"
        help={`In ${zoneName(zone)}, the time zone of your organization.`}
        fault={faults.get('given_at')}
        type="datetime-local"
        className="w-m"
        value={given}
        onChange={setGiven}
      />
      <TextField
        label="Source"
        help="Where it came from, without personal data: web form, contract, phone call."
        fault={faults.get('source')}
        maxLength={255}
        value={source}
        onChange={setSource}
      />
      <TextField
        label="Proof"
        note="optional"
        help="A reference under which the proof is found. The ledger keeps a hash of it."
        fault={faults.get('proof')}
        maxLength={2000}
        value={proof}
        onChange={setProof}
      />
      <TextField
        label="Ends on"
        note="optional"
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
      title={`${phone(number)} takes back every consent?`}
      verb="Record the revocation"
      kind="danger"
      whyNot={source.trim() === '' ? 'Say first how you know.' : null}
      act={noting(async () => {
        await api().POST('/api/v1/consents/revoke', { body: { phone_number: number, source: source.trim() } })
        await readAgain()
        toast('The revocation is recorded.')
      })}
    >
      <TextField
        label="Source"
        help="How the person said it, without personal data: letter, e-mail, phone call."
        fault={faults.get('source')}
        maxLength={255}
        value={source}
        onChange={setSource}
      />
      <p className="soft">
        From now on calls that need a consent are not placed to this number until a later consent is recorded. Other
        calls still are: to never call the number again, add it to the do-not-call list.
      </p>
    </Confirm>
  )
}
