/** What a workflow says about recordings, held against the recordings that its organization has. */
import type { Queries } from '../storage/database.ts'
import {
  greetingRecordingOf,
  sayRecordingOf,
  transitionRecordingOf,
  type WorkflowDefinition,
} from '../workflows/rules/definition.ts'
import type { Problem } from '../workflows/rules/problems.ts'
import { listRecordings } from './queries.ts'
import { recordingsNamed } from './rules/recorded-steps.ts'

/** Steps that name a recording which does not exist, or whose words nobody has written down. */
export async function recordingProblems(
  db: Queries,
  organizationId: number,
  definition: WorkflowDefinition,
): Promise<Problem[]> {
  const named = recordingsNamed(definition)
  if (named.length === 0) return []
  const found = await listRecordings(db, organizationId, named)
  const transcripts = new Map(found.map(({ recording_id, transcript }) => [recording_id, transcript]))
  const problemAt = (kind: 'node' | 'edge', id: string, field: string, recording: string | null): Problem[] => {
    if (recording === null) return []
    const transcript = transcripts.get(recording)
    const message =
      transcript === undefined
        ? `Your organization has no recording ${recording}. Upload it first, or remove it here.`
        : transcript === ''
          ? `The recording ${recording} has no transcript. Write down what is said in it: the conversation needs the words.`
          : null
    return message === null ? [] : [{ kind, id, field, message }]
  }
  return [
    ...definition.nodes.flatMap((node) => [
      ...problemAt('node', node.id, 'greeting_recording_id', greetingRecordingOf(node)),
      ...problemAt('node', node.id, 'say_recording_id', sayRecordingOf(node)),
    ]),
    ...definition.edges.flatMap((edge) =>
      problemAt('edge', edge.id, 'transition_speech_recording_id', transitionRecordingOf(edge)),
    ),
    ...realtimeProblems(definition),
  ]
}

function realtimeProblems({ settings }: WorkflowDefinition): Problem[] {
  if (settings?.brain !== 'realtime') return []
  const message =
    'A speech-to-speech model speaks itself and cannot play recordings. Choose script or pipeline, or remove the recordings.'
  return [{ kind: 'workflow', id: null, field: 'settings.brain', message }]
}
