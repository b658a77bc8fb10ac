import { expect, test } from 'vitest'
import { type AnswerEvidence, classifyAnswer, type HeardSpeech, MACHINE_DETECTION_TUNING } from './answering-machine.ts'

function said(text: string | undefined, lengthMs: number, startedAtMs = 500): HeardSpeech {
  return { startedAtMs, lengthMs, ended: true, text }
}

function judge(speech: HeardSpeech[], more: Partial<AnswerEvidence> = {}): string {
  return classifyAnswer({ answeredAtMs: 0, nowMs: 10_000, speech, hasRecognizer: true, ...more }).who
}

test.each([
  ['Hello?', 500],
  ['Yes, who is this?', 1100],
  ['The GM is not available at the moment.', 2000],
  ['He is not available right now.', 1600],
  ['She can’t come to the phone.', 1400],
  ['He can’t come to the phone right now, can I ask who’s calling?', 3200],
  ['He is out of the office, would you like to leave a message?', 3300],
  ['You can leave a message with me.', 2000],
  ['Thank you for calling Acme Corporation, this is Jane speaking, how may I help you?', 5200],
  ['I am driving, I will get back to you.', 2500],
  ['Hello, Smith residence, John and Mary are both here, go ahead please.', 4200],
  ['Leave a message.', 900],
])('a person says "%s"', (text, lengthMs) => {
  expect(judge([said(text, lengthMs)])).toBe('person')
})

test.each([
  ['Please leave a message after the tone.', 2200],
  ['Hi, you have reached Bob. I can’t come to the phone right now. Leave me a message.', 4800],
  ['The person you are calling is not available. Please record your message.', 4500],
  ['The mailbox is full and cannot accept any messages at this time.', 3800],
  ['Hello, this is Susan. Leave the message.', 3100],
  ['We’re sorry, the mailbox is fluent and not accept any messages at this time.', 5500],
  ['Your call has been forwarded to an automated voice messaging system.', 4000],
  ['You’ve reached the voicemail of Ann Lee.', 2600],
  ['We are unable to take your call, we will get back to you as soon as possible.', 4100],
  ['At the tone, please record your message. When you have finished, hang up.', 5000],
])('a machine says "%s"', (text, lengthMs) => {
  expect(judge([said(text, lengthMs)])).toBe('machine')
})

test('a greeting in two breaths is a machine once its words are heard', () => {
  const first = said('Hi, this is Bob.', 1200)
  expect(judge([first])).toBe('person')
  expect(judge([first, said('Leave your name and number after the beep.', 2400, 2600)])).toBe('machine')
})

test('long speech is a machine by its length alone, without any recognizer', () => {
  const without = { hasRecognizer: false }
  expect(judge([said(undefined, MACHINE_DETECTION_TUNING.lengthAloneMs)], without)).toBe('machine')
  expect(judge([said(undefined, 1000)], without)).toBe('person')
})

const SOUNDS: [string, HeardSpeech[], string, Partial<AnswerEvidence>?][] = [
  ['not recognized yet', [said(undefined, 600)], 'undecided'],
  ['without words', [said('', 600)], 'undecided'],
  ['as long as a sentence, without words', [said('', 3900)], 'undecided'],
  ['whose words are only signs', [said('...', 600)], 'undecided'],
  ['without words, and more of them', [said('', 600), said('', 900, 3000)], 'undecided'],
  [
    'without words, then somebody whose words are not there yet',
    [said('', 600), said(undefined, 500, 3000)],
    'undecided',
  ],
  ['without words, then a person', [said('', 600), said('Hello?', 500, 3000)], 'person'],
  ['without words, then a long recording', [said('', 600), said(undefined, 7000, 3000)], 'machine'],
  ['without words, then a beep', [said('', 900)], 'machine', { beepAtMs: 2500 }],
]

test.each(SOUNDS)('where a recognizer listens, a sound %s', (_, speech, who, more = {}) => {
  expect(judge(speech, more)).toBe(who)
})

test('nothing is decided while speech goes on, is not recognised yet, or has not begun', () => {
  expect(judge([{ startedAtMs: 500, lengthMs: 2000, ended: false }])).toBe('undecided')
  expect(judge([said(undefined, 3500)])).toBe('undecided')
  expect(judge([])).toBe('undecided')
})

test('a beep after speech is a machine, a beep on a line where somebody then speaks is not', () => {
  expect(judge([said('Hi, this is Bob.', 1200)], { beepAtMs: 2500 })).toBe('machine')
  expect(judge([said('Hello?', 500)], { beepAtMs: 2500 })).toBe('person')
  expect(judge([said('Hi, this is Bob.', 1200), said('Hello?', 600, 3000)], { beepAtMs: 2500 })).toBe('person')
})

test('a beep alone is a machine only after lasting silence', () => {
  expect(judge([], { beepAtMs: 1000, nowMs: 2000 })).toBe('undecided')
  expect(judge([], { beepAtMs: 1000, nowMs: 4000 })).toBe('machine')
})

test('what is said later in the call is no greeting', () => {
  const later = said('Please leave a message after the tone.', 2500, MACHINE_DETECTION_TUNING.windowMs + 1)
  expect(judge([said('Hello?', 500), later])).toBe('person')
})
