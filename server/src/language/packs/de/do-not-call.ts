/** How people ask in German not to be called again. */
import type { DoNotCallPack } from '../pack.ts'
import { type RefusalWords, refusalPatterns } from '../refusals.ts'

/** Words are written here in German spelling; transcripts have "ö" as "o", or as "oe". */
function umlauts<T>(value: T): T {
  if (typeof value === 'string') {
    return value.replace(/[äöü]/gu, (letter) => `${{ ä: 'a', ö: 'o', ü: 'u' }[letter]}e?`).replace(/ß/gu, 'ss') as T
  }
  if (Array.isArray(value)) return value.map(umlauts) as T
  return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, umlauts(inner)])) as T
}

const CALL =
  '(?:anruf(?:en|t|e|st)?|anriefen?|anzurufen|angerufe?n?|telefonier\\w*|kontaktier\\w*|zurückrufen|belästig\\w*|stören|stört|gestört|melden|meldet|nerven|nervt|klingeln|durchklingeln|behelligen|anklingeln|anzuklingeln|anbimmeln|\\w*spammen)'
const CALLS =
  '(?:\\w*anrufe?n?|telefonischer? kontakt|anruferei|telefoniererei|geklingel|belästigung|angerufe|\\w*telefonate|telefonterror|telefonwerbung|werbung am telefon|kontaktaufnahmen?|klingelei)'
const NEVER = '(?:nicht|nie|niemals|nimmer|keinesfalls|auf keinen fall|net|ned)'
/** A word within a refusal; words that begin another thought end it. */
const GAP =
  '(?:(?!(?:ob|wenn|falls|weil|denn|ich|wann|wer|wie|(?<!so )was|wo|aber|sondern|sprechen|reden|da|erreichbar|konnte|kann|war|wusste|sicher|gewusst|vergessen|auf|heute|morgen|vor|während|zögern|gebeten)(?: ))\\w+)'
const LIST =
  '(?:\\w*listen?|datenbank(?:en)?|\\w*verteilern?|systems?|kartei|datei|dateien|registers?|adressbestand|verzeichnis(?:se)?|unterlagen|daten|computer|rechner|bestand)'
const MINE =
  '(?:(?:meine|unsere|diese|die) (?!alten? )(?:\\w+ )?(?:nummer|telefonnummer|handynummer|daten|rufnummer|kontaktdaten|adresse)|mein telefon|meinen (?:namen|eintrag|kontakt)|unseren (?:namen|eintrag)|alles von mir)'
const WHEN =
  '(?:jetzt|heute|morgen|gerade|vor \\w+|nach \\w+|zwischen|am (?:abend|morgen|nachmittag|vormittag|wochenende|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|arbeitsplatz)|in der (?:früh|nacht|mittags\\w*|woche)|so (?:früh|spät)|zu (?:früh|spät)|morgens|abends|mittags|vormittags|nachmittags|nachts|sonntags|samstags|während|solange|um (?:diese|die) (?:zeit|uhrzeit)|um \\w+ uhr|bevor|bis)'
const WHERE =
  '(?:(?:bei|auf|in|im|zu|am) (?:der |dem |meiner |meinem )?(?:arbeit|büro|festnetz|firma|hause|geschäft|dienst)|meinen mann|meine frau|meinen chef)'

