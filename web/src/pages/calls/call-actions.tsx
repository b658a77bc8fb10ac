import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Call, callList } from '../../api/calls.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { useCommands } from '../../components/commands.ts'
import { personNameOf } from '../../components/person-name.ts'
import { useKey } from '../../keys/use-key.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { phone } from '../../ui/format.ts'
import { callWords as w } from '../../words/call.ts'
import { isTalking } from './call-story.ts'
import { TakeOver } from './live-actions.tsx'
import { useCallFilter } from './use-call-filter.ts'

/** The previous and next call in the list from which this call was opened. */
function useNeighbours(id: number) {
  const navigate = useNavigate()
  const { wanted, search } = useCallFilter()
  const runs = useInfiniteQuery(callList(wanted)).data?.pages.flatMap((page) => page.runs) ?? []
  const at = runs.findIndex((run) => run.id === id)
  const go = (by: number) => {
    const next = at === -1 ? undefined : runs[at + by]
    return next ? () => void navigate({ to: paths.call(next.id), search: search as never }) : null
  }
  const up = () => void navigate({ to: paths.calls, search: search as never })
  return { newer: go(-1), older: go(1), up }
}

export function CallActions({ call }: { call: Call }) {
  const { newer, older, up } = useNeighbours(call.id)
  const [asking, setAsking] = useState(false)
  const [ending, setEnding] = useState(false)
  useKey('j', older)
  useKey('k', newer)
  useKey('escape', up)
  useCommands(call.is_completed ? [{ label: w.again, icon: 'calls', run: () => setAsking(true) }] : [])
  return (
    <>
      <Button
        className="wide-only"
        icon="left"
        aria-label={w.newer}
        title="k"
        disabled={newer === null}
        onClick={newer ?? undefined}
      />
      <Button
        className="wide-only"
        icon="right"
        aria-label={w.older}
        title="j"
        disabled={older === null}
        onClick={older ?? undefined}
      />
      {call.is_completed && (
        <Button icon="calls" onClick={() => setAsking(true)}>
          {w.again}
        </Button>
      )}
      {isTalking(call) && <TakeOver call={call} />}
      {!call.is_completed && (
        <Button kind="danger" icon="x" onClick={() => setEnding(true)}>
          {w.hangUpAsk}
        </Button>
      )}
      <Confirm
        open={ending}
        onClose={() => setEnding(false)}
        title={w.hangUpTitle}
        verb={w.hangUp}
        kind="danger fill"
        safe={w.letGoOn}
        act={async () => {
          await api().POST('/api/v1/calls/{call_id}/hang-up', { params: { path: { call_id: call.id } } })
          await queryClient.invalidateQueries({ queryKey: ['call', call.id] })
        }}
      >
        <p className="soft">{w.hangUpText}</p>
      </Confirm>
      <CallAgain call={call} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

const texts = (context: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(context).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

function CallAgain({ call, open, onClose }: { call: Call; open: boolean; onClose(): void }) {
  const navigate = useNavigate()
  const number = phone(call.phone_number)
  const who = personNameOf(call.initial_context)
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={w.callTitle(who ?? number)}
      verb={w.callNow}
      kind="dial"
      icon="calls"
      act={async () => {
        const { data } = await api().POST('/api/v1/telephony/initiate-call', {
          body: {
            workflow_id: call.workflow_id,
            phone_number: call.phone_number,
            telephony_configuration_id: call.telephony_configuration_id,
            variables: texts(call.initial_context),
          },
        })
        void navigate({ to: paths.call(data!.id) })
      }}
    >
      <p className="soft">{w.againText(who ? number : null)}</p>
    </Confirm>
  )
}
