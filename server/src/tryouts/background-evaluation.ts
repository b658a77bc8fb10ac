/** An evaluation that continues after its request was answered, and stores its progress. */
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import {
  type EvaluationProgress,
  type EvaluationRequest,
  type EvaluationResult,
  evaluationResultOf,
} from './evaluate.ts'
import { type EvaluationState, reportEvaluation } from './evaluation-queries.ts'

/** Interval at which progress is stored, even if there is none: it shows that the node is still working. */
const REPORT_EVERY_MS = 2_000

interface BackgroundDeps {
  db: Database
  clock: Clock
  log: Log
}

/** The result so far, without cases. It does not count as passed. */
export function resultSoFar(
  input: Pick<EvaluationRequest, 'minimumRate' | 'runs'>,
  { conversations, passed }: EvaluationProgress,
): EvaluationResult {
  const rate = conversations === 0 ? 0 : passed / conversations
  return { ...evaluationResultOf(input, []), rate, conversations, conversations_passed: passed }
}

/** Resolves when the evaluation has ended and is stored. Never rejects. */
export async function runInBackground(
  { db, clock, log }: BackgroundDeps,
  id: number,
  input: Pick<EvaluationRequest, 'minimumRate' | 'runs'>,
  work: (onProgress: (progress: EvaluationProgress) => void) => Promise<EvaluationResult>,
): Promise<void> {
  let latest: EvaluationProgress = { conversations: 0, passed: 0 }
  const report = (state: EvaluationState, result: EvaluationResult) =>
    reportEvaluation(db, id, { state, result, now: new Date(clock.now()) }).catch((err: unknown) =>
      log.error({ err, evaluation_id: id }, 'failed to store the progress of an evaluation'),
    )
  let written: Promise<void> = Promise.resolve()
  const tick = () => {
    written = report('running', resultSoFar(input, latest))
    timer = clock.after(REPORT_EVERY_MS, tick)
  }
  let timer = clock.after(REPORT_EVERY_MS, tick)
  const ended = await work((progress) => {
    latest = { ...progress }
  }).catch((err: unknown) => {
    log.error({ err, evaluation_id: id }, 'failed to run an evaluation')
    return null
  })
  timer.cancel()
  await written
  if (ended) await report('ended', ended)
  else await report('failed', resultSoFar(input, latest))
}
