import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { organizationPolicy, packList } from '../../api/policy.ts'
import { queryClient } from '../../api/query-client.ts'
import { registryList } from '../../api/registries.ts'
import { api } from '../../api/session.ts'
import { Field } from '../../forms/field.tsx'
import { NumberInput } from '../../forms/number-input.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { registryWords as w } from '../../words/registries.ts'
import { shared } from '../../words/shared.ts'
import { progressWords } from './registry-status.ts'

const LAYOUTS = [
  { key: 'number', words: w.layoutNumber },
  { key: 'area_code_and_number', words: w.layoutAreaCode },
] as const
type Layout = (typeof LAYOUTS)[number]['key']
type Query = Parameters<ReturnType<typeof api>['registries']['import']>[1]

interface ImportProps {
  /** Name of the registry; empty: the operator enters it. */
  registry: string
  onClose(): void
}

export function ImportRegistry({ registry: given, onClose }: ImportProps) {
  const named = useNamedRegistries()
  const [written, setWritten] = useState<string | null>(null)
  const registry = (given || written || (named.length === 1 ? named[0] : '') || '').trim()
  const [file, setFile] = useState<File | null>(null)
  const [asOf, setAsOf] = useState('')
  const [layout, setLayout] = useState<Layout>('number')
  const [country, setCountry] = useState('')
  const [skipLines, setSkipLines] = useState<number | null>(null)
  const [acceptsSmaller, setAcceptsSmaller] = useState(false)
  const [isSending, setSending] = useState(false)
  const { faults, noting } = useFaults()
  const progress = useQuery({ ...registryList(isSending), enabled: isSending }).data?.find(
    (one) => one.registry === registry,
  )?.import
  const send = async () => {
    if (!file) return
    const query: Query = {
      registry,
      layout,
      as_of: asOf,
      ...(country.trim() === ''
        ? {}
        : { country_code: country.trim().toUpperCase() as Query['country_code'] & string }),
      ...(skipLines === null ? {} : { skip_lines: skipLines }),
      ...(acceptsSmaller ? { accept_smaller: true } : {}),
    }
    setSending(true)
    try {
      const stored = await api().registries.import(file, query)
      toast(w.imported(stored.numbers, stored.registry))
    } finally {
      setSending(false)
      await queryClient.invalidateQueries({ queryKey: ['registries'] })
    }
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.importTitle}
      verb={w.importVerb}
      scope="admin"
      whyNot={file && registry !== '' && asOf !== '' ? null : w.fileFirst}
      progress={progress ? progressWords(progress) : w.starting}
      act={noting(send)}
    >
      <p className="soft">{w.importText}</p>
      <TextField
        label={w.registry}
        help={named.length > 0 ? w.registryHelp(named.join(', ')) : w.registryFree}
        fault={faults.get('registry')}
        disabled={given !== ''}
        list="registries"
        maxLength={64}
        value={given || (written ?? registry)}
        onChange={setWritten}
      />
      <datalist id="registries">
        {named.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <Field label={w.file}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            className="w-full"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <TextField
        label={w.asOf}
        help={w.asOfHelp}
        fault={faults.get('as_of')}
        type="date"
        className="w-s"
        value={asOf}
        onChange={setAsOf}
      />
      <Field label={w.layout}>
        {(ids) => (
          <select
            {...ids}
            className="select"
            value={layout}
            onChange={({ target }) => setLayout(target.value as Layout)}
          >
            {LAYOUTS.map(({ key, words }) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={w.country}
        note={shared.optional}
        help={w.countryHelp}
        fault={faults.get('country_code')}
        className="w-s"
        maxLength={2}
        value={country}
        onChange={setCountry}
      />
      <Field label={w.skipLines} note={shared.optional} fault={faults.get('skip_lines')}>
        {(ids) => <NumberInput {...ids} min={0} max={10} value={skipLines} onChange={setSkipLines} />}
      </Field>
      <label className="row gap-2">
        <input type="checkbox" checked={acceptsSmaller} onChange={({ target }) => setAcceptsSmaller(target.checked)} />
        {w.smaller}
      </label>
    </Confirm>
  )
}

/** The registries that the calling rules require: those of the selected packs, and of the policy itself. */
function useNamedRegistries(): string[] {
  const policy = useQuery(organizationPolicy()).data?.policy
  const packs = useQuery(packList()).data?.packs ?? []
  const ofPacks = packs.filter(({ id }) => policy?.packs?.includes(id)).flatMap(({ rules }) => rules.registries ?? [])
  return [...new Set([...ofPacks, ...(policy?.registries ?? [])].map(({ id }) => id))]
}
