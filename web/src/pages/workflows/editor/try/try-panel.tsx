import { useState } from 'react'
import type { Workflow } from '../../../../api/workflows.ts'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import type { EditorState } from '../use-editor.ts'
import { TryHere } from './try-here.tsx'
import { TryPhone } from './try-phone.tsx'

type Way = 'write' | 'speak' | 'phone'

const HELP: Record<Way, string> = {
  write: 'You write what the person says; the answer comes at once. Nobody is called, and unsaved changes count.',
  speak:
    'You speak into this computer’s microphone and hear the agent as a caller would. Nobody is called, and unsaved changes count.',
  phone: '',
}

/** Try it beside the graph: write, speak, or let it ring. */
export function TryPanel({ workflow, editor, onClose }: { workflow: Workflow; editor: EditorState; onClose(): void }) {
  const [way, setWay] = useState<Way>('write')
  const [variables, setVariables] = useState<Record<string, string>>({})
  const asked = (
    <>
      {way !== 'phone' && <p className="f soft">{HELP[way]}</p>}
      <VariableFields workflow={workflow} variables={variables} onChange={setVariables} />
    </>
  )
  return (
    <aside className="insp try" aria-label="Try it">
      <header className="row between">
        <Segmented<Way>
          label="How to try it"
          value={way}
          onChange={setWay}
          choices={[
            { key: 'write', label: 'Write' },
            { key: 'speak', label: 'Speak' },
            { key: 'phone', label: 'My phone' },
          ]}
        />
        <Button small icon="x" keys="esc" onClick={onClose}>
          Close
        </Button>
      </header>
      {way === 'phone' ? (
        <TryPhone workflow={workflow} editor={editor} variables={variables}>
          {asked}
        </TryPhone>
      ) : (
        <TryHere key={way} editor={editor} variables={variables} byVoice={way === 'speak'}>
          {asked}
        </TryHere>
      )}
    </aside>
  )
}

function VariableFields({
  workflow,
  variables,
  onChange,
}: {
  workflow: Workflow
  variables: Record<string, string>
  onChange(variables: Record<string, string>): void
}) {
  return Object.entries(workflow.template_context_variables).map(([name, fallback]) => (
    <div className="f" key={name}>
      <label className="code" htmlFor={`try-${name}`}>
        {name}
      </label>
      <input
        id={`try-${name}`}
        className="input"
        placeholder={fallback ?? 'needed'}
        value={variables[name] ?? ''}
        onChange={({ target }) => {
          const { [name]: _, ...rest } = variables
          onChange(target.value === '' ? rest : { ...rest, [name]: target.value })
        }}
      />
    </div>
  ))
}
