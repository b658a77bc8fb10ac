/** Checks that the recordings which a workflow names exist in its organization. */
import type { Queries } from '../storage/database.ts'
import {
  greetingRecordingOf,
  sayRecordingOf,
  transitionRecordingOf,
  type WorkflowDefinition,
} from '../workflows/rules/definition.ts'
import type { Problem } from '../workflows/rules/problems.ts'
import { listRecordings, type StoredRecording } from './queries.ts'
import { referencedRecordings } from './rules/recorded-steps.ts'

/** Steps that name a recording which does not exist, or whose transcript no person has written or confirmed. */
export async function recordingProblems(
  db: Queries,
  organizationId: number,
  definition: WorkflowDefinition,
): Promise<Problem[]> {
  const named = referencedRecordings(definition)
  if (named.length === 0) return []
  const found = await listRecordings(db, organizationId, named)
  const known = new Map(found.map((recording) => [recording.recording_id, recording]))
  const problemAt = (kind: 'node' | 'edge', id: string, field: string, recordingId: string | null): Problem[] => {
    const message = recordingId === null ? null : problemOf(recordingId, known.get(recordingId))
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

/** A person must have checked the transcript, because a spoken yes is recorded as the answer to its words. */
function problemOf(id: string, recording: StoredRecording | undefined): string | null {
  if (recording === undefined) return `Your organization has no recording ${id}. Upload it first, or remove it here.`
  if (recording.transcript === '')
    return `The recording ${id} has no transcript. Write down what is said in it: the conversation needs the words.`
  if (recording.transcript_source === 'recognized')
    return `The transcript of recording ${id} was written by the recognizer. Listen to the recording, then confirm or correct its transcript.`
  return null
}

function realtimeProblems({ settings }: WorkflowDefinition): Problem[] {
  if (settings?.brain !== 'realtime') return []
  const message =
    'A speech-to-speech model speaks itself and cannot play recordings. Choose script or pipeline, or remove the recordings.'
  return [{ kind: 'workflow', id: null, field: 'settings.brain', message }]
}
