/**
 * Standard sentences of the agent, independent of the workflow. Synthesized in advance, so that they can be said immediately.
 */
export interface StandardSentences {
  fillers: readonly string[]
  /** Said when the brain failed or did not answer. */
  fallback: string
  doNotCall: string
  transferFailed: string
  /** Said to a transfer target, before and after the announcement. */
  takeOver: { opening: string; connecting: string }
  stillThere: string
  /** Said when the person asked for a moment. */
  takeYourTime: string
  notUnderstood: string
  /** Read-back of a value before it is stored; `{value}` is the value in spoken form. */
  readBack: { date: string; amount: string; code: string; question: string }
  /** Said when the person said nothing, or nothing useful. */
  farewell: string
  timeIsUp: string
}

export const ENGLISH_SENTENCES: StandardSentences = {
  fillers: ['One moment, please.', 'Thank you for waiting, I am still looking.'],
  fallback: 'I am sorry, I have a technical problem. We will call you again. Good-bye.',
  doNotCall: 'I understand. We will not call you again. Good-bye.',
  transferFailed: 'I am sorry, I could not put you through. Please try again later. Good-bye.',
  takeOver: { opening: 'Hello. I have a person on the line for you.', connecting: 'I am connecting you now.' },
  stillThere: 'Are you still there?',
  takeYourTime: 'Of course, take your time.',
  notUnderstood: 'Sorry, I did not understand.',
  readBack: {
    date: 'I have {value}.',
    amount: 'That is {value}.',
    code: 'I understood: {value}.',
    question: 'Is that right?',
  },
  farewell: 'Thank you for your time. Good-bye.',
  timeIsUp: 'I am sorry, our time is up. Good-bye.',
}

/** All sentences that may have to be said immediately, to synthesize them in advance. */
export function sentencesToPresynthesize(sentences: StandardSentences): string[] {
  const { fillers, fallback, doNotCall, farewell, stillThere, notUnderstood } = sentences
  return [...fillers, notUnderstood, stillThere, doNotCall, farewell, fallback]
}
