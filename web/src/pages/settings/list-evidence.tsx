/** What is on record for one contact list: checks against registries, and duties confirmed for its people. */
import type { Schemas } from '@outdial/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { organizationPolicy, packList } from '../../api/policy.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Field } from '../../forms/field.tsx'
import { NumberInput } from '../../forms/number-input.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { count } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Show } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'

type List = Schemas['ContactList']

const KINDS = [
  { key: 'registry' as const, label: 'Registry check' },
  { key: 'duty' as const, label: 'Duty' },
]

const proofsOf = (sourceId: string) => ({
  queryKey: ['contact-lists', sourceId, 'proofs'],
  queryFn: () => api().policies.listProofs(sourceId),
})

export function ListEvidence({ list, onClose }: { list: List; onClose(): void }) {
  const [kind, setKind] = useState<(typeof KINDS)[number]['key']>('registry')
  const Form = kind === 'registry' ? RegistryCheck : ConfirmDuty
  return (
    <Form list={list} onClose={onClose}>
      <OnRecord list={list} />
      <Segmented label="What to record" choices={KINDS} value={kind} onChange={(next) => setKind(next)} />
    </Form>
  )
}

interface FormProps {
  list: List
  onClose(): void
  children: ReactNode
}

function OnRecord({ list }: { list: List }) {
  const proofs = useQuery(proofsOf(list.source_id))
  const zone = useOrganization().time_zone
  return (
    <Show of={proofs} what="What is on record" rows={2}>
      {({ registry_checks, confirmations }) => (
        <ul className="facts">
          {registry_checks.length + confirmations.length === 0 && <li>Nothing is on record for this list yet.</li>}
          {registry_checks.map(({ registry, checked_on, numbers, author }) => (
            <li key={registry}>
              <span>
                <span className="code">{registry}</span> checked on {checked_on}: {count(numbers)} numbers, recorded by{' '}
                {author}.
              </span>
            </li>
          ))}
          {confirmations.map(({ duty_id, note, confirmed_by, confirmed_at, expires_at }) => (
            <li key={duty_id}>
              <span>
                <span className="code">{duty_id}</span> confirmed by {confirmed_by},{' '}
                {fullMoment(Date.parse(confirmed_at), zone)}
                {expires_at && `, until ${fullMoment(Date.parse(expires_at), zone)}`}
                {note && `. ${note}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Show>
  )
}

const readAgain = (list: List) => queryClient.invalidateQueries({ queryKey: ['contact-lists', list.source_id] })

function RegistryCheck({ list, onClose, children }: FormProps) {
  const policy = useQuery(organizationPolicy())
  const packs = useQuery(packList())
  const chosen = policy.data?.policy?.packs ?? []
  const named = (packs.data?.packs ?? [])
    .filter(({ id }) => chosen.includes(id))
    .flatMap(({ rules }) => rules.registries ?? [])
  const [registry, setRegistry] = useState('')
  const [day, setDay] = useState('')
  const [hash, setHash] = useState('')
  const [numbers, setNumbers] = useState<number | null>(list.total_rows)
  const { faults, noting } = useFaults()
  const ready = registry.trim() !== '' && day !== '' && hash.trim() !== '' && numbers !== null
  const record = async () => {
    const body = {
      registry: registry.trim(),
      checked_on: day,
      file_sha256: hash.trim().toLowerCase(),
      numbers: numbers ?? 0,
    }
    await api().policies.addRegistryCheck(list.source_id, body)
    await readAgain(list)
    toast('The registry check is recorded.')
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Evidence for ${list.filename}`}
      verb="Record the registry check"
      safe="Close"
      whyNot={ready ? null : 'Give registry, day, file and count first.'}
      act={noting(record)}
    >
      {children}
      <TextField
        label="Registry"
        help={
          named.length > 0
            ? `Your calling rules name: ${named.map(({ id }) => id).join(', ')}.`
            : 'Your calling rules name no registry.'
        }
        list="registries"
        fault={faults.get('registry')}
        value={registry}
        onChange={setRegistry}
      />
      <datalist id="registries">
        {named.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
      <TextField
        label="Checked on"
        type="date"
        className="w-m"
        fault={faults.get('checked_on')}
        value={day}
        onChange={setDay}
      />
      <FileHash hash={hash} onChange={setHash} fault={faults.get('file_sha256')} />
      <Field label="Numbers in that file" fault={faults.get('numbers')}>
        {(ids) => <NumberInput {...ids} min={0} value={numbers} onChange={setNumbers} />}
      </Field>
      <p className="soft">Written to the ledger as declared by your key. It cannot be changed.</p>
    </Confirm>
  )
}

interface HashProps {
  hash: string
  fault: string | undefined
  onChange(hash: string): void
}

/** The file stays on this computer: only its SHA-256 is sent. Browsers compute one on HTTPS and localhost alone. */
function FileHash({ hash, fault, onChange }: HashProps) {
  const canHash = globalThis.crypto?.subtle !== undefined
  return (
    <TextField
      label="SHA-256 of the checked file"
      help={
        canHash ? (
          <input
            type="file"
            aria-label="Checked file"
            onChange={async ({ target }) => {
              const file = target.files?.[0]
              if (file) onChange(await sha256Of(file))
            }}
          />
        ) : (
          'On this address the browser cannot compute it. Use sha256sum on the file.'
        )
      }
      fault={fault}
      maxLength={64}
      className="code"
      value={hash}
      onChange={onChange}
    />
  )
}

async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function ConfirmDuty({ list, onClose, children }: FormProps) {
  const policy = useQuery(organizationPolicy())
  const duties = policy.data?.duties ?? []
  const [duty, setDuty] = useState('')
  const [note, setNote] = useState('')
  const { faults, noting } = useFaults()
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Evidence for ${list.filename}`}
      verb="I confirm"
      safe="Close"
      whyNot={duty === '' ? 'Choose a duty first.' : null}
      act={noting(async () => {
        await api().policies.confirmListDuty(list.source_id, {
          duty_id: duty,
          ...(note.trim() ? { note: note.trim() } : {}),
        })
        await readAgain(list)
        toast('The confirmation is recorded.')
      })}
    >
      {children}
      <Field
        label="Duty"
        help={duties.length === 0 ? 'Your calling rules have no duties.' : duties.find(({ id }) => id === duty)?.text}
        fault={faults.get('duty_id')}
      >
        {(ids) => (
          <select {...ids} className="select" value={duty} onChange={({ target }) => setDuty(target.value)}>
            <option value="">Choose</option>
            {duties.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label="Where the proof is"
        note="optional"
        fault={faults.get('note')}
        maxLength={1000}
        value={note}
        onChange={setNote}
      />
      <p className="soft">
        Holds for the people on this list, for 365 days. Written to the ledger with your key’s name.
      </p>
    </Confirm>
  )
}
