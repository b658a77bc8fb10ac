/** A text area in which `{` offers the variables of the workflow. */
import { type KeyboardEvent, type TextareaHTMLAttributes, useContext, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { workflowWords as w } from '../../../words/workflows.ts'
import { inserted, matching, type Typed, typedAt, VariablesContext } from './variables.ts'

interface VariableTextareaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'> {
  value: string
  onChange(text: string): void
}

interface Choice {
  name: string
  detail: string
}

export function VariableTextarea({ value, onChange, ...rest }: VariableTextareaProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const variables = useContext(VariablesContext)
  const [typed, setTyped] = useState<Typed | null>(null)
  const [at, setAt] = useState(-1)
  const choices: Choice[] = typed ? choicesFor(matching(variables, typed.query), typed.query) : []
  const isOpen = choices.length > 0

  const look = (next: Typed | null) => {
    setTyped(next)
    setAt(next?.isSure ? 0 : -1)
  }
  const lookAtCaret = (text: string) => look(typedAt(text, field.current?.selectionStart ?? text.length))
  const put = (text: string, caret: number) => {
    onChange(text)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(caret, caret)
    })
  }
  const pick = (name: string) => {
    if (!typed) return
    const next = inserted(value, field.current?.selectionStart ?? value.length, typed.from, name)
    put(next.text, next.caret)
    look(null)
  }
  /** Opens the list of variables, for users who do not type braces. */
  const offer = () => {
    const caret = field.current?.selectionStart ?? value.length
    put(`${value.slice(0, caret)}{{${value.slice(caret)}`, caret + 2)
    look({ from: caret, query: '', isSure: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined) setAt((at + move + choices.length) % choices.length)
    else if (event.key === 'Escape') look(null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && choices[at]) pick(choices[at].name)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="with-variables">
      <textarea
        {...rest}
        ref={field}
        className="input area"
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen && at >= 0 ? `${list}-${at}` : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          lookAtCaret(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => look(null)}
      />
      <Button kind="quiet" small aria-label={w.insertVariable} title={w.insertVariable} onClick={offer}>
        {'{ }'}
      </Button>
      {isOpen && (
        <div className="pop" role="listbox" id={list} aria-label={w.variables}>
          {choices.map(({ name, detail }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            <div
              key={name}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              className={`opt ${index === at ? 'on' : ''}`}
              tabIndex={-1}
              // Keeps the focus, and with it the caret, in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(name)}
            >
              <code className="var">{name}</code>
              <span className="small mute">{detail}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The choices for a query. A name that is not used yet becomes a column that the list must have. */
function choicesFor(known: ReturnType<typeof matching>, query: string): Choice[] {
  const choices = known.map(({ name, kind }) => ({ name, detail: w.variableKinds[kind] }))
  const isNew = query !== '' && !known.some(({ name }) => name === query)
  return isNew ? [...choices, { name: query, detail: w.newVariable }] : choices
}
