/** Evidence for one contact list: checks against registries, and confirmed duties. */
import type { Schemas } from '@outdial/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { organizationPolicy, packList } from '../../api/policy.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { peopleText } from '../../components/campaign-words.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Field } from '../../forms/field.tsx'
import { NumberInput } from '../../forms/number-input.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { capitalized } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { contactListWords as w } from '../../words/contact-lists.ts'
import { shared } from '../../words/shared.ts'

type List = Schemas['ContactList']

const KINDS = [
  { key: 'registry' as const, label: w.registryCheck },
  { key: 'duty' as const, label: w.duty },
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
      <div className="row">
        <Segmented label={w.whatToRecord} choices={KINDS} value={kind} onChange={(next) => setKind(next)} />
      </div>
    </Form>
  )
}

interface FormProps {
  list: List
  onClose(): void
  children: ReactNode
}

/** The registries that the selected rule packs name. */
function useRegistries() {
  const chosen = useQuery(organizationPolicy()).data?.policy?.packs ?? []
  const packs = useQuery(packList()).data?.packs ?? []
  return packs.filter(({ id }) => chosen.includes(id)).flatMap(({ rules }) => rules.registries ?? [])
}

/** Number of days since a date (`2026-11-16`), for the maximum age that a rule accepts. */
export const ageInDays = (day: string, nowMs: number): number =>
  Math.floor((nowMs - Date.parse(`${day}T00:00:00Z`)) / 86_400_000)

function OnRecord({ list }: { list: List }) {
  const proofs = useQuery(proofsOf(list.source_id))
  const duties = useQuery(organizationPolicy()).data?.duties ?? []
  const registries = useRegistries()
  const zone = useOrganization().time_zone
  const moment = (at: string) => fullMoment(Date.parse(at), zone)
  return (
    <QueryContent of={proofs} what={w.onRecord} rows={2}>
      {({ registry_checks, confirmations }) => (
        <ul className="facts plain">
          {registry_checks.length + confirmations.length === 0 && <li>{w.nothingOnRecord}</li>}
          {registry_checks.map(({ registry, checked_on, numbers, author }) => {
            const rule = registries.find(({ id }) => id === registry)
            const isOld = rule !== undefined && ageInDays(checked_on, Date.now()) > rule.max_age_days
            return (
              <li key={registry}>
                <b className="strong">{capitalized(rule?.name ?? registry)}</b> {w.checked(checked_on, numbers, author)}{' '}
                {isOld && <b className="strong">{w.tooOld(rule.max_age_days)}</b>}
              </li>
            )
          })}
          {confirmations.map(({ duty_id, note, confirmed_by, confirmed_at, expires_at }) => (
            <li key={duty_id}>
              <b className="strong">{duties.find(({ id }) => id === duty_id)?.text ?? duty_id}</b>{' '}
              {w.confirmed(confirmed_by, moment(confirmed_at))}
              {Date.parse(expires_at) > Date.now() ? w.until(moment(expires_at)) : w.ended(moment(expires_at))}.
              {note && ` ${note}`}
            </li>
          ))}
        </ul>
      )}
    </QueryContent>
  )
}

const readAgain = (list: List) => queryClient.invalidateQueries({ queryKey: ['contact-lists', list.source_id] })

function RegistryCheck({ list, onClose, children }: FormProps) {
  const named = useRegistries()
  const [written, setRegistry] = useState<string | null>(null)
  const registry = (written ?? (named.length === 1 ? named[0]?.id : undefined) ?? '').trim()
  const [day, setDay] = useState('')
  const [hash, setHash] = useState('')
  // Not prefilled: the operator declares this number to the ledger, so it has to be looked up.
  const [numbers, setNumbers] = useState<number | null>(null)
  const { faults, noting } = useFaults()
  const isComplete = registry !== '' && day !== '' && hash.trim() !== '' && numbers !== null
  const record = async () => {
    const body = { registry, checked_on: day, file_sha256: hash.trim().toLowerCase(), numbers: numbers ?? 0 }
    await api().policies.addRegistryCheck(list.source_id, body)
    await readAgain(list)
    toast(w.recordedCheck)
    setDay('')
    setHash('')
    setNumbers(null)
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.evidenceTitle(list.filename)}
      verb={w.recordCheck}
      safe={shared.close}
      scope="admin"
      keepOpen
      whyNot={isComplete ? null : w.giveFirst}
      act={noting(record)}
    >
      {children}
      <TextField
        label={w.registry}
        help={named.length > 0 ? w.registriesNamed(named.map(({ id }) => id).join(', ')) : w.noRegistry}
        list="registries"
        fault={faults.get('registry')}
        value={written ?? registry}
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
        label={w.checkedOn}
        type="date"
        className="w-m"
        fault={faults.get('checked_on')}
        value={day}
        onChange={setDay}
      />
      <FileHash hash={hash} onChange={setHash} fault={faults.get('file_sha256')} />
      <Field label={w.numbers} help={w.numbersHelp(peopleText(list.total_rows))} fault={faults.get('numbers')}>
        {(ids) => <NumberInput {...ids} min={0} value={numbers} onChange={setNumbers} />}
      </Field>
      <p className="soft">{w.declared}</p>
    </Confirm>
  )
}

interface HashProps {
  hash: string
  fault: string | undefined
  onChange(hash: string): void
}

/** Computes the SHA-256 of a file, which stays on this computer. Browsers support this only on HTTPS and localhost. */
function FileHash({ hash, fault, onChange }: HashProps) {
  const canHash = globalThis.crypto?.subtle !== undefined
  const [unreadable, setUnreadable] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setUnreadable(false)
    onChange('')
    try {
      onChange(await sha256Of(file))
    } catch {
      setUnreadable(true)
    }
  }
  return (
    <>
      {canHash && (
        <Field label={w.file} help={w.fileHelp} fault={unreadable ? w.unreadableFile : undefined}>
          {(ids) => <input {...ids} type="file" onChange={({ target }) => void take(target.files?.[0])} />}
        </Field>
      )}
      <TextField
        label={w.hash}
        help={canHash ? undefined : w.cannotHash}
        fault={fault}
        maxLength={64}
        className="code"
        value={hash}
        onChange={onChange}
      />
    </>
  )
}

async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function ConfirmDuty({ list, onClose, children }: FormProps) {
  const duties = useQuery(organizationPolicy()).data?.duties ?? []
  const [duty, setDuty] = useState('')
  const [note, setNote] = useState('')
  const { faults, noting } = useFaults()
  const confirm = async () => {
    const body = { duty_id: duty, ...(note.trim() ? { note: note.trim() } : {}) }
    await api().policies.confirmListDuty(list.source_id, body)
    await readAgain(list)
    toast(w.recordedDuty)
    setDuty('')
    setNote('')
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.evidenceTitle(list.filename)}
      verb={w.iConfirm}
      safe={shared.close}
      scope="admin"
      keepOpen
      whyNot={duty === '' ? w.chooseDuty : null}
      act={noting(confirm)}
    >
      {children}
      <Field
        label={w.duty}
        help={duties.length === 0 ? w.noDuties : duties.find(({ id }) => id === duty)?.text}
        fault={faults.get('duty_id')}
      >
        {(ids) => (
          <select {...ids} className="select" value={duty} onChange={({ target }) => setDuty(target.value)}>
            <option value="">{w.choose}</option>
            {duties.map(({ id, text }) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={w.proof}
        note={shared.optional}
        fault={faults.get('note')}
        maxLength={1000}
        value={note}
        onChange={setNote}
      />
      <p className="soft">{w.holds}</p>
    </Confirm>
  )
}
