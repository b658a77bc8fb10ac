import type { RealtimeSessionConfig } from '@openai/agents-realtime'
import { TURN_DETECTION_TUNING } from '../../speech/turns.ts'
import type { AudioFormat } from '../../telephony/media.ts'
import { instructionsFor } from './instructions.ts'
import type { ModelTool } from './model-tools.ts'
import type { WorkflowWalk } from './workflow-walk.ts'

const WIRE_FORMATS = {
  mulaw: { type: 'audio/pcmu' },
  alaw: { type: 'audio/pcma' },
  l16: { type: 'audio/pcm', rate: 24_000 },
} as const

/** Model that transcribes the person's words; the realtime model itself hears the audio. */
const TRANSCRIPTION_MODEL = 'gpt-4o-mini-transcribe'

/** The settings of a realtime endpoint at a step of the workflow. */
export function sessionSettings(
  walk: WorkflowWalk,
  tools: readonly ModelTool[],
  { encoding }: AudioFormat,
  voice: string | undefined,
): Partial<RealtimeSessionConfig> {
  const format = WIRE_FORMATS[encoding]
  // The model answers on its own except during a confirmation, which is judged by rule, and during the last words.
  const answersItself = walk.pending === null && walk.node.type !== 'endCall'
  const language = walk.conversation.definition.settings?.language?.split('-')[0]
  return {
    instructions: instructionsFor(walk),
    toolChoice: 'auto',
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function' as const,
      name,
      description,
      parameters,
      strict: false,
    })),
    outputModalities: ['audio'],
    audio: {
      input: {
        format,
        transcription: { model: TRANSCRIPTION_MODEL, ...(language ? { language } : {}) },
        turnDetection: {
          type: 'server_vad',
          silenceDurationMs: walk.conversation.definition.settings?.end_of_turn_ms ?? TURN_DETECTION_TUNING.endMs,
          createResponse: answersItself,
          interruptResponse: answersItself && walk.mayInterrupt,
        },
      },
      output: { format, ...(voice ? { voice } : {}) },
    },
    // Sent explicitly: the library drops an empty list, and the tools of the previous step would stay.
    ...(tools.length === 0 ? { providerData: { tools: [] } } : {}),
  }
}
