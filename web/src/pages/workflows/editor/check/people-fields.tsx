import { evaluationWords as w } from '../../../../words/evaluation.ts'
import type { EditorState } from '../use-editor.ts'
import { ANY_RESULT, type EvaluationForm } from './evaluation-form.ts'

interface PeopleFieldsProps {
  form: EvaluationForm
  people: readonly { name: string; title: string; description: string }[]
  editor: EditorState
  onChange(part: Partial<EvaluationForm>): void
}

/** Chooses the simulated people who talk to the workflow, and how each conversation must end. */
export function PeopleFields({ form, people, editor, onChange }: PeopleFieldsProps) {
  const ends = editor.definition.nodes.filter(({ type }) => type === 'endCall' || type === 'transfer')
  const toggle = (name: string, isChosen: boolean) => {
    const { [name]: _, ...rest } = form.people
    onChange({ people: isChosen ? { ...rest, [name]: ANY_RESULT } : rest })
  }
  return (
    <div className="f" role="group" aria-labelledby="check-people">
      <span className="label" id="check-people">
        {w.people}
      </span>
      <ul className="check-people">
        {people.map(({ name, title, description }) => (
          <li key={name}>
            <label className="row" title={description}>
              <input
                type="checkbox"
                checked={name in form.people}
                onChange={({ target }) => toggle(name, target.checked)}
              />
              {title}
            </label>
            {name in form.people && (
              <select
                className="select"
                aria-label={w.mustHappen(title)}
                value={form.people[name]}
                onChange={({ target }) => onChange({ people: { ...form.people, [name]: target.value } })}
              >
                <option value={ANY_RESULT}>{w.anything}</option>
                {ends.map((end) => (
                  <option key={end.id} value={`reaches:${end.id}`}>
                    {String(end.data.name ?? end.id)}
                  </option>
                ))}
                <option value="do_not_call">{w.doNotCall}</option>
                <option value="ends:hung_up">{w.hungUp}</option>
                <option value="ends:voicemail">{w.voicemail}</option>
                <Unknown expected={form.people[name]!} ids={ends.map(({ id }) => id)} />
              </select>
            )}
          </li>
        ))}
      </ul>
      <p className="help">{w.peopleHelp}</p>
      {form.others.length > 0 && (
        <label className="row">
          <input
            type="checkbox"
            checked={form.withOthers}
            onChange={({ target }) => onChange({ withOthers: target.checked })}
          />
          {w.others(form.others.length)}
        </label>
      )}
    </div>
  )
}

/** An expectation of an earlier evaluation that the form does not know, for example a deleted step. */
function Unknown({ expected, ids }: { expected: string; ids: readonly string[] }) {
  const known = [ANY_RESULT, 'do_not_call', 'ends:hung_up', 'ends:voicemail', ...ids.map((id) => `reaches:${id}`)]
  if (known.includes(expected)) return null
  return <option value={expected}>{expected.slice(expected.indexOf(':') + 1)}</option>
}