const WORDS: RefusalWords = {
  never: NEVER,
  gap: GAP,
  call: CALL,
  notCall: '(?:ist (?:ok|okay|gut)|gehen)',
  calling: '(?:ruf(?:en|t|e|st)|meld(?:en|et)|wähl(?:en|t|st)?)',
  again: '(?:mehr|wieder|noch ?(?:ein)?mal|nochmals|weiter|weiterhin|künftig|in zukunft|jemals|ein weiteres mal)',
  calls: CALLS,
  notCalls: '(?:in abwesenheit|bekommen|erhalten|verpasst|von gestern)',
  stop: '(?:(?:hör(?:en|t|e)?|hört) (?:\\w+ ){0,3}?auf|aufhören|schluss|ende|unterlass\\w*|lass(?:en|t)?(?: sie| ihr)?(?: bitte| endlich)? (?:das|die|diese|ihre|den)|verzicht\\w*|stopp?\\w*|beend\\w*|verschon\\w*|einstellen|stell(?:en|t)? sie)',
  cease:
    '(?:aufhören|aufzuhören|ein(?:stellen)?|eingestellt|unterbleiben|sein lassen|unterlassen|unerwünscht|nicht erwünscht|verboten|zu unterlassen)',
  none: '(?:kein(?:e[nrm]?)?|keinerlei|nie wieder|ohne|weder|gegen)',
  enough: '(?:satt|leid|genug|reichts?|langts?|nase voll|schnauze voll|hals|schluss)',
  want: '(?:will|wollen|möchte|möchten|wünsche|wünschen|brauche|brauchen|dulde|dulden|bestellt|verlangt|akzeptiere|haben|bekommen|kriegen|erhalten|willkommen)',
  nobody: '(?:keiner|niemand)(?= (?:\\w+ ){0,2}?(?:will|möchte|braucht))',
  remove:
    '(?<!nicht )(?:streich\\w*|lösch\\w*|entfern\\w*|tilg\\w*|radier\\w*|schmei(?:ss|s)\\w*|(?:nehm|nimm|trag|werf|wirf|hol)\\w* (?:\\w+ )?(?:bitte )?(?:mich|uns|meine?n?|unsere?n?|diese))',
  removed: '(?:lösch|streich|entfern|sperr|vergess|gelösch|gestrich|gesperr|tilg|raus|heraus|runter|weg)\\w*',
  mine: MINE,
  list: LIST,
  notList: '(?:für die warte)',
  forget: '(?:vergess(?:en sie|t)|vergiss|(?:sperr|blockier|verlier)\\w*)',
  number: `(?:${MINE}|(?:mich|uns)$|dass es mich gibt)`,
  revoke: '(?:widerruf|zieh|entzieh|zurückzieh)\\w*',
  consent: '(?:einwilligung|zustimmung|erlaubnis|einverständnis)(?:en)?',
  permission:
    '(?:einwilligung|zustimmung|erlaubnis|einverständnis|zugestimmt|eingewilligt|erlaubt|das recht)(?! (?:dass ich|zu haben))',
  forbid: '(?:verbiete|untersage|verbitte|verlange|fordere|widersprech\\w*|widersprich\\w*|lehne|verweigere)',
  use: '(?:nutzung|verwendung|speicherung|daten|werbung|werbe\\w*|aufhören|unterlassen|das$|mich)',
  ifCall: '(?:wenn|falls) (?:sie|ihr|du)(?= (?:\\w+ ){0,4}?(?:anruf|meld|klingel))',
  later: '(?:morgen|später|heute|am (?:montag|dienstag|mittwoch|donnerstag|freitag|abend)|in einer|nächste)',
  ifOn: 'wenn (?:sie|das|ihr|es) (?:\\w+ )?(?:weiter|so weiter)\\w*',
  threat:
    '(?:anwalt|behörden?|(?:sie|euch) (?:\\w+ ){0,2}?blockiert|(?:erstatte|zeige) (?:\\w+ )?(?:anzeige|an)$|zeige sie an|polizei|verklage|klage ich|(?:das ist|ist) (?:\\w+ ){0,2}?belästigung|melde sie (?:\\w+ ){0,2}?bei)',
  law: '(?:robinson ?liste|sperrliste|sperrvermerk|blacklist|bundesnetzagentur|verbraucherzentrale|dsgvo|recht auf (?:löschung|vergessen\\w*|widerspruch)|werbeanrufe ohne|datenschutz\\w*)',
  alone:
    '(?:(?:lass|lasst|lassen sie) (?:mich|uns) (?:\\w+ ){0,3}?(?:in (?:ruhe|frieden)|zufrieden)|(?:mich|uns) (?:\\w+ ){0,2}?(?:in ruhe|in frieden|zufrieden) (?:zu )?lassen|(?:will|möchte|hätte gerne?) (?:\\w+ ){0,2}?(?:meine|unsere) ruhe)',
  hear: '(?:von (?:ihnen|euch|ihrer firma) (?:\\w+ )?(?:hören|wissen)|mit ihnen zu tun)',
  oneMore: '(?:noch ein|ein weiterer|ein einziger)',
  and: '(?:und|oder)',
  neverAgain: '(?:^|(?:also|bitte|und|aber|dann) )(?:\\w+ )?(?:nie wieder|nie mehr|nimmermehr)(?: bitte| danke)*$',
  last: '(?:letzter anruf|letzte mal (?:\\w+ )?dass (?:sie|ihr)|zum letzten mal)',
}

