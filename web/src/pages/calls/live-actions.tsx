import { useEffect, useRef, useState } from 'react'
import type { Call } from '../../api/calls.ts'
import { sentenceOf } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { keepOwnPhone, ownPhone } from '../../components/own-phone.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Field } from '../../forms/field.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { callWords as w } from '../../words/call.ts'
import { shared } from '../../words/shared.ts'
import { type ListenInLine, openListenInLine } from './listening-line.ts'

/** Calls the operator's own phone while the conversation continues. */
export function TakeOver({ call }: { call: Call }) {
  const [asking, setAsking] = useState(false)
  const [phone, setPhone] = useState(ownPhone)
  return (
    <>
      <Button icon="transfer" onClick={() => setAsking(true)}>
        {w.takeOverAsk}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.takeOverTitle}
        verb={w.takeOver}
        kind="dial"
        icon="calls"
        whyNot={phone.trim() === '' ? w.takeOverNumber : null}
        act={async () => {
          await api().POST('/api/v1/calls/{call_id}/take-over', {
            params: { path: { call_id: call.id } },
            body: { phone_number: phone.trim() },
          })
          keepOwnPhone(phone)
          toast(call.is_simulated ? w.takeOverPretends : w.takeOverRings)
          await queryClient.invalidateQueries({ queryKey: ['call', call.id] })
        }}
      >
        {call.is_simulated && (
          <Note tone="warn" title={shared.testNote}>
            {w.takeOverSimulated}
          </Note>
        )}
        <p className="soft">{w.takeOverText}</p>
        <Field label={w.ownPhone}>
          {(ids) => (
            <input
              {...ids}
              className="input w-m"
              type="tel"
              autoComplete="tel"
              placeholder="+12025550188"
              value={phone}
              onChange={(event) => setPhone(event.target.value)}
            />
          )}
        </Field>
      </Confirm>
    </>
  )
}

/** Plays the audio of the live call while the component is open. */
export function ListenIn({ call, person }: { call: Call; person: string }) {
  const { listening_allowed: isAllowed } = useOrganization()
  const { levels, isOpen, fault, start, stop } = useListening(call.id)
  return (
    <section className="sheet pad py-3" aria-label={w.listenTitle}>
      <div className="row wrap">
        <Button icon={isOpen ? 'pause' : 'play'} onClick={isOpen ? stop : start} disabled={!isAllowed}>
          {isOpen ? w.stopListening : w.listen}
        </Button>
        {isOpen && (
          <div className="legend ml-2" role="status" aria-label={w.listening}>
            <Level name={person} level={levels[0]} look="pe" />
            <Level name={w.agent} level={levels[1]} look="ag" />
          </div>
        )}
        <span className="soft">{isAllowed ? w.listenText : w.listenOff}</span>
      </div>
      {fault && (
        <div role="alert">
          <Note tone="bad">{fault}</Note>
        </div>
      )}
    </section>
  )
}

function Level({ name, level, look }: { name: string; level: number; look: 'pe' | 'ag' }) {
  return (
    <span>
      <i className={`sw ${look}`} />
      {name}
      <meter className="ml-2" min={0} max={1} value={level} aria-label={w.loudness(name)} />
    </span>
  )
}

function useListening(callId: number) {
  const line = useRef<ListenInLine | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [levels, setLevels] = useState<readonly [number, number]>([0, 0])
  useEffect(() => () => line.current?.stop(), [])
  const start = async () => {
    setFault(null)
    try {
      const { data } = await api().POST('/api/v1/calls/{call_id}/listen', { params: { path: { call_id: callId } } })
      line.current = openListenInLine(data!.audio_url, {
        onLevels: (person, agent) => setLevels([person, agent]),
        onEnded(reason) {
          line.current = null
          setOpen(false)
          setFault(reason)
        },
      })
      setOpen(true)
    } catch (error) {
      setFault(sentenceOf(error))
    }
  }
  return { levels, isOpen, fault, start: () => void start(), stop: () => line.current?.stop() }
}
