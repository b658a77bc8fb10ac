import {
  endStep,
  endStepDoNotCall,
  exitEdge,
  fallbackExits,
  IDENTITY_DIALOGUES,
  identityStep,
  personPresses,
  personSays,
  questionStep,
  sampleDialogue,
  sampleWorkflowOf,
  YES_EXAMPLES,
} from './parts.ts'

const identity = identityStep('ask')

/**
 * Asks for consent to further calls. Question and answer are recorded as audio; a no puts the number on the do-not-call list.
 */
export const consentRenewal = {
  name: 'Consent renewal (sample)',
  definition: sampleWorkflowOf(
    [
      ...identity.nodes,
      questionStep(
        'ask',
        'May we call?',
        'Thank you. May {{company | our office}} call you with offers in future? Please say yes or no, or press one or two.',
      ),
      endStep('agreed', 'Agreed', 'Thank you, I have noted your consent. You can withdraw it at any time.'),
      endStepDoNotCall('declined', 'Declined', 'I have noted your no.'),
    ],
    [
      ...identity.edges,
      exitEdge('ask', 'agreed', 'yes', '1', YES_EXAMPLES, {
        confirm:
          'You agree that {{company | our office}} calls you with offers, is that right? The answer is recorded.',
        consent: true,
      }),
      exitEdge('ask', 'declined', 'no', '2', ['no', 'no more calls', 'I do not want that']),
      ...fallbackExits('ask'),
    ],
    [],
  ),
  dialogues: [
    sampleDialogue(
      'Agrees twice',
      [personPresses('1', 'ask'), personSays('Yes, please.', 'ask', 'is that right'), personSays('Yes.', 'agreed')],
      'agreed',
    ),
    sampleDialogue(
      'A doubtful yes is no consent',
      [personPresses('1', 'ask'), personSays('Yes, well, maybe.', 'ask'), personSays('No.', 'declined')],
      'declined',
    ),
    ...IDENTITY_DIALOGUES,
  ],
}
