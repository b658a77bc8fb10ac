import {
  endStep,
  exitEdge,
  fallbackExits,
  personPresses,
  personSays,
  questionStep,
  sampleDialogue,
  sampleWorkflowOf,
  startStep,
  transferStep,
  WANTS_A_PERSON_EXAMPLES,
} from './parts.ts'

const NEWS = 'The supply in {{outage_area}} is interrupted. We expect it back {{outage_end}}.'
const HELP = 'Say help or press two if somebody in your home depends on medical devices.'

/** Tells of an interrupted supply, and puts people through who depend on it. */
export const outageNotice = {
  name: 'Outage notice (sample)',
  definition: sampleWorkflowOf(
    [
      startStep(
        `Hello, this is an automated call from {{company | your supplier}}. ${NEWS} Say repeat or press one to hear this again. ${HELP}`,
        'Tell that the supply in {{outage_area}} is interrupted until {{outage_end}}. Find out whether somebody needs help.',
      ),
      questionStep('again', 'Once more', `${NEWS} ${HELP} Say understood or press one to end the call.`),
      endStep('told', 'Told', 'Thank you for your patience.'),
      endStep(
        'message',
        'Message for the mailbox',
        `Hello, this is an automated call from {{company | your supplier}}. ${NEWS}`,
      ),
      transferStep('{{agent_number}}'),
    ],
    [
      exitEdge('start', 'again', 'repeat', '1', ['repeat', 'say that again', 'once more']),
      exitEdge('start', 'agent', 'help', '2', [
        'help',
        'I need help',
        'we have a medical device',
        ...WANTS_A_PERSON_EXAMPLES,
      ]),
      { id: 'start-silent', source: 'start', target: 'told', data: { label: 'no_input' } },
      { id: 'start-unclear', source: 'start', target: 'again', data: { label: 'no_match' } },
      { id: 'start-machine', source: 'start', target: 'message', data: { label: 'voicemail' } },
      exitEdge('again', 'agent', 'help', '2', [
        'help',
        'I need help',
        'we have a medical device',
        ...WANTS_A_PERSON_EXAMPLES,
      ]),
      exitEdge('again', 'told', 'understood', '1', ['understood', 'thank you', 'all right']),
      ...fallbackExits('again', 'told'),
    ],
    [],
  ),
  dialogues: [
    sampleDialogue(
      'Hears it twice',
      [personSays('Say that again.', 'again', 'Harbor Street'), personSays('All right.', 'told')],
      'told',
    ),
    sampleDialogue('Needs help', [personSays('We have a medical device.', 'agent')], 'transferred'),
    sampleDialogue('Needs help, by key', [personPresses('2', 'agent')], 'transferred'),
  ],
}
