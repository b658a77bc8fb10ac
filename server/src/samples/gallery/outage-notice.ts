import {
  dialogue,
  end,
  exit,
  otherwise,
  presses,
  question,
  says,
  start,
  transfer,
  WANTS_A_PERSON,
  workflowOf,
} from './parts.ts'

const NEWS = 'The supply in {{outage_area}} is interrupted. We expect it back {{outage_end}}.'
const HELP = 'Say help or press two if somebody in your home depends on medical devices.'

/** Tells of an interrupted supply, and puts people through who depend on it. */
export const outageNotice = {
  name: 'Outage notice (sample)',
  definition: workflowOf(
    [
      start(
        `Hello, this is an automated call from {{company | your supplier}}. ${NEWS} Say repeat or press one to hear this again. ${HELP}`,
        'Tell that the supply in {{outage_area}} is interrupted until {{outage_end}}. Find out whether somebody needs help.',
      ),
      question('again', 'Once more', `${NEWS} ${HELP} Say understood or press one to end the call.`),
      end('told', 'Told', 'Thank you for your patience.'),
      end(
        'message',
        'Message for the mailbox',
        `Hello, this is an automated call from {{company | your supplier}}. ${NEWS}`,
      ),
      transfer('{{agent_number}}'),
    ],
    [
      exit('start', 'again', 'repeat', '1', ['repeat', 'say that again', 'once more']),
      exit('start', 'agent', 'help', '2', ['help', 'I need help', 'we have a medical device', ...WANTS_A_PERSON]),
      { id: 'start-silent', source: 'start', target: 'told', data: { label: 'no_input' } },
      { id: 'start-unclear', source: 'start', target: 'again', data: { label: 'no_match' } },
      { id: 'start-machine', source: 'start', target: 'message', data: { label: 'voicemail' } },
      exit('again', 'agent', 'help', '2', ['help', 'I need help', 'we have a medical device', ...WANTS_A_PERSON]),
      exit('again', 'told', 'understood', '1', ['understood', 'thank you', 'all right']),
      ...otherwise('again', 'told'),
    ],
    [],
  ),
  dialogues: [
    dialogue('Hears it twice', [says('Say that again.', 'again', 'Harbor Street'), says('All right.', 'told')], 'told'),
    dialogue('Needs help', [says('We have a medical device.', 'agent')], 'transferred'),
    dialogue('Needs help, by key', [presses('2', 'agent')], 'transferred'),
  ],
}
