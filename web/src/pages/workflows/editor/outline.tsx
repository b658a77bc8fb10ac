import { Icon } from '../../../ui/icon.tsx'
import { workflowWords as w } from '../../../words/workflows.ts'
import { changeStep, exitName, exitsOf, isReserved, listOf, type Step, stepName, stepText } from './definition.ts'
import { iconOf } from './step-look.ts'
import { TemplateText } from './template-text.tsx'
import type { EditorState } from './use-editor.ts'
import { VariableTextarea } from './variable-textarea.tsx'

/** The workflow as a list, for phones and screen readers. */
export function Outline({ editor, onOpen }: { editor: EditorState; onOpen?: ((stepId: string) => void) | undefined }) {
  return (
    <div className="graph-outline">
      {editor.definition.nodes.map((step) => (
        <OutlineStep key={step.id} editor={editor} step={step} onOpen={onOpen} />
      ))}
    </div>
  )
}

const SPOKEN = ['greeting', 'say'] as const

interface OutlineStepProps {
  editor: EditorState
  step: Step
  onOpen: ((stepId: string) => void) | undefined
}

function OutlineStep({ editor, step, onOpen }: OutlineStepProps) {
  const { definition, typeOf, problemsOf, change } = editor
  const type = typeOf(step)
  const spoken = SPOKEN.find((name) => typeof step.data[name] === 'string')
  const open = (id: string) => {
    document.getElementById(`step-${id}`)?.scrollIntoView({ block: 'start' })
    onOpen?.(id)
  }
  return (
    <section className="sheet" id={`step-${step.id}`} aria-label={stepName(step)}>
      <header className="row between p-3.5 pb-1.5">
        <h2 className="row strong">
          <Icon name={iconOf(type)} small />
          {stepName(step)}
        </h2>
        <span className="tag">{type?.display_name ?? step.type}</span>
      </header>
      <div className="px-3.5 pb-3">
        {spoken ? (
          <VariableTextarea
            rows={Math.min(10, Math.max(2, Math.ceil(String(step.data[spoken]).length / 36)))}
            aria-label={w.says(stepName(step))}
            value={String(step.data[spoken])}
            onChange={(text) => change((now) => changeStep(now, step.id, { [spoken]: text }), `${step.id} ${spoken}`)}
          />
        ) : (
          <p className="soft">
            <TemplateText text={stepText(step)} />
          </p>
        )}
        {problemsOf(step.id).map(({ message }) => (
          <p key={message} className="small bad" role="alert">
            {message}
          </p>
        ))}
      </div>
      <ul>
        {exitsOf(definition, step.id).map((exit) => (
          <li key={exit.id} className="border-0 border-t border-solid border-line">
            <button type="button" className="as-text row w-full px-3.5 py-2.5" onClick={() => open(exit.target)}>
              <span className={isReserved(exit) ? 'mute' : ''}>{exitName(exit)}</span>
              {listOf(exit.data.keys).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              <span className="ml-auto row soft">
                {stepName(definition.nodes.find(({ id }) => id === exit.target))}
                <Icon name="right" small />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
