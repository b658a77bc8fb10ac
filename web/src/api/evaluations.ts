import type { Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'
import { api } from './session.ts'

export type Evaluation = Schemas['WorkflowEvaluation']
export type EvaluationItem = Schemas['WorkflowEvaluationItem']
export type Replay = Schemas['WorkflowReplay']
export type EvaluationBody = NonNullable<Parameters<ReturnType<typeof api>['workflows']['evaluate']>[1]>

const LOOK_MS = 1_000

export const evaluationList = (workflowId: number) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'evaluations'],
    queryFn: async () => (await api().workflows.evaluations(workflowId)).evaluations,
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'running') ? LOOK_MS : false),
  })

/** `isOver` is part of the key, so that the cases are read again when the evaluation has ended. */
export const oneEvaluation = (workflowId: number, id: number, isOver: boolean) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'evaluation', id, isOver],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => api().workflows.evaluation(workflowId, id),
  })

export async function startEvaluation(workflowId: number, body: EvaluationBody): Promise<Evaluation> {
  const begun = await api().workflows.evaluate(workflowId, { ...body, wait: false })
  await queryClient.invalidateQueries({ queryKey: evaluationList(workflowId).queryKey })
  return begun
}

export const replayCalls = (workflowId: number, definition: unknown, limit: number): Promise<Replay> =>
  api().workflows.replay(workflowId, { workflow_definition: definition as never, limit })
