import { useState } from 'react'
import type { Workflow } from '../../../../api/workflows.ts'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { tryWords as w } from '../../../../words/try.ts'
import type { EditorState } from '../use-editor.ts'
import { TryHere } from './try-here.tsx'
import { TryPhone } from './try-phone.tsx'
import type { TrialMode } from './use-trial.ts'
import { useWhoAnswers, WhoAnswers } from './who-answers.tsx'

type Place = 'here' | 'phone' | 'write'

const BY_TEXT: TrialMode = { by: 'text' }

/** Tries the workflow next to the graph: by voice, on a phone, or by text. */
export function TryPanel({ workflow, editor, onClose }: { workflow: Workflow; editor: EditorState; onClose(): void }) {
  const [place, setPlace] = useState<Place>('here')
  const [variables, setVariables] = useState<Record<string, string>>({})
  const who = useWhoAnswers()
  const fields = <VariableFields workflow={workflow} variables={variables} onChange={setVariables} />
  const trying = { definition: editor.definition, onPath: editor.setPath, variables }
  return (
    <aside className="insp try" aria-label={w.title}>
      <header className="row between">
        <Segmented<Place>
          label={w.how}
          value={place}
          onChange={setPlace}
          choices={[
            { key: 'here', label: w.here },
            { key: 'phone', label: w.phone },
            { key: 'write', label: w.write },
          ]}
        />
        <Button small icon="x" keys="esc" onClick={onClose}>
          {w.close}
        </Button>
      </header>
      {place === 'phone' && (
        <TryPhone workflow={workflow} editor={editor} variables={variables}>
          {fields}
        </TryPhone>
      )}
      {place === 'write' && (
        <TryHere {...trying} way={BY_TEXT} top={<p className="f soft">{w.byText}</p>}>
          {fields}
        </TryHere>
      )}
      {place === 'here' && (
        <TryHere key={who.person} {...trying} way={who.way} top={<WhoAnswers {...who} />}>
          {fields}
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
        placeholder={fallback ?? w.needed}
        value={variables[name] ?? ''}
        onChange={({ target }) => {
          const { [name]: _, ...rest } = variables
          onChange(target.value === '' ? rest : { ...rest, [name]: target.value })
        }}
      />
    </div>
  ))
}
