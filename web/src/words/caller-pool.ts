/** The numbers that a campaign shows as caller ID. */
import { catalogue } from './catalogue.ts'

export const callerPool = catalogue({
  en: {
    title: 'Numbers shown',
    about: 'Which of your numbers people see when the campaign calls them. A number that rests is never shown.',
    rotation: 'Order',
    rotations: {
      sticky: 'In turn; a person sees the same number again',
      least_used: 'Always the number used longest ago',
      local: 'The number nearest to the person',
    },
    localHelp:
      'Same area code, then same state or province, then same country, then any. A number at its limit yields to the next nearest.',
    all: 'All active numbers of its carriers',
    only: 'Only these numbers',
    allOrOnly: 'Numbers',
    resting: 'rests',
    inactive: 'inactive',
    gone: (id: number) => `deleted number ${id}`,
    noNumbers: 'The carriers of this campaign have no numbers.',
    save: 'Save the numbers',
    saved: 'Numbers saved.',
    notSaved: 'Numbers not saved',
    numberShown: 'Number shown',
    reasons: {
      same_area: 'the nearest: same area code',
      same_region: 'the nearest: same state or province',
      same_country: 'the nearest: same country',
      seen_before: 'the person saw it before',
      in_turn: 'its turn',
      arm: 'the person’s arm of the experiment',
    },
  },
  de: {
    title: 'Gezeigte Nummern',
    about: 'Welche Ihrer Nummern die Angerufenen bei dieser Kampagne sehen. Eine Nummer, die ruht, wird nie gezeigt.',
    rotation: 'Reihenfolge',
    rotations: {
      sticky: 'Reihum; eine Person sieht dieselbe Nummer wieder',
      least_used: 'Immer die am längsten nicht benutzte Nummer',
      local: 'Die Nummer, die der Person am nächsten ist',
    },
    localHelp:
      'Gleiche Vorwahl, dann gleicher Bundesstaat oder gleiche Provinz, dann gleiches Land, dann jede. Eine Nummer an ihrer Grenze weicht der nächstgelegenen.',
    all: 'Alle aktiven Nummern ihrer Anbieter',
    only: 'Nur diese Nummern',
    allOrOnly: 'Nummern',
    resting: 'ruht',
    inactive: 'nicht aktiv',
    gone: (id: number) => `gelöschte Nummer ${id}`,
    noNumbers: 'Die Anbieter dieser Kampagne haben keine Nummern.',
    save: 'Nummern speichern',
    saved: 'Nummern gespeichert.',
    notSaved: 'Nummern nicht gespeichert',
    numberShown: 'Gezeigte Nummer',
    reasons: {
      same_area: 'die nächste: gleiche Vorwahl',
      same_region: 'die nächste: gleicher Bundesstaat oder gleiche Provinz',
      same_country: 'die nächste: gleiches Land',
      seen_before: 'die Person hat sie schon gesehen',
      in_turn: 'sie war an der Reihe',
      arm: 'die Gruppe der Person im Experiment',
    },
  },
})
