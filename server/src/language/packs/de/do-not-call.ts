/** How people ask in German not to be called again. */
import type { DoNotCallPack } from '../pack.ts'

const CALL =
  '(?:anruf(?:en|t|e|st)?|anzurufen|angerufe?n?|telefonier\\w*|kontaktier\\w*|zuruckrufen|belastig\\w*|storen|stort|gestort|melden|meldet|nerven|nervt|klingeln|durchklingeln|behelligen)'
/** Words between the refusal and the calling; what begins another thought ends the refusal. */
const GAP =
  '(?:(?!(?:ob|wenn|falls|weil|denn|ich|wann|wer|wie|(?<!so )was|wo|aber|sondern|sprechen|reden|da|erreichbar|konnte|kann|war|wusste|sicher|gewusst|vergessen)(?: ))\\w+)'
const NEVER = '(?:nicht|nie|niemals|nimmer|keinesfalls|auf keinen fall)'
const LIST =
  '(?:\\w*listen?|datenbank(?:en)?|\\w*verteilern?|systems?|kartei|datei|dateien|registers?|adressbestand|verzeichnis(?:se)?|unterlagen|daten|computer|bestand)'
const MINE =
  '(?:(?:meine|unsere|diese|die) (?:\\w+ )?(?:nummer|telefonnummer|handynummer|daten|rufnummer|kontaktdaten|adresse)|meinen (?:namen|eintrag|kontakt)|unseren (?:namen|eintrag)|alles von mir)'
const REMOVE =
  '(?:streich\\w*|losch\\w*|entfern\\w*|tilg\\w*|nehmen|nimm|nehmt|trag\\w*|werf\\w*|wirf|schmeiss\\w*|hol\\w*|radier\\w*)'

