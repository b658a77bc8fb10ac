import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverSentence } from '../../api/error-words.ts'
import { numbersOf, type PhoneNumber } from '../../api/telephony.ts'
import { workflowList } from '../../api/workflows.ts'
import { helpGroup } from '../../components/help.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { capitalized, count, phone } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { shortMoment } from '../../ui/time.ts'
import { telephonyWords as w } from '../../words/telephony.ts'
import { AddNumber } from './add-number.tsx'
import type { Carrier } from './carrier-list.tsx'
import { numberLimitsText } from './number-limits.tsx'
import { NumberMenu } from './number-menu.tsx'
import { bindNumber, reactivateNumber, resyncNumber, useSync } from './number-requests.ts'

export function Numbers({ carrier }: { carrier: Carrier }) {
  const numbers = useQuery(numbersOf(carrier.id))
  const [adding, setAdding] = useState(false)
  const list = numbers.data?.phone_numbers
  return (
    <Section
      help={helpGroup('telephony')}
      title={w.numbers}
      count={list && count(list.length)}
      aside={
        <Button small icon="plus" onClick={() => setAdding(true)}>
          {w.addNumber}
        </Button>
      }
    >
      <QueryContent of={numbers} what={w.theNumbers}>
        {() =>
          list!.length === 0 ? (
            <Empty title={w.noNumberYet}>{w.noNumberText}</Empty>
          ) : (
            <div className="sheet">
              <table className="nums two">
                <thead>
                  <tr>
                    <th>{w.number}</th>
                    <th>{w.shownToContacts}</th>
                    <th>{w.answeredBy}</th>
                    <th>
                      <span className="vh">{w.more}</span>
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
      </QueryContent>
      <AddNumber carrier={carrier} open={adding} onClose={() => setAdding(false)} first={list?.length === 0} />
    </Section>
  )
}

function NumberRow({ number }: { number: PhoneNumber }) {
  const zone = useOrganization().time_zone
  const { attestation } = number
  return (
    <tr>
      <td className="nowrap">
        <span className="strong">{phone(number.address_normalized)}</span>
        <div className="small mute">{number.label ?? number.country_code ?? ''}</div>
        <div className="small mute number-facts">{numberLimitsText(number)}</div>
        {attestation && (
          <div className="small mute number-facts">
            {w.attested(attestation.level, shortMoment(Date.parse(attestation.reported_at), zone))}
          </div>
        )}
      </td>
      <td className={number.is_active && number.resting_since !== null ? '' : 'nowrap'}>
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
  if (!number.is_active) return <span className="mute">{w.shownOff}</span>
  if (number.resting_since !== null) return <Resting number={number} since={number.resting_since} />
  if (!number.is_default_caller_id) return <span className="soft">{w.inTurn}</span>
  return (
    <span className="pill">
      <StatusMark name="done" />
      {w.inTurnFirst}
    </span>
  )
}

/** A number that is not shown to contacts until an operator decides. */
function Resting({ number, since }: { number: PhoneNumber; since: string }) {
  const zone = useOrganization().time_zone
  const forbidden = useWhyScopeDenied('operate')
  const [busy, setBusy] = useState(false)
  const wake = async () => {
    setBusy(true)
    await reactivateNumber(number)
    setBusy(false)
  }
  return (
    <div className="resting stack gap-1 py-2">
      <span className="warn">{w.resting(shortMoment(Date.parse(since), zone))}</span>
      <span className="small soft">{capitalized(serverSentence(number.resting_reason ?? w.notAccepted))}</span>
      {!forbidden && (
        <span>
          <Button
            small
            busy={busy}
            aria-label={w.wakeNamed(phone(number.address_normalized))}
            onClick={() => void wake()}
          >
            {w.wake}
          </Button>
        </span>
      )}
    </div>
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
        aria-label={w.whoAnswers(phone(number.address_normalized))}
        disabled={busy}
        value={number.inbound_workflow_id ?? ''}
        onChange={(event) => {
          const chosen = event.target.value
          void doing(() => bindNumber(number, chosen === '' ? null : Number(chosen)))
        }}
      >
        <option value="">{w.rejected}</option>
        {workflows
          .filter(({ id, status }) => status === 'active' || id === number.inbound_workflow_id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
      <div className="small" role="status">
        {busy && <span className="mute">{w.updating}</span>}
        {!busy && !sync && number.inbound_stale && (
          <span className="warn">
            {w.sentElsewhere}{' '}
            <button type="button" className="link as-text" onClick={() => void doing(() => resyncNumber(number))}>
              {w.sendAgain}
            </button>
          </span>
        )}
        {!busy && sync && (
          <span className={sync.ok ? 'mute' : 'warn'}>
            {serverSentence(sync.message)}{' '}
            {!sync.ok && number.inbound_workflow_id !== null && (
              <button type="button" className="link as-text" onClick={() => void doing(() => resyncNumber(number))}>
                {w.sendAgain}
              </button>
            )}
          </span>
        )}
      </div>
    </>
  )
}
