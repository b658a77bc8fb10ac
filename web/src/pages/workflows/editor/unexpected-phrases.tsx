import { useQuery } from '@tanstack/react-query'
import { unexpectedPhrases } from '../../../api/workflows.ts'
import { count } from '../../../ui/format.ts'
import { workflowWords as w } from '../../../words/workflows.ts'
import { changeExit, type Definition, exitName, exitsOf, isReserved, listOf, type Step } from './definition.ts'
import type { EditorState } from './use-editor.ts'

export interface UnexpectedPhrase {
  node: string
  phrase: string
  people: number
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Phrases that the edited definition does not expect either. */
function stillUnexpected(definition: Definition, all: readonly UnexpectedPhrase[]): UnexpectedPhrase[] {
  return all.filter(
    ({ node, phrase }) =>
      definition.nodes.some(({ id }) => id === node) &&
      !exitsOf(definition, node).some(({ data }) => listOf(data.examples).some((known) => same(known, phrase))),
  )
}

export function useUnexpectedPhrases({ definition }: EditorState, workflowId: number): UnexpectedPhrase[] {
  return stillUnexpected(definition, useQuery(unexpectedPhrases(workflowId)).data ?? [])
}

/** Unexpected phrases at this step, to be added to the exit that they meant. */
export function UnexpectedPhrasesAtStep({
  editor,
  step,
  phrases,
}: {
  editor: EditorState
  step: Step
  phrases: UnexpectedPhrase[]
}) {
  const exits = exitsOf(editor.definition, step.id).filter((exit) => !isReserved(exit))
  const own = phrases.filter(({ node }) => node === step.id)
  if (own.length === 0 || exits.length === 0) return null
  const add = (exitId: string, phrase: string) =>
    editor.change((now) => {
      const exit = now.edges.find(({ id }) => id === exitId)
      return exit
        ? changeExit(now, exitId, { data: { ...exit.data, examples: [...listOf(exit.data.examples), phrase] } })
        : now
    })
  return (
    <div className="f">
      <span className="label">{w.unexpected}</span>
      <ul className="said">
        {own.map(({ phrase, people }) => (
          <li key={phrase} className="row">
            <span className="grow">
              {w.quoted(phrase)} <span className="small mute">{w.peopleSaid(count(people))}</span>
            </span>
            <select
              className="select"
              aria-label={w.addPhrase(phrase)}
              value=""
              onChange={(event) => add(event.target.value, phrase)}
            >
              <option value="">{w.addTo}</option>
              {exits.map((exit) => (
                <option key={exit.id} value={exit.id}>
                  {exitName(exit)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </div>
  )
}