export const germanDoNotCall: DoNotCallPack = {
  requests: [
    // "nicht mehr anrufen", "nie wieder bei mir melden"
    `${NEVER} (?:${GAP} ){0,7}?${CALL}`,
    // "rufen Sie mich bitte nie wieder an"
    `ruf(?:en|t|e)? (?:${GAP} ){0,6}?${NEVER}(?: ${GAP}){0,6} an`,
    `(?:kontaktieren|belastigen|storen|nerven|melden|behelligen) (?:${GAP} ){1,4}?${NEVER}(?: ${GAP})*`,
    '(?:sollen|durfen|sollt|durft|brauchen|brauchst) (?:\\w+ ){0,4}?(?:nicht|nie) (?:\\w+ ){0,3}?(?:anzurufen|anrufen|zu melden)',
    `(?:keine|keinerlei|nie wieder|schluss mit|ende mit|genug von|satt von|verzichte auf|verzichten sie auf|ohne|unterlassen sie|lassen sie|gegen) (?:\\w+ ){0,3}?(?:werbe|telefon|reklame|spam)?(?:anrufe?n?|werbung am telefon|telefonwerbung|kontaktaufnahmen?|telefonate)(?! (?:in abwesenheit|bekommen|erhalten|verpasst))`,
    '(?:keinen|keinerlei) (?:\\w+ )?kontakt',
    '(?:nichts|nie wieder|nicht|nie) (?:mehr )?(?:\\w+ ){0,2}?von (?:ihnen|euch|ihrer firma) (?:\\w+ )?(?:horen|wissen)',
    '(?:nichts|nie wieder) (?:mehr )?mit ihnen zu tun',
    `(?:verbiete|untersage|verbitte) (?:\\w+ ){0,4}?(?:anzurufen|anrufe|anruf|kontakt\\w*|das|zu kontaktieren|mich)`,
    '(?:horen|hor|hort) (?:\\w+ ){0,3}?auf(?: (?:\\w+ ){0,4}?(?:anzurufen|zu \\w+|\\w*anruf\\w*|angeruf\\w*|damit)|$)',
    '(?:unterlassen|lassen) sie (?:\\w+ ){0,3}?(?:anrufen?|anzurufen|das sein|es sein)',
    'sehen sie (?:\\w+ ){0,2}?von (?:\\w+ ){0,2}?anrufen ab',
    'verschon\\w* (?:sie )?(?:mich|uns)',
    `${REMOVE} (?:\\w+ ){0,3}?(?:mich|uns|${MINE}) (?:\\w+ ){0,4}?(?:raus|heraus|runter|herunter|${LIST}|aus$|weg)`,
    `(?:streich|losch|entfern|tilg|vergess|sperr|blockier|radier)\\w* (?:\\w+ ){0,3}?${MINE}`,
    `(?:mich|uns|${MINE}) (?:\\w+ ){0,5}?(?:aus|von|vom) (?:\\w+ ){0,2}?${LIST} (?:\\w+ ){0,2}?(?:nehmen|streichen|loschen|entfernen|austragen|gestrichen|geloscht|entfernt|genommen)`,
    `${MINE} (?:\\w+ ){0,3}?(?:loschen|streichen|entfernen|sperren|vergessen|geloscht|gestrichen|entfernt|gesperrt)`,
    `(?:von|aus|vom) (?:\\w+ ){0,2}?${LIST} (?:\\w+ ){0,2}?(?:gestrichen|geloscht|entfernt|genommen|runter|raus|herunter|heraus)`,
    '(?:mich|uns) (?:\\w+ ){0,2}?(?:abmelden|austragen|loschen|streichen)',
    '(?:melden|tragen) sie (?:mich|uns) (?:\\w+ ){0,2}?(?:ab|aus)',
    '(?:widerruf|zieh|entzieh|widersprech|widersprich)\\w* (?:\\w+ ){0,5}?(?:einwilligung|zustimmung|nutzung|verwendung|speicherung|daten|anrufen?|erlaubnis|einverstandnis|werbung|werbe\\w*)',
    '(?:keine|nie meine|nie eine|nie) (?:\\w+ ){0,2}?(?:einwilligung|erlaubnis|zustimmung|einverstandnis)',
    '(?:nie|nicht) (?:\\w+ ){0,3}?(?:zugestimmt|eingewilligt|erlaubt)',
    'nicht (?:damit )?einverstanden (?:\\w+ ){0,3}?(?:anruf\\w*|kontakt\\w*|mich)',
    'robinson ?liste',
    '(?:sperrliste|sperrvermerk|blacklist)',
    'bundesnetzagentur',
    'verbraucherzentrale',
    '(?:schalte|hole|nehme|beauftrage) (?:\\w+ ){0,2}?(?:einen|meinen) anwalt',
    '(?:erstatte|zeige) (?:\\w+ )?(?:anzeige|an)$',
    '(?:ich )?zeige sie an',
    '(?:das ist|ist) (?:\\w+ ){0,2}?belastigung',
    '(?:lassen sie|lass|lasst) (?:mich|uns) (?:\\w+ ){0,3}?(?:in (?:ruhe|frieden)|zufrieden)',
    '(?:will|mochte|hatte gern|hatte gerne) (?:\\w+ ){0,2}?(?:meine|unsere) ruhe',
    'wenn sie (?:\\w+ ){0,2}?(?:noch einmal|noch mal|nochmal|wieder) (?:hier )?anrufen',
    '(?:letzter anruf|letzte mal (?:\\w+ )?dass (?:sie|ihr))',
    'keine (?:\\w+ ){0,2}?werbung',
    // Whoever refuses calls refuses to be called.
    '(?:lehne|verweigere|verzichte|verbitte|mochte|wunsche|will) (?:\\w+ ){0,4}?(?:keine[nr]? |weiteren? |ihre |auf )(?:\\w+ )?anruf\\w*(?: ab| mehr)?',
    '(?:mich|uns) (?:\\w+ ){0,4}?(?:rausnehmen|herausnehmen|raus nehmen|rausstreichen|rausschmeissen)',
    '(?:mit|von) (?:\\w+ )?anrufen (?:\\w+ ){0,3}?nichts',
    '(?:mich|uns) (?:\\w+ ){0,2}?(?:in ruhe|in frieden|zufrieden) (?:zu )?lassen',
    'anrufe? (?:\\w+ ){0,4}?(?:unerwunscht|nicht erwunscht|verboten|zu unterlassen)',
    'stell\\w* (?:\\w+ ){0,3}?anrufe? (?:\\w+ )?ein',
    'kein(?:e|en)? (?:\\w+ )?anrufe?n? mehr',
    '(?:werde|bekomme) (?:ich |wir )?(?:\\w+ ){0,3}?anrufe? (?:\\w+ )?los',
    'von (?:\\w+ ){0,2}?anrufen (?:abzusehen|absehen)',
    '(?:nicht|nie) (?:mehr )?(?:\\w+ )?(?:zu versuchen|probieren|versuchen)',
    '(?:finger|hande) weg',
    `(?:auf|in) (?:\\w+ )?${LIST} (?:\\w+ ){0,2}?nicht (?:mehr )?(?:stehen|sein|auftauchen)`,
    '(?:einwilligung|zustimmung|erlaubnis|einverstandnis) (?:\\w+ ){0,3}?nicht',
    'nicht (?:mehr )?(?:mich|uns)$',
    'nicht das recht',
    'spar\\w* (?:\\w+ ){0,4}?anruf\\w*',
    '(?:satt|leid|genug|reicht) (?:\\w+ ){0,5}?anruf\\w*',
    '(?:raus|weg) (?:damit|mit (?:meiner|unserer) nummer)',
    '(?:wagen|trauen) sie (?:\\w+ ){0,2}?nicht',
    'liste (?:\\w+ ){0,3}?die (?:\\w+ )?nicht',
    'vergessen sie (?:mich|uns|dass es mich gibt)',
  ],
  exemptions: [
    'warteliste',
    'warum (?:haben|rufen|hat|melden) (?:sie|ihr|er) (?:\\w+ ){0,3}?nicht',
    // Of themselves, or of the past: "ich konnte Sie nicht anrufen", "Sie haben mich nicht angerufen".
    `ich (?:kann|konnte|habe|hatte|hab|werde|wollte|will|darf|durfte|muss|rufe) (?:sie |euch |ihn |jetzt |leider |heute |gerade |noch |im moment )*(?:nicht|nie) (?:\\w+ ){0,3}?(?:anrufen|angerufen|zuruckrufen|telefonieren|gemeldet|melden)(?! werden)`,
    '(?:haben|hat|hast|habt|hatten|wurde) (?:\\w+ ){0,4}?(?:nicht|nie|noch nie) (?:\\w+ ){0,3}?(?:angerufen|gemeldet|kontaktiert|zuruckgerufen)',
    '(?:nicht|nie) storen sie',
    'sie storen (?:\\w+ )?nicht',
    '(?:brauchen|mussen) (?:\\w+ ){0,3}?nicht (?:\\w+ ){0,2}?(?:anzurufen|anrufen|zuruckzurufen|zuruckrufen) (?:ich|weil|denn)',
  ],
  always: [
    '(?:nicht|nie)(?: mehr| wieder)?(?: \\w+){0,3}? (?:angerufen|kontaktiert|belastigt|gestort|behelligt) (?:werden|worden|zu werden)',
  ],
  limitedRefusals: [
    'ruf(?:en|t|e)? (?:sie )?(?:mich |hier |bitte )*nicht (?:jetzt|heute|bei der arbeit|auf der arbeit|vor|nach|am|in der|so fruh|so spat|morgens|abends|mittags|sonntags|wahrend)(?: \\w+){0,3}? ?(?:an)?',
  ],
  invitations: [
    '(?:rufen sie|ruf|sondern|versuchen sie|lieber|besser)(?: \\w+){0,3}? ?(?:morgen|spater|abend|nachste|zu hause|montag|dienstag|mittwoch|donnerstag|freitag|samstag|nachmittag|vormittag)',
  ],
  final: ['nie', 'liste', 'mehr'],
  unfinished: [
    'ihnen',
    'euch',
    'nicht',
    'nie',
    'von',
    'mich',
    'meine',
    'auf',
    'sie',
    'mehr',
    'wieder',
    'ich',
    'dass',
    'mal',
  ],
  phrases: [
    'rufen sie mich nicht mehr an',
    'rufen sie nie wieder an',
    'streichen sie mich von der liste',
    'loschen sie meine nummer',
    'ich mochte nicht mehr angerufen werden',
  ],
}
