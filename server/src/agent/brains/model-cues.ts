/** Notes for a model besides the person's words. A chat model reads them in brackets, as part of the conversation. */
import type { AnswerProposalRefusal } from '../rules/walk-state.ts'

export const CUE_WITHHELD_VALUE_MISSING =
  '(The person said something. It is withheld, and it was not what was asked for.)'

export const CUE_VALUE_WITHHELD = '(The person gave what was asked for. It is withheld from you.)'

export const CUE_QUESTION_NOT_HEARD =
  '(They spoke before they could hear your question. It is not an answer to it; ask again.)'

export const CUE_LOW_CONFIDENCE = '(What they said was hard to hear. Ask once more before you act on it.)'

export const CUE_NOT_CONFIRMED =
  '(They were asked to confirm that, and said no. It was not done. Find out what they want.)'

export const CUE_DECISION_WITHDRAWN =
  '(They take back what they had decided; nothing is decided yet. Find out what they want.)'

export const CUE_CONFIRMED = '(They confirmed it. Go on.)'

/** Answer to a tool call without evidence. */
export const TOOL_REFUSAL_MESSAGES: Record<AnswerProposalRefusal, string> = {
  nobody_spoke: 'Not done: the person has not said anything yet. Speak to them, and wait for what they say.',
  not_answered:
    'Not done: they have not heard the question of this step, so nothing they said answers it. Ask it, and wait for the answer.',
  awaits_confirmation: 'Not done: the person is being asked to confirm something else.',
  ended: 'Not done: the conversation is over.',
  unsure: 'Not done: what they said was hard to hear. Ask once more, and wait for the answer.',
}

/** The same answer in the form for a chat model. */
export function toolRefusalCue(why: AnswerProposalRefusal): string {
  return `(${TOOL_REFUSAL_MESSAGES[why]})`
}
