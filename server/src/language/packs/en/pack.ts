import { ENGLISH_SENTENCES } from '../../rules/sentences.ts'
import { CORRECTIONS, type CorrectionWords } from '../corrections.ts'
import type { LanguagePack } from '../pack.ts'
import { englishAnswers } from './answers.ts'
import { englishDates } from './dates.ts'
import { englishDoNotCall } from './do-not-call.ts'
import { englishNumbers } from './numbers.ts'
import { englishSpokenForms } from './spoken.ts'

const HOLD_FILLER = '(?:oh|um|uh|okay|yes|yeah|well|sorry|hello|please|could you|can you|just|i am|i have to)'
const HOLD_ON = [
  '(?:hold|hang) on',
  '(?:wait |give me |gimme )*(?:a|one|two|for a) (?:quick )?(?:moment|moments|second|seconds|sec|secs|minute|minutes|min|mins)',
  'wait(?: a bit)?',
  'bear with me',
  'let me (?:just )?(?:get|grab|find|fetch|look|check|see)(?: \\w+){0,5}',
].join('|')

export const english: LanguagePack = {
  tag: 'en',
  name: 'English',
  languageRequests:
    'in please can could we you i do speak speaking talk prefer would like to switch only instead sorry hello hi rather want continue change lets us okay yes'.split(
      ' ',
    ),
  sentences: ENGLISH_SENTENCES,
  listening:
    'uh huh um mm hm hmm mhm mmhmm mmm ah oh okay right sure yes yeah yep yup well so i see alright all good fine cool gotcha go on'.split(
      ' ',
    ),
  openings: 'hello hi hey good morning afternoon evening day yes yeah speaking this is he she me there'.split(' '),
  greetings: 'hello hi hey morning afternoon evening'.split(' '),
  answers: 'yes yeah yep yup sure no nope'.split(' '),
  closings: 'thank you thanks bye goodbye too very much have a nice great good day care take later and'.split(' '),
  holdOn: [`^(?:${HOLD_FILLER} )*(?:${HOLD_ON})(?: (?:${HOLD_ON}|${HOLD_FILLER}|there|for me|will you))*$`],
  asksBack: [
    'who (?:is|are) (?:this|that|it|calling|speaking|you)',
    'who am i (?:speaking|talking) (?:to|with)',
    'what is (?:this|it) (?:about|regarding|all about)',
    'what (?:do you want|are you selling|company|number)',
    '(?:why|where) are you calling(?: from)?',
    'where (?:is this|did you get (?:my|this) number)',
    'are you (?:a )?(?:robot|machine|bot|computer|real|recording|human|person)',
    'is (?:this|that|it) (?:a )?(?:robot|machine|bot|computer|real|recording|scam|joke|human|an ai)',
    '(?:can|could) you (?:please )?(?:say (?:that|it)|repeat|speak)',
    '(?:say|repeat) (?:that|it)(?: again)?(?: please)?$',
    'what (?:did you say|was that)',
    '(?:i )?(?:did not|can not|could not|can hardly) (?:hear|understand|catch|get|follow)',
    '^(?:pardon|pardon me|sorry|excuse me|what|come again|huh|say again)(?: please)?$',
  ],
  hesitations: 'um uh er erm well so and but or the a an my is it i to because like maybe on at of for'.split(' '),
  answerForms: englishAnswers,
  negations: 'not no never nor neither without hardly nothing nobody'.split(' '),
  numbers: englishNumbers,
  digits: {},
  dates: englishDates,
  corrections: CORRECTIONS.en as CorrectionWords,
  spoken: englishSpokenForms,
  machineWords: {
    machine: [
      '(?:after|at|following|wait for|hear) the (?:sound of the )?(?:tone|beep|signal)',
      '(?:please|kindly|just|and|to|or|can) (?:leave|record) (?:me |us )?(?:a|your|the) .{0,60}(?:message|name|number)',
      'leave (?:me |us )?(?:a|the|your) (?:brief |short |detailed |quick )?(?:voice ?)?(?:message|name and)',
      'record your (?:message|name|greeting)',
      'accept (?:new |any |any new )?messages',
      '(?:mail ?box|voice ?mail(?: box)?) (?:is full|has not been set|that has not|belonging)',
      '(?:forwarded|transferred|redirected) to (?:an? )?(?:automat|voice|answer)\\w*',
      'when you (?:are|have) (?:finished|done)',
      'press (?:pound|hash|one|1|the)',
      'for more options',
    ],
    doubtful: [
      '(?:not|un) ?available',
      '(?:can ?no|can|unable to|could ?no|couldn)t? (?:come to|answer|take|pick up|reach)',
      '(?:can not|could not) (?:come to|answer|take|pick up|reach)',
      'you (?:ha)?ve (?:just )?reached',
      'voice ?mail',
      'mail ?box',
      'answering (?:machine|service)',
      '(?:away from|out of) (?:my|the|our) (?:desk|phone|office)',
      'missed your call',
      'back to you',
      'as soon as',
    ],
    person: [
      'who(?:s| is) (?:this|calling|speaking)',
      'who am i',
      '(?:may|can) i ask',
      '(?:can|may|could|how can|how may) i (?:help|assist|take)',
      '(?:would you like|do you want|did you want|shall i|should i|want me) (?:to|me)',
      'message with me',
      'i(?:ll| will| can) (?:tell|let|give|pass|take)',
      'what(?:s| is) (?:this|it) (?:about|regarding)',
      'what do you want',
      'is (?:this|that|it) about',
    ],
  },
  doNotCall: englishDoNotCall,
}
