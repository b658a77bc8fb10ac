/** State that the parts of the pipeline brain share: the conversation so far, and the turn that is being answered. */
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { ChatEndpoint } from '../../../models/chat-model.ts'
import type { ModelWarmer } from '../../../models/model-warmer.ts'
import { isSensitive, type WorkflowNode } from '../../../workflows/rules/definition.ts'
import type { Conversation } from '../../brain.ts'
import type { BrainAction, Turn } from '../../rules/turn.ts'
import type { Utterance } from '../../rules/utterance.ts'
import { ModelAsker } from '../model-asker.ts'
import { History } from '../pipeline-history.ts'
import { ToolUse } from '../tool-use.ts'
import { WorkflowWalk } from '../workflow-walk.ts'

export interface PipelineSentences {
  /** Sentence that is said instead of an answer. */
  fallback: string
  /** Sentence that is said before a hang-up that the workflow did not request. */
  farewell: string
}

export interface PipelineOptions {
  chat: ChatEndpoint
  clock: Clock
  log: Log
  sentences: PipelineSentences
  /** UTC offset of the person's zone, for "tomorrow". */
  timezoneOffsetMinutes?: number
  /** The step at which this brain takes over from another; by default the workflow's start. */
  beginAt?: string | null
  /** Keeps the connection to the endpoint open. */
  warmer?: ModelWarmer | undefined
}

/** State for answering one turn. */
export interface TurnBeingAnswered {
  signal: AbortSignal
  startedAtMs: number
  turn: Turn['kind']
  spoke: boolean
  nodes: number
}

export type BrainActionStream<T = void> = AsyncGenerator<BrainAction, T>

export class PipelineContext {
  readonly options: PipelineOptions
  readonly walk: WorkflowWalk
  readonly tools: ToolUse
  readonly asker: ModelAsker
  history = new History()
  /** The sensitive step of the person's last words or keys; null if the step was not sensitive. */
  secretStep: WorkflowNode | null = null
  failures = 0
  trouble: string | null = null

  constructor(conversation: Conversation, options: PipelineOptions) {
    this.options = options
    this.walk = new WorkflowWalk(conversation, options)
    this.tools = new ToolUse(this.walk)
    this.asker = new ModelAsker({ ...options, callId: conversation.callId })
  }

  /** The words of a turn; they are sensitive if they were said at a sensitive step or belong to one. */
  wordsOf(words: Utterance): Utterance {
    return words.withheldIf(isSensitive(this.walk.node) || this.secretStep !== null)
  }
}
