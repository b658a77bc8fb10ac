import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { workflowWords as w } from '../../../words/workflows.ts'
import {
  addExit,
  changeExit,
  type Exit,
  exitName,
  exitsOf,
  isReserved,
  isSeparateStep,
  listOf,
  mayHaveEntries,
  removeExit,
  type Step,
  stepName,
} from './definition.ts'
import { PropertyField } from './property-field.tsx'
import type { EditorState } from './use-editor.ts'

/** The exits of a step; one is expanded, with its phrases, keys and target. */
export function ExitList({ editor, step }: { editor: EditorState; step: Step }) {
  const { definition, selection, select, change } = editor
  const exits = exitsOf(definition, step.id)
  const add = () => {
    const target = definition.nodes.find((other) => other.id !== step.id && mayHaveEntries(editor.typeOf(other)))
    if (!target) return
    const [next, id] = addExit(definition, step.id, target.id, w.newExit)
    change(next)
    select({ kind: 'exit', id })
  }
  return (
    <div className="f">
      <div className="row between">
        <span className="label">{w.exits}</span>
        <Button kind="quiet" small icon="plus" onClick={add}>
          {w.add}
        </Button>
      </div>
      <ul className="exits">
        {exits.map((exit) => {
          const open = selection?.kind === 'exit' && selection.id === exit.id
          const to = stepName(definition.nodes.find(({ id }) => id === exit.target))
          return open ? (
            <li key={exit.id} className="on">
              <ExitForm editor={editor} exit={exit} />
            </li>
          ) : (
            <li key={exit.id}>
              <button type="button" className="as-text row grow" onClick={() => select({ kind: 'exit', id: exit.id })}>
                <span className={isReserved(exit) ? 'mute' : ''}>
                  <span className="vh">{w.exit} </span>
                  {exitName(exit)}
                </span>
                <span className="ml-auto row mute">
                  {listOf(exit.data.keys).map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                  {to}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {exits.length === 0 && <p className="help">{w.noExit}</p>}
    </div>
  )
}

function ExitForm({ editor, exit }: { editor: EditorState; exit: Exit }) {
  const { definition, change, select, typeOf, validation } = editor
  const set = (data: Partial<Exit['data']>, name: string) =>
    change((now) => changeExit(now, exit.id, { data: { ...exit.data, ...data } }), `${exit.id} ${name}`)
  const faults = validation?.errors.filter(({ kind, id }) => kind === 'edge' && id === exit.id) ?? []
  const reserved = isReserved(exit)
  return (
    <div className="stack gap-2">
      <div className="row">
        <input
          className="input"
          aria-label={w.exitName}
          value={exit.data.label ?? ''}
          placeholder={w.anyAnswer}
          onChange={(event) => set({ label: event.target.value || null }, 'label')}
        />
        <Button
          kind="quiet"
          small
          icon="trash"
          aria-label={w.removeExit}
          onClick={() => {
            change((now) => removeExit(now, exit.id))
            select({ kind: 'step', id: exit.source })
          }}
        />
      </div>
      <label className="row small">
        <Icon name="arrow" small />
        <span className="vh">{w.leadsTo}</span>
        <select
          className="select"
          value={exit.target}
          onChange={(event) => change((now) => changeExit(now, exit.id, { target: event.target.value }))}
        >
          {definition.nodes
            .filter((step) => mayHaveEntries(typeOf(step)) && !isSeparateStep(typeOf(step)))
            .map((step) => (
              <option key={step.id} value={step.id}>
                {stepName(step)}
              </option>
            ))}
        </select>
      </label>
      {!reserved && (
        <>
          <Phrases
            label={w.phrases}
            values={listOf(exit.data.examples)}
            onChange={(examples) => set({ examples: examples.length > 0 ? examples : null }, 'examples')}
          />
          <label className="row small">
            <span className="nowrap">{w.keys}</span>
            <input
              className="input w-s"
              value={listOf(exit.data.keys).join(' ')}
              placeholder={w.noKeys}
              onChange={(event) => {
                const keys = event.target.value.split(/[\s,]+/).filter(Boolean)
                set({ keys: keys.length > 0 ? keys : null }, 'keys')
              }}
            />
          </label>
          <label className="small">
            {w.condition}
            <textarea
              className="input area"
              rows={2}
              value={exit.data.condition ?? ''}
              onChange={(event) => set({ condition: event.target.value || null }, 'condition')}
            />
          </label>
        </>
      )}
      {editor.edgeProperties
        .filter(({ name }) => !DRAWN.has(name))
        .map((property) => (
          <PropertyField
            key={property.name}
            property={property}
            value={(exit.data as Record<string, unknown>)[property.name]}
            onChange={(value) => set({ [property.name]: value ?? null } as Partial<Exit['data']>, property.name)}
          />
        ))}
      {reserved && <p className="help">{w.automatic(MEANING[exit.data.label?.toLowerCase() ?? ''] ?? '')}</p>}
      {faults.map(({ message }) => (
        <p key={message} className="small bad row" role="alert">
          <Icon name="alert" small />
          {message}
        </p>
      ))}
    </div>
  )
}

/** Fields that are edited separately above. */
const DRAWN = new Set(['label', 'examples', 'keys', 'condition'])

const MEANING: Record<string, string> = w.meanings

interface PhrasesProps {
  label: string
  values: string[]
  onChange(values: string[]): void
}

function Phrases({ label, values, onChange }: PhrasesProps) {
  const [text, setText] = useState('')
  const add = () => {
    const phrase = text.trim()
    if (phrase !== '' && !values.includes(phrase)) onChange([...values, phrase])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div>
      <div className="row wrap gap-1">
        {values.map((phrase) => (
          <span key={phrase} className="ph">
            {phrase}
            <Button
              icon="x"
              small
              aria-label={w.removePhrase(phrase)}
              onClick={() => onChange(values.filter((other) => other !== phrase))}
            />
          </span>
        ))}
      </div>
      <input
        className="input mt-1.5"
        aria-label={label}
        placeholder={w.phraseHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
    </div>
  )
}
