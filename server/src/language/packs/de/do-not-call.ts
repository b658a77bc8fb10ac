/** How people ask in German not to be called again. */
import type { DoNotCallPack } from '../pack.ts'

const CALL =
  '(?:anrufen|anzurufen|angerufen|anrufe?|anruft|kontaktieren|kontaktiert|zuruckrufen|belastigen|storen|melden)'
const LIST = '(?:listen?|datenbank|verteiler|system|kartei|datei|register|anrufliste)'
const MINE = '(?:meine (?:\\w+ )?(?:nummer|telefonnummer|handynummer|daten|rufnummer)|meinen namen|diese nummer)'

export const germanDoNotCall: DoNotCallPack = {
  requests: [
    '(?:rufen|ruf|ruft) (?:sie )?(?:\\w+ ){0,4}?(?:nicht|nie|niemals)(?: mehr| wieder| noch einmal| noch mal| nochmal)+(?: \\w+)? ?an',
    '(?:rufen|ruf|ruft) (?:sie )?(?:mich|uns|hier|bitte) (?:bitte )?(?:nicht|nie) an$',
    `(?:nicht|nie|niemals|keinesfalls)(?: mehr| wieder| noch einmal| noch mal| nochmal| von ihnen)+ ${CALL}`,
    `(?:sollen|durfen|sollt|durft) (?:sie )?(?:mich |uns |hier )*(?:nicht|nie)(?: mehr| wieder)? ${CALL}`,
    'nicht mehr anrufen',
    '(?:mochte|will|wunsche|wollen|mochten) (?:\\w+ )?(?:nicht|nie)(?: mehr| wieder)?(?: von ihnen)? (?:angerufen|kontaktiert|belastigt|gestort)',
    '(?:mochte|will|wunsche) nicht dass sie (?:\\w+ ){0,4}?(?:anrufen|kontaktieren)',
    'keine (?:weiteren |werbe)?anrufe(?: mehr| bitte)?$',
    'keine werbeanrufe',
    'keine anrufe mehr',
    '(?:verbiete|untersage) (?:ihnen |euch |dir )?(?:\\w+ )?(?:anzurufen|mich|weitere anrufe|anrufe)',
    'tragen sie (?:mich|uns) (?:bitte )?aus',
    `nehmen sie (?:mich|uns|${MINE}) (?:bitte )?(?:da )?(?:raus|heraus)`,
    '(?:das ist|ist) belastigung',
    'horen sie (?:endlich )?(?:damit )?auf$',
    '(?:ich )?zeige sie an',
    'keinen (?:weiteren )?kontakt(?: mehr)?(?: (?:von|mit|zu) ihnen)?',
    '(?:nichts|nie wieder|nicht) (?:mehr )?von ihnen horen',
    '(?:horen|hor|hort) (?:sie )?(?:endlich )?auf (?:\\w+ ){0,2}?(?:anzurufen|zu belastigen|zu storen|mit den anrufen|mit diesen anrufen)',
    '(?:kontaktieren|belastigen|storen) sie (?:mich|uns) (?:bitte )?(?:nicht|nie)(?: mehr| wieder)?',
    '(?:unterlassen|lassen) sie (?:bitte )?(?:diese|weitere|das|die) (?:anrufen?|weiteren anrufe)',
    `(?:streichen|nehmen|loschen|entfernen|tragen) (?:sie )?(?:bitte )?(?:mich|uns|${MINE}) (?:bitte )?(?:von|aus|vom) (?:der |ihrer |dem |ihrem |dieser )?(?:${LIST})`,
    `(?:streichen|loschen|entfernen|sperren|vergessen) (?:sie )?(?:bitte )?${MINE}`,
    `(?:mich|uns|${MINE}) (?:bitte )?(?:von|aus) (?:der |ihrer |dem |ihrem )?${LIST} (?:nehmen|streichen|loschen|entfernen)`,
    `${MINE} (?:bitte )?(?:loschen|streichen|entfernen)`,
    `(?:von|aus) (?:der |ihrer |dem |ihrem )?${LIST} (?:gestrichen|geloscht|entfernt|genommen|runter)`,
    '(?:mich|uns) (?:bitte )?abmelden',
    'melden sie mich (?:bitte )?ab',
    '(?:widerrufe|ziehe|widerspreche) (?:\\w+ )?(?:\\w+ )?(?:einwilligung|zustimmung|nutzung|daten|anrufen|anruf)',
    'keine (?:einwilligung|erlaubnis|zustimmung)',
    '(?:diesen )?anrufen nicht zugestimmt',
    'robinsonliste',
    'sperrliste',
    '(?:lassen sie|lass|lasst) (?:mich|uns) (?:endlich |bitte )?in (?:ruhe|frieden)',
    'wenn sie (?:\\w+ ){0,2}?(?:noch einmal|noch mal|nochmal|wieder) (?:hier )?anrufen',
  ],
  exemptions: ['warteliste', 'warum (?:haben|rufen) sie (?:mich )?nicht'],
  always: [],
  limitedRefusals: [
    'rufen sie (?:mich |hier )?nicht (?:jetzt|heute|bei der arbeit|vor|nach|am|in der|so fruh|morgens|abends)(?: \\w+){0,3}? ?(?:an)?',
  ],
  invitations: [
    '(?:rufen sie|sondern|versuchen sie)(?: \\w+){0,3}? ?(?:morgen|spater|abend|nachste|zu hause|montag|dienstag|mittwoch|donnerstag|freitag|nachmittag)',
  ],
  final: ['nie', 'liste', 'mehr'],
  unfinished: ['ihnen', 'euch', 'nicht', 'nie', 'von', 'mich', 'meine', 'auf', 'sie'],
  phrases: [
    'rufen sie mich nicht mehr an',
    'rufen sie nie wieder an',
    'streichen sie mich von der liste',
    'loschen sie meine nummer',
    'ich mochte nicht mehr angerufen werden',
  ],
}
