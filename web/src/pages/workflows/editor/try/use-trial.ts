/** A try-out conversation with the edited workflow, saved or not. No call is placed. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../../api/session.ts'
import { tryWords as w } from '../../../../words/try.ts'
import type { CallPath } from '../use-editor.ts'
import { openVoiceLine, type VoiceLine, type VoiceProgress } from './voice-line.ts'

type Answer = NonNullable<Awaited<ReturnType<typeof openTry>>>
export type SaidLine = Answer['said'][number]
export type TrialStep = Pick<Answer['steps'][number], 'node' | 'name' | 'because' | 'score'> & { why?: string | null }
export type TrialRow =
  | { kind: 'said'; said: SaidLine }
  | { kind: 'step'; step: TrialStep }
  | { kind: 'note'; text: string }

export interface TrialState {
  state: 'open' | 'ended'
  rows: TrialRow[]
  steps: string[]
  gathered: Record<string, string>
  disposition: string | null
}

export interface PersonTurn {
  text?: string
  keys?: string
  silence?: true
  machine?: true
  hang_up?: true
}

const NOT_UNDERSTOOD: Record<string, string> = w.notUnderstood
const NOTHING: TrialState = { state: 'open', rows: [], steps: [], gathered: {}, disposition: null }

/** Kind of try-out: by text, by microphone, or with a simulated person by voice or as text. */
export type TrialMode =
  | { by: 'text' }
  | { by: 'microphone' }
  | { by: 'listening'; person: string }
  | { by: 'reading'; person: string }

async function openTry(definition: unknown, variables: Record<string, string>, way: TrialMode) {
  const body = {
    workflow_definition: definition as never,
    variables,
    timezone: zone(),
    ...(way.by === 'microphone' || way.by === 'listening' ? { audio: true } : {}),
    ...('person' in way ? { person: way.person as never } : {}),
  }
  return (await api().POST('/api/v1/workflow/try', { body })).data!
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export interface TrialOptions {
  definition: unknown
  onPath(path: CallPath | null): void
}

export function useTrial({ definition, onPath }: TrialOptions) {
  const [tried, setTried] = useState<TrialState | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  const [level, setLevel] = useState(0)
  const tryId = useRef<string | null>(null)
  const line = useRef<VoiceLine | null>(null)
  useEffect(() => {
    onPath(tried && { steps: tried.steps, live: tried.state === 'open' })
  }, [tried, onPath])
  const leave = useCallback(() => {
    line.current?.hangUp()
    line.current = null
    if (tryId.current !== null) {
      const path = { params: { path: { try_id: tryId.current } } }
      void api()
        .DELETE('/api/v1/workflow/try/{try_id}', path)
        .catch(() => {})
    }
    tryId.current = null
  }, [])
  useEffect(
    () => () => {
      leave()
      onPath(null)
    },
    [leave, onPath],
  )
  const ask = useCallback(async (act: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    try {
      await act()
    } catch (error) {
      setFault(error)
    } finally {
      setBusy(false)
    }
  }, [])
  const begin = (variables: Record<string, string>, way: TrialMode) =>
    ask(async () => {
      leave()
      setTried(null)
      const opened = await openTry(definition, variables, way)
      if (opened.audio_url === null) {
        tryId.current = opened.state === 'ended' ? null : opened.try_id
        return setTried(grown(NOTHING, opened))
      }
      line.current = await openVoiceLine(opened.audio_url, way.by === 'microphone', {
        onProgress: (message) => setTried(heardOf(message)),
        onClosed: () => setTried((now) => now && { ...now, state: 'ended' }),
        onLevel: setLevel,
      })
      setTried(NOTHING)
    })
  const say = (turn: PersonTurn) =>
    ask(async () => {
      const params = { path: { try_id: tryId.current! } }
      const { data } = await api().POST('/api/v1/workflow/try/{try_id}/say', { params, body: turn as never })
      setTried((now) => grown(now ?? NOTHING, data!))
      if (data!.state === 'ended') tryId.current = null
    })
  return { tried, busy, fault, level, begin, say, line }
}

function grown(before: TrialState, answer: Answer): TrialState {
  const rows: TrialRow[] = answer.said.map((said) => ({ kind: 'said', said }))
  // A step comes before the first words that are said in it.
  for (const step of answer.steps) {
    const at = rows.findIndex((row) => row.kind === 'said' && row.said.who === 'agent' && row.said.node === step.node)
    rows.splice(at === -1 ? rows.length : at, 0, { kind: 'step', step })
  }
  // For a whole conversation, it is unknown which words were not understood.
  if (answer.not_understood && answer.state !== 'ended')
    rows.push({ kind: 'note', text: NOT_UNDERSTOOD[answer.not_understood] ?? '' })
  for (const { kind, destination } of answer.actions)
    rows.push({
      kind: 'note',
      text: kind === 'transfer' ? w.transfer(destination ?? '') : w.neverAgain,
    })
  for (const name of answer.missing_variables) rows.push({ kind: 'note', text: w.noValue(name) })
  return {
    state: answer.state === 'ended' ? 'ended' : 'open',
    rows: [...before.rows, ...rows],
    steps: [...before.steps, ...answer.steps.map(({ node }) => node)],
    gathered: { ...before.gathered, ...(answer.gathered as Record<string, string>) },
    disposition: answer.disposition,
  }
}

/** A voice message always contains the whole transcript. */
function heardOf(message: VoiceProgress): TrialState {
  const answer = {
    state: message.type === 'ended' ? 'ended' : 'waiting',
    said: message.said,
    steps: message.steps.map((step) => ({ ...step, label: null, why: null })),
    not_understood: null,
    actions: message.actions ?? [],
    missing_variables: [],
    gathered: message.gathered,
    disposition: message.disposition ?? null,
  }
  return grown(NOTHING, answer as unknown as Answer)
}
