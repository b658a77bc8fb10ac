import { CORRECTIONS, type CorrectionWords } from '../corrections.ts'
import type { LanguagePack } from '../pack.ts'
import { germanAnswers } from './answers.ts'
import { germanDates } from './dates.ts'
import { germanDoNotCall } from './do-not-call.ts'
import { germanNumbers } from './numbers.ts'
import { germanSpokenForms } from './spoken.ts'

export const german: LanguagePack = {
  tag: 'de',
  name: 'German',
  languageRequests:
    'auf bitte können könnten kann wir sie ich du sprechen spreche sprichst reden nur lieber möchte würde gerne wechseln weiter in entschuldigung hallo ja doch'.split(
      ' ',
    ),
  sentences: {
    fillers: ['Einen Moment bitte.', 'Danke für Ihre Geduld, ich suche noch.'],
    fallback: 'Es tut mir leid, ich habe ein technisches Problem. Wir rufen Sie wieder an. Auf Wiederhören.',
    doNotCall: 'Ich habe verstanden. Wir rufen Sie nicht mehr an. Auf Wiederhören.',
    transferFailed: 'Es tut mir leid, ich konnte Sie nicht verbinden. Bitte versuchen Sie es später. Auf Wiederhören.',
    takeOver: { opening: 'Guten Tag. Ich habe jemanden für Sie in der Leitung.', connecting: 'Ich verbinde jetzt.' },
    stillThere: 'Sind Sie noch da?',
    takeYourTime: 'Natürlich, lassen Sie sich Zeit.',
    notUnderstood: 'Entschuldigung, das habe ich nicht verstanden.',
    readBack: {
      date: 'Ich habe {value} notiert.',
      amount: 'Das sind {value}.',
      code: 'Ich habe verstanden: {value}.',
      question: 'Ist das richtig?',
    },
    farewell: 'Vielen Dank für Ihre Zeit. Auf Wiederhören.',
    timeIsUp: 'Es tut mir leid, unsere Zeit ist um. Auf Wiederhören.',
  },
  listening: 'hm mhm mm aha ah oh ach so ja jaja genau okay gut alles klar verstehe richtig na'.split(' '),
  openings: 'hallo ja bitte guten tag morgen abend gruss gott moin am apparat wer ist da servus'.split(' '),
  greetings: 'hallo guten tag gruss moin servus'.split(' '),
  answers: 'ja nein genau'.split(' '),
  closings: 'danke vielen schonen tag noch auf wiederhoren wiedersehen tschuss ebenso gleichfalls bis dann und'.split(
    ' ',
  ),
  holdOn: [
    '^(?:(?:ja|ah|ach|entschuldigung|bitte|oh) )*(?:moment(?:chen)?|einen (?:kleinen )?moment|eine (?:sekunde|minute)|warten sie(?: mal)?|warte(?: mal)?|augenblick|einen augenblick|sekunde|bleiben sie dran|ich (?:schaue|hole|suche)(?: \\w+){0,4})(?: (?:bitte|mal|kurz|noch|einen moment|eine sekunde|eine minute))*$',
  ],
  asksBack: [
    'wer (?:ist|spricht|sind|ruft)(?: da| dort| sie| an)?',
    'mit wem (?:spreche|rede)',
    'von wo rufen sie',
    'woher (?:rufen|haben) sie',
    '(?:was|worum) (?:wollen sie|geht es|ist das)',
    'warum rufen sie',
    '(?:sind sie|ist das|bist du) (?:ein |eine )?(?:roboter|maschine|computer|bandansage|betrug)',
    '(?:konnen|konnten) sie (?:das )?(?:bitte )?(?:noch ?mal |noch einmal )?(?:wiederholen|sagen)',
    'ich (?:verstehe|hore) (?:sie )?(?:nicht|schlecht)',
    'nicht verstanden',
    '^(?:wie bitte|bitte wie|was|hah?|noch ?mal|entschuldigung|wie)(?: bitte)?$',
  ],
  hesitations: 'ah ahm also und oder aber der die das ein eine mein meine ist es ich am im zu von weil wie na'.split(
    ' ',
  ),
  answerForms: germanAnswers,
  negations: 'nicht nein kein keine keinen keiner nie niemals nichts ohne niemand'.split(' '),
  numbers: germanNumbers,
  digits: {},
  dates: germanDates,
  corrections: CORRECTIONS.de as CorrectionWords,
  spoken: germanSpokenForms,
  machineWords: {
    machine: [
      'nach dem (?:signalton|ton|piepton|signal)',
      '(?:hinterlassen|sprechen) sie (?:bitte )?(?:eine|ihre|uns eine) nachricht',
      '(?:mailbox|anrufbeantworter) (?:von|des|der)',
      'sprechen sie nach',
      'sie konnen (?:[a-z]+ ){0,4}nachricht hinterlassen',
    ],
    doubtful: [
      '(?:nicht|zurzeit nicht|gerade nicht|derzeit nicht) (?:erreichbar|zu erreichen|verfugbar|da)',
      'mailbox',
      'anrufbeantworter',
      'rufe (?:sie |dich )?(?:so bald|baldmoglichst)?\\s?(?:wie moglich )?zuruck',
      'so bald wie moglich',
      'konnen (?:ihren|deinen) anruf',
    ],
    person: ['wer (?:ist|spricht|ruft)', 'mit wem', 'was kann ich', 'worum geht', 'soll ich'],
  },
  doNotCall: germanDoNotCall,
}
