import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { numbersOf, type PhoneNumber } from '../../api/telephony.ts'
import { workflowList } from '../../api/workflows.ts'
import { helpGroup } from '../../components/help.ts'
import { Button } from '../../ui/button.tsx'
import { count, phone } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Show } from '../../ui/states.tsx'
import { AddNumber } from './add-number.tsx'
import type { Carrier } from './carrier-list.tsx'
import { bindNumber, sendAgain, useSync } from './number-acts.ts'
import { numberWords } from './number-limits.tsx'
import { NumberMenu } from './number-menu.tsx'

export function Numbers({ carrier }: { carrier: Carrier }) {
  const numbers = useQuery(numbersOf(carrier.id))
  const [adding, setAdding] = useState(false)
  const list = numbers.data?.phone_numbers
  return (
    <Section
      help={helpGroup('telephony')}
      title="Numbers"
      count={list && count(list.length)}
      aside={
        <Button small icon="plus" onClick={() => setAdding(true)}>
          Add a number
        </Button>
      }
    >
      <Show of={numbers} what="The numbers">
        {() =>
          list!.length === 0 ? (
            <Empty title="No number yet">
              A number is what people see when their phone rings, and what they call back. Carriers of real calls need
              at least one.
            </Empty>
          ) : (
            <div className="sheet">
              <table className="nums two">
                <thead>
                  <tr>
                    <th>Number</th>
                    <th>Shown to contacts</th>
                    <th>Answered by</th>
                    <th>
                      <span className="vh">More</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {list!.map((number) => (
                    <NumberRow key={number.id} number={number} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Show>
      <AddNumber carrier={carrier} open={adding} onClose={() => setAdding(false)} first={list?.length === 0} />
    </Section>
  )
}

function NumberRow({ number }: { number: PhoneNumber }) {
  return (
    <tr>
      <td className="nowrap">
        <span className="strong">{phone(number.address_normalized)}</span>
        <div className="small mute">{number.label ?? number.country_code ?? ''}</div>
        <div className="small mute number-facts">{numberWords(number)}</div>
      </td>
      <td className="nowrap">
        <Shown number={number} />
      </td>
      <td>
        <Binding number={number} />
      </td>
      <td className="num">
        <NumberMenu number={number} />
      </td>
    </tr>
  )
}

function Shown({ number }: { number: PhoneNumber }) {
  if (!number.is_active) return <span className="mute">no, switched off</span>
  if (number.resting_since !== null)
    return <span className="mute">no, it rests: {number.resting_reason ?? 'not accepted by the carrier'}</span>
  if (!number.is_default_caller_id) return <span className="soft">in turn</span>
  return (
    <span className="pill">
      <Mark name="done" />
      in turn, first
    </span>
  )
}

function Binding({ number }: { number: PhoneNumber }) {
  const workflows = useQuery(workflowList()).data ?? []
  const sync = useSync(number.id)
  const [busy, setBusy] = useState(false)
  const doing = async (act: () => Promise<void>) => {
    setBusy(true)
    await act()
    setBusy(false)
  }
  return (
    <>
      <select
        className="select number-select"
        aria-label={`Who answers ${phone(number.address_normalized)}`}
        disabled={busy}
        value={number.inbound_workflow_id ?? ''}
        onChange={(event) => {
          const chosen = event.target.value
          void doing(() => bindNumber(number, chosen === '' ? null : Number(chosen)))
        }}
      >
        <option value="">nobody: calls are refused</option>
        {workflows
          .filter(({ id, status }) => status === 'active' || id === number.inbound_workflow_id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
      <div className="small" role="status">
        {busy && <span className="mute">Telling the carrier…</span>}
        {!busy && !sync && number.inbound_stale && (
          <span className="warn">
            The carrier sends its calls elsewhere.{' '}
            <button type="button" className="link as-text" onClick={() => void doing(() => sendAgain(number))}>
              Tell it again
            </button>
          </span>
        )}
        {!busy && sync && (
          <span className={sync.ok ? 'mute' : 'warn'}>
            {sync.message}{' '}
            {!sync.ok && number.inbound_workflow_id !== null && (
              <button type="button" className="link as-text" onClick={() => void doing(() => sendAgain(number))}>
                Send again
              </button>
            )}
          </span>
        )}
      </div>
    </>
  )
}
