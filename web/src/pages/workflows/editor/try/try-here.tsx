import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../../../api/error-words.ts'
import { resultWords } from '../../../../components/result-words.ts'
import { Button } from '../../../../ui/button.tsx'
import { Note } from '../../../../ui/note.tsx'
import { tryWords as w } from '../../../../words/try.ts'
import {
  type PersonTurn,
  type TrialMode,
  type TrialOptions,
  type TrialRow,
  type TrialState,
  useTrial,
} from './use-trial.ts'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']

interface TryHereProps extends TrialOptions {
  variables: Record<string, string>
  way: TrialMode
  /** Content that is always visible at the top. */
  top: ReactNode
  /** Shown before the conversation begins, and below the transcript once it is over. */
  children?: ReactNode
  onEnded?: (tried: TrialState) => void
}

/** A try-out conversation: typed or spoken turns, or those of a simulated person; the graph highlights the current step. */
export function TryHere({ variables, way, top, children, onEnded, ...trying }: TryHereProps) {
  const { tried, busy, fault, level, begin, say, line } = useTrial(trying)
  const open = tried?.state === 'open'
  const typed = way.by === 'text'
  const press = (keys: string) => (typed ? void say({ keys }) : line.current?.press(keys))
  const over = useRef(onEnded)
  over.current = onEnded
  useEffect(() => {
    if (tried?.state === 'ended' && tried.rows.length > 0) over.current?.(tried)
  }, [tried])
  return (
    <>
      <div className="in">
        {top}
        {tried && <Conversation tried={tried} />}
        {!open && children}
        {fault !== null && (
          <div className="f" role="alert">
            <Note tone="bad" title={tried ? w.notSaid : w.notBegun}>
              {micWords(fault) ?? sentenceOf(fault)}
            </Note>
          </div>
        )}
      </div>
      <footer className="try-foot">
        {open && typed && <Write busy={busy} onSay={(text) => void say({ text })} />}
        {open && !typed && <Hearing level={level} speaks={way.by === 'microphone'} begun={tried.rows.length > 0} />}
        {open && way.by !== 'listening' && <Keypad onPress={press} />}
        <div className="row wrap">
          {open && typed && <Silence onSay={(turn) => void say(turn)} />}
          {open && (
            <Button small onClick={() => (typed ? void say({ hang_up: true }) : line.current?.hangUp())}>
              {w.hangUp}
            </Button>
          )}
          <Button
            kind={tried ? 'plain' : 'primary'}
            small={tried !== null}
            icon={way.by === 'microphone' ? 'mic' : 'play'}
            busy={busy && !open}
            onClick={() => void begin(variables, way)}
          >
            {tried ? w.again : w.begin[way.by]}
          </Button>
          {way.by === 'listening' && !open && (
            <Button small={tried !== null} onClick={() => void begin(variables, { ...way, by: 'reading' })}>
              {w.onlyRead}
            </Button>
          )}
        </div>
      </footer>
    </>
  )
}

function Keypad({ onPress }: { onPress(key: string): void }) {
  return (
    <div className="keypad" role="group" aria-label={w.keypad}>
      {KEYS.map((key) => (
        <Button key={key} small onClick={() => onPress(key)}>
          {key}
        </Button>
      ))}
    </div>
  )
}

/** Buttons for inputs other than speech. */
function Silence({ onSay }: { onSay(turn: PersonTurn): void }) {
  return (
    <>
      <Button small onClick={() => onSay({ silence: true })}>
        {w.sayNothing}
      </Button>
      <Button small onClick={() => onSay({ machine: true })}>
        {w.asMachine}
      </Button>
    </>
  )
}

/** A text that tells the user what to do, because browsers report only an error name. */
function micWords(fault: unknown): string | null {
  if (!(fault instanceof DOMException)) return null
  if (fault.name === 'NotAllowedError') return w.notAllowed
  if (fault.name === 'NotFoundError') return w.noneFound
  return w.unusable(fault.name)
}

function Write({ busy, onSay }: { busy: boolean; onSay(text: string): void }) {
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || busy) return
    onSay(text.trim())
    setText('')
  }
  return (
    <form className="row" onSubmit={send}>
      <input
        className="input grow"
        aria-label={w.says}
        placeholder={w.says}
        maxLength={1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button kind="primary" busy={busy} onClick={(event) => send(event as unknown as FormEvent)}>
        {w.sayIt}
      </Button>
    </form>
  )
}

function Hearing({ level, speaks, begun }: { level: number; speaks: boolean; begun: boolean }) {
  return (
    <div className="hear" role="status">
      <span className="eq" aria-hidden="true">
        {[0.5, 1, 0.7, 0.9, 0.4].map((share, at) => (
          <i key={at} style={{ height: `${4 + level * share * 14}px` }} />
        ))}
      </span>
      <span>
        {speaks ? w.listening : w.youHearBoth}
        {!begun && <small className="block">{w.gettingReady}</small>}
      </span>
    </div>
  )
}

function Conversation({ tried }: { tried: TrialState }) {
  const end = useRef<HTMLDivElement>(null)
  const { length } = tried.rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new comes into sight
  useEffect(() => {
    // A statement without a return value: newer browsers return a promise, which an effect must not return.
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [length])
  const gathered = Object.entries(tried.gathered)
  return (
    <div className="f">
      <div className="convo" aria-live="polite">
        {tried.rows.map((row, index) => (
          <Line key={index} row={row} />
        ))}
        {tried.state === 'ended' && (
          <div className="ev">
            <b className="strong">{tried.disposition ? w.endedAs(resultWords(tried.disposition)) : w.ended}</b>
          </div>
        )}
        <div ref={end} />
      </div>
      {gathered.length > 0 && (
        <dl className="gathered">
          {gathered.map(([name, value]) => (
            <div key={name} className="row">
              <dt className="code mute">{name}</dt>
              <dd className="strong">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Line({ row }: { row: TrialRow }) {
  if (row.kind === 'note') return <div className="ev warn">{row.text}</div>
  if (row.kind === 'step') {
    const { name, why, because, score } = row.step
    const reason = why ?? because?.replaceAll('_', ' ')
    return (
      <div className="ev">
        <span className="nowrap">→ {name}</span>
        {reason && (
          <span className="mute">
            {reason}
            {score !== null && w.alike(Math.round(score * 100))}
          </span>
        )}
      </div>
    )
  }
  const { who, text, heard } = row.said
  return (
    <div className={`bub ${who === 'agent' ? 'ag' : 'pe'}`}>
      {heard === null ? (
        text
      ) : (
        <>
          {heard}
          <s className="mute">{text.startsWith(heard) ? text.slice(heard.length) : ` ${text}`}</s>
        </>
      )}
    </div>
  )
}
