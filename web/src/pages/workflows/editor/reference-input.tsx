/** Inputs for references to resources of the organization: chosen by name, stored by id. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { documentList, recordingList } from '../../../api/knowledge.ts'
import { credentialList, toolList } from '../../../api/tools.ts'
import { paths } from '../../../paths.ts'
import { QueryContent } from '../../../ui/states.tsx'
import { workflowWords } from '../../../words/workflows.ts'

const w = workflowWords.references

interface Choice {
  id: string
  name: string
}

type Kind = 'recording_ref' | 'credential_ref' | 'document_refs' | 'tool_refs'

const WHAT: Record<Kind, { words: string; none: string; page: string }> = {
  recording_ref: { words: w.recordings, none: w.noRecording, page: 'recordings' },
  credential_ref: { words: w.credentials, none: w.noCredential, page: 'tools' },
  document_refs: { words: w.documents, none: w.noDocument, page: 'documents' },
  tool_refs: { words: w.tools, none: w.noTool, page: 'tools' },
}

export const isReference = (type: string): type is Kind => type in WHAT

interface ReferenceProps {
  kind: Kind
  label: string
  value: unknown
  onChange(value: unknown): void
  common: { id: string }
}

export function ReferenceInput({ kind, ...props }: ReferenceProps) {
  const choices = useChoices(kind)
  return (
    <QueryContent of={choices} what={WHAT[kind].words} rows={1}>
      {(all) => (
        <>
          {kind.endsWith('_refs') ? <Several {...props} choices={all} /> : <OneOf {...props} choices={all} />}
          {all.length === 0 && (
            <p className="small mute">
              {WHAT[kind].none}{' '}
              <Link className="link" to={paths.settingsPage(WHAT[kind].page)}>
                {w.settings}
              </Link>
            </p>
          )}
        </>
      )}
    </QueryContent>
  )
}

function useChoices(kind: Kind) {
  const recordings = useQuery({
    ...recordingList(),
    enabled: kind === 'recording_ref',
    select: (all): Choice[] => all.map(({ recording_id, metadata }) => ({ id: recording_id, name: metadata.name })),
  })
  const credentials = useQuery({
    ...credentialList(),
    enabled: kind === 'credential_ref',
    select: (all): Choice[] => all.map(({ uuid, name }) => ({ id: uuid, name })),
  })
  const documents = useQuery({
    ...documentList(),
    enabled: kind === 'document_refs',
    select: (all): Choice[] => all.map(({ document_uuid, filename }) => ({ id: document_uuid, name: filename })),
  })
  const tools = useQuery({
    ...toolList(),
    enabled: kind === 'tool_refs',
    select: (all): Choice[] =>
      all.filter(({ status }) => status === 'active').map(({ tool_uuid, name }) => ({ id: tool_uuid, name })),
  })
  const all = { recording_ref: recordings, credential_ref: credentials, document_refs: documents, tool_refs: tools }
  return all[kind]
}

type PickProps = Omit<ReferenceProps, 'kind'> & { choices: readonly Choice[] }

/** References to deleted resources stay visible, because dropping them unnoticed would change what the step does. */
const goneFrom = (choices: readonly Choice[], ids: readonly string[]): Choice[] =>
  ids.filter((id) => !choices.some((one) => one.id === id)).map((id) => ({ id, name: w.gone(id) }))

function OneOf({ value, onChange, choices, common }: PickProps) {
  const chosen = typeof value === 'string' ? value : ''
  return (
    <select
      {...common}
      className="select"
      value={chosen}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{workflowWords.notSet}</option>
      {[...choices, ...goneFrom(choices, chosen ? [chosen] : [])].map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

function Several({ label, value, onChange, choices, common }: PickProps) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  const put = (ids: string[]) => onChange(ids.length > 0 ? ids : undefined)
  return (
    <fieldset className="stack m-0 gap-1 border-0 p-0" id={common.id} aria-label={label}>
      {[...choices, ...goneFrom(choices, chosen)].map(({ id, name }) => (
        <label key={id} className="row">
          <input
            type="checkbox"
            className="check"
            checked={chosen.includes(id)}
            onChange={({ target }) => put(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          <span className="break-all">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
