import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { workflowWords as w } from '../../../words/workflows.ts'
import {
  changeStep,
  isSeparateStep,
  mayHaveExits,
  removeStep,
  type Step,
  stepName,
  whyNotAddable,
} from './definition.ts'
import { ExitList } from './exit-list.tsx'
import { PropertyField } from './property-field.tsx'
import { WorkflowSettings } from './settings-form.tsx'
import { iconOf } from './step-look.ts'
import { type UnexpectedPhrase, UnexpectedPhrasesAtStep } from './unexpected-phrases.tsx'
import type { EditorState } from './use-editor.ts'

/** The form of the selected item; without a selection, the settings of the whole workflow. */
export function Inspector({ editor, unexpected }: { editor: EditorState; unexpected: UnexpectedPhrase[] }) {
  const { definition, selection } = editor
  const stepId =
    selection?.kind === 'exit' ? definition.edges.find(({ id }) => id === selection.id)?.source : selection?.id
  const step = definition.nodes.find(({ id }) => id === stepId)
  return (
    <aside className="insp" aria-label={w.inspector}>
      {step ? <StepForm key={step.id} {...{ editor, step, unexpected }} /> : <WorkflowSettings editor={editor} />}
    </aside>
  )
}

/** Fields that are collapsed while the step has a fixed text, because they may be long. */
const FOLDED = new Set(['prompt', 'extract', 'headers', 'payload'])

function StepForm({ editor, step, unexpected }: { editor: EditorState; step: Step; unexpected: UnexpectedPhrase[] }) {
  const { change, select, typeOf, validation, duplicate } = editor
  const type = typeOf(step)
  const properties = type?.properties ?? []
  const says = Boolean(step.data.greeting || step.data.say)
  const folded = properties.filter(({ name, required }) => FOLDED.has(name) && !required && says)
  const open = properties.filter((property) => !folded.includes(property))
  const faultOf = (field: string) =>
    validation?.errors.find((problem) => problem.kind === 'node' && problem.id === step.id && problem.field === field)
      ?.message
  const rest = validation?.errors.filter(({ kind, id, field }) => kind === 'node' && id === step.id && field === null)
  const field = (property: (typeof properties)[number]) => (
    <PropertyField
      key={property.name}
      property={property}
      value={step.data[property.name]}
      fault={faultOf(property.name)}
      onChange={(value) =>
        change((now) => changeStep(now, step.id, { [property.name]: value }), `${step.id} ${property.name}`)
      }
    />
  )
  return (
    <>
      <header className="row between wrap">
        <span className="row strong">
          <Icon name={iconOf(type)} small />
          {stepName(step)}
        </span>
        <span className="row wrap">
          <Button kind="quiet" small icon="settings" onClick={() => select(null)}>
            {w.settings}
          </Button>
          <span className="tag">{type?.display_name ?? step.type}</span>
          {type && whyNotAddable(editor.definition, type) === null && (
            <Button
              kind="quiet"
              small
              icon="copy"
              aria-label={w.duplicateStep(stepName(step))}
              onClick={() => duplicate(step.id)}
            />
          )}
          {type?.graph_constraints.min_instances !== 1 && (
            <Button
              kind="quiet"
              small
              icon="trash"
              aria-label={w.removeStep(stepName(step))}
              onClick={() => {
                change((now) => removeStep(now, step.id))
                select(null)
              }}
            />
          )}
        </span>
      </header>
      <div className="in">
        {rest?.map(({ message }) => (
          <p key={message} className="small bad row f" role="alert">
            <Icon name="alert" small />
            {message}
          </p>
        ))}
        {open.map(field)}
        {mayHaveExits(type) && !isSeparateStep(type) && <ExitList editor={editor} step={step} />}
        <UnexpectedPhrasesAtStep editor={editor} step={step} phrases={unexpected} />
        {folded.length > 0 && (
          <details className="f">
            <summary className="row between">
              <span className="label">{w.forModel}</span>
              <span className="small mute">{w.notInScript}</span>
            </summary>
            {folded.map(field)}
          </details>
        )}
      </div>
    </>
  )
}