export const germanDoNotCall: DoNotCallPack = umlauts({
  requests: [
    ...refusalPatterns(WORDS),
    // "rufen Sie mich bitte nie wieder an"
    `ruf(?:en|t|e|ts|st)? (?:${GAP} ){0,6}?${NEVER}(?: ${GAP}){0,6} an`,
    `ruf(?:en|t|e)? (?:${GAP} ){0,6}?${NEVER}(?: \\w+){0,2} mehr`,
    `(?:kontaktieren|belästigen|stören|nerven|melden|behelligen) (?:${GAP} ){1,4}?${NEVER}(?: ${GAP})*`,
    `wähl\\w* (?:\\w+ ){0,3}?(?:nummer|hier) (?:\\w+ ){0,2}?${NEVER}`,
    '(?:sollen|dürfen|sollt|dürft|brauchen|brauchst) (?:\\w+ ){0,4}?(?:nicht|nie|nimmer) (?:\\w+ ){0,3}?(?:anzurufen|anrufen|zu melden)',
    '(?:keinen|keinerlei|keine) (?:\\w+ )?kontakt',
    'kein(?:e|en)? (?:\\w+ )?anrufe?n? mehr',
    'kein weiterer anruf',
    '(?:wenn|falls) ich (?:\\w+ ){0,3}?von (?:ihnen|euch) höre',
    '(?:nichts|nie wieder|nicht|nie) (?:mehr )?(?:\\w+ ){0,3}?von (?:ihnen|euch|ihrer firma) (?:\\w+ )?(?:hören|wissen)',
    '(?:hören|hör|hört) (?:\\w+ ){0,3}?auf(?: (?:\\w+ ){0,4}?(?:anzurufen|zu (?!\\w+ sprechen)\\w+|damit)|$)',
    '(?:aufhören|unterlassen|lassen) (?:\\w+ ){0,4}?(?:anzurufen|anrufen sein|das sein|es sein)',
    'sehen sie (?:\\w+ ){0,2}?von (?:\\w+ ){0,2}?anrufen ab',
    'von (?:\\w+ ){0,2}?anrufen (?:abzusehen|absehen)',
    'verschon\\w* (?:sie )?(?:mich|uns)',
    `(?:streich|lösch|entfern|nehm|nimm|trag|werf|wirf|hol|schmei)\\w* (?:\\w+ ){0,3}?(?:mich|uns|${MINE}) (?:\\w+ ){0,5}?(?:raus|heraus|runter|herunter|${LIST}|aus$|weg)(?! für)`,
    `(?:mich|uns|${MINE}) (?:\\w+ ){0,5}?(?:aus|von|vom) (?:\\w+ ){0,2}?${LIST} (?:\\w+ ){0,2}?(?:nehmen|streichen|löschen|entfernen|austragen|gestrichen|gelöscht|entfernt|genommen)`,
    `(?:von|aus|vom) (?:\\w+ ){0,2}?${LIST} (?:\\w+ ){0,2}?(?:gestrichen|gelöscht|entfernt|genommen|runter|raus|herunter|heraus)`,
    '(?:mich|uns) (?:\\w+ ){0,5}?(?:abmelden|austragen|löschen|streichen|rausnehmen|rauszunehmen|herausnehmen|herauszunehmen|raus nehmen|rausstreichen|rausschmeissen)',
    '(?:melden|tragen) sie (?:mich|uns) (?:\\w+ ){0,4}?(?:ab|aus)',
    '^(?:\\w+ )?nummer (?:\\w+ )?(?:löschen|streichen|sperren)',
    'keine (?:\\w+ ){0,2}?werbung',
    'nicht (?:damit )?einverstanden (?:\\w+ ){0,3}?(?:anruf\\w*|kontakt\\w*|mich)',
    '(?:mit|von) (?:\\w+ )?anrufen (?:\\w+ ){0,3}?nichts',
    '(?:werde|bekomme) (?:ich |wir )?(?:\\w+ ){0,3}?anrufe? (?:\\w+ )?los',
    '(?:nicht|nie) (?:mehr |noch mal |wieder )?(?:\\w+ )?(?:zu versuchen|probieren|versuchen)',
    '(?:versuch|probier)\\w* (?:sie )?(?:es |das )(?:\\w+ ){0,2}?(?:nicht|nie) (?:noch ?(?:ein)?mal|wieder|mehr)',
    '(?:finger|hände) weg',
    `(?:auf|in) (?:\\w+ )?${LIST} (?:\\w+ ){0,2}?nicht (?:mehr )?(?:stehen|sein|auftauchen)`,
    '(?:einwilligung|zustimmung|erlaubnis|einverständnis) (?:\\w+ ){0,3}?nicht',
    '(?:keine|kein|nie meine|nie eine) (?:\\w+ ){0,2}?(?:einwilligung|erlaubnis|zustimmung|einverständnis|recht)',
    '(?:aber|bitte|nur) nicht (?:mehr )?(?:mich|uns)$',
    'spar\\w* (?:\\w+ ){0,4}?anruf\\w*',
    '(?:raus|weg) (?:damit|mit (?:meiner|unserer) nummer)',
    '(?:wagen|trauen) sie (?:\\w+ ){0,2}?nicht',
    '(?:erlaube|gestatte) (?:\\w+ ){0,3}?nicht',
    'nummer (?:\\w+ ){0,2}?(?:raus|weg|runter)$',
    '^(?:\\w+ ){0,3}?schluss(?: damit)?$',
    '^(?:(?:so|also|bitte|jetzt) )*(?:stopp?|aufhoren|aufhoeren)(?: (?:bitte|jetzt|damit))*$',
    '(?:lösch|streich|entfern)\\w* (?:sie )?(?:die|das|alles|sie)(?: (?:sofort|bitte|jetzt|endlich))*$',
    'klingel\\w* (?:\\w+ ){0,3}?(?:nie|nicht mehr|nicht wieder)',
    'kein(?:en)? (?:sinn|zweck) (?:\\w+ ){0,5}?(?:anzurufen|anrufen)',
    '(?:machen|tun) sie das (?:bitte )?(?:nie|nicht) (?:wieder|mehr|noch mal)',
    'ruf(?:en|t|e)? (?:sie )?(?:mich |uns |bitte )*(?:nicht|nie)(?: mehr| wieder)? zurück',
    '(?:streich|lösch|entfern)\\w* (?:sie )?(?:mich|uns)(?: (?:bitte|sofort|endlich))*$',
    'nehm\\w* (?:\\w+ )?anrufe? nicht an',
    `(?:meinen vater|meine mutter|meinen mann|meine frau) (?:aus|von) (?:\\w+ ){0,2}?${LIST}`,
    'liste nichts (?:verloren|zu suchen)',
    '(?:mich|uns) (?:\\w+ )?(?:streicht|löscht|rausnimmt|entfernt)',
    'untersteh\\w* (?:\\w+ ){0,4}?(?:anzurufen|zu)',
    'liste (?:\\w+ ){0,3}?die (?:\\w+ )?nicht',
    'aus (?:der|ihrer|eurer|dem|ihrem) (?:datenbank|system|kartei|verteiler|liste) (?:\\w+ ){0,2}?(?:entfern|losch|loesch|streich|nehm|nehmen)\\w*',
    '(?:unterlassen|lassen) sie (?:das|es|dies)(?: bitte| in zukunft| kunftig| sein| endlich)*$',
    'unterlassen sie (?:das|diese|ihre|weitere)',
    '(?:habe|hab) (?:ihnen |euch )?(?:\\w+ ){0,3}?gesagt (?:\\w+ ){0,4}?(?:aufhoren|aufhoeren|schluss)',
    'wie oft (?:\\w+ ){0,6}?(?:sagen|noch) (?:\\w+ ){0,6}?(?:aufhoren|nicht|aufhoeren|schluss)',
    'keine (?:werbe|verkaufs|kalt|vertreter)\\w*',
    'nichts mehr (?:von ihnen|mit ihnen)',
  ],
  candidates: [
    'verpiss\\w*',
    'hau\\w* ab',
    'verschwind\\w*',
    'zieh leine',
    'kein interesse',
    'nicht interessiert',
    'nie interesse',
    'betrug\\w*',
    'lass\\w* mich',
    'nerven? sie nicht',
    'zeitverschwendung',
  ],
  exemptions: [
    '(?:streich|lösch|entfern|nehm)\\w* (?:\\w+ ){0,4}?nicht(?: (?:von|aus|vom)(?: \\w+){0,2})?',
    'beend\\w* (?:sie )?(?:den|diesen|das) (?:anruf|gespräch)',
    'stopp\\w* (?:sie )?den anruf',
    '(?:\\w+ ){0,5}warteliste',
    'warum (?:haben|rufen|hat|melden) (?:sie|ihr|er|mich|sich) (?:\\w+ ){0,3}?(?:nicht|niemand|keiner)',
    // Statements about the person or about the past: "ich konnte Sie nicht anrufen", "Sie haben mich nicht angerufen".
    `ich (?:kann|konnte|habe|hatte|hab|werde|wollte|will|darf|durfte|muss|rufe) (?:sie |euch |ihn |jetzt |leider |heute |gerade |noch |im moment )*(?:nicht|nie) (?!dass )(?:\\w+ ){0,3}?(?:anrufen|angerufen|zurückrufen|telefonieren|gemeldet|melden)(?! werden)`,
    '(?:haben|hat|hast|habt|hatten|wurde) (?:\\w+ ){0,4}?(?:nicht|nie|noch nie|keiner|niemand) (?:\\w+ ){0,3}?(?:angerufen|gemeldet|kontaktiert|zurückgerufen)',
    '(?:nicht|nie) stören sie',
    'sie stören (?:\\w+ )?nicht',
    '(?:brauchen|müssen) (?:\\w+ ){0,3}?nicht (?:\\w+ ){0,2}?(?:zurückzurufen|zurückrufen)',
    '(?:brauchen|müssen) (?:\\w+ ){0,3}?nicht (?:\\w+ ){0,2}?(?:anzurufen|anrufen) (?:ich|weil|denn)',
    'vergessen sie nicht',
    'hör(?:en|t)? (?:sie |bloß |bitte )*nicht auf',
  ],
  always: [
    '(?:nicht|nie)(?: mehr| wieder)?(?: \\w+){0,3}? (?:angerufen|kontaktiert|belästigt|gestört|behelligt) (?:werden|worden|zu werden)',
  ],
  limitedRefusals: [
    `ruf(?:en|t|e)? (?:sie )?(?:mich |hier |bitte |uns |lieber )*(?:noch )?nicht (?:mehr )?${WHEN}(?: \\w+){0,3}? ?(?:an)?`,
    'ruf(?:en|t|e)? (?:sie )?(?:mich |hier |bitte |uns )*noch nicht(?: \\w+)? an',
    `${WHEN} ruf\\w* (?:\\w+ ){0,3}?nicht an`,
    `nicht (?:mehr )?anrufen ${WHEN}`,
    `ruf\\w* (?:sie )?(?:mich |bitte )*nicht an ${WHEN}`,
    `(?:bitte |lieber )*nicht ${WHEN}(?: \\w+){0,2}? anrufen`,
    '(?:heute|jetzt|morgen|gerade) (?:\\w+ ){0,2}?nicht (?:mehr )?(?:\\w+ )?anrufen',
  ],
  elsewhereRefusals: [
    `ruf(?:en|t|e)? (?:sie )?(?:mich |hier |bitte |uns )*nicht (?:${WHERE}|das festnetz)(?: \\w+){0,1}? ?(?:an)?`,
  ],
  invitations: [
    '(?:rufen sie|ruf|sondern|versuchen sie|lieber|besser)(?: \\w+){0,3}? ?(?:morgen|später|abend|nächste|zu hause|montag|dienstag|mittwoch|donnerstag|freitag|samstag|nachmittag|vormittag|nach \\w+|in einer|andermal|handy|mobil\\w*)',
    'morgen (?:gern|gerne|wieder|geht)',
    '(?:nehmen|rufen) sie diese',
    '(?:sprechen|reden) sie mit mir',
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
    'sich',
    'sinn',
    'stop',
    'stopp',
    'aufhoren',
    'aufhoeren',
    'wurden',
    'wuerden',
  ],
  phrases: [
    'rufen sie mich nicht mehr an',
    'rufen sie nie wieder an',
    'streichen sie mich von der liste',
    'loschen sie meine nummer',
    'ich mochte nicht mehr angerufen werden',
  ],
})
