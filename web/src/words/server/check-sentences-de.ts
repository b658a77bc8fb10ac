/**
 * What the server says before a start, about rows of a list, forecasts, models and voices, in German. Loaded only if the console
 * is in German.
 */
import type { Pattern } from './calling-rules-de.ts'

const isOne = (contacts: string): boolean => contacts.startsWith('1 ')
/** "1,200 contacts" becomes "1.200 Kontakte". */
const contactsOf = (english: string): string =>
  english.replace(/,/g, '.').replace(/ contacts?$/, isOne(english) ? ' Kontakt' : ' Kontakte')

const START: readonly Pattern[] = [
  [
    /^The contacts are still being counted\. Check the start again in some minutes: .+$/,
    () =>
      'Die Kontakte werden noch gezählt. Prüfen Sie den Start in einigen Minuten erneut: Dann wird vor Kontakten ohne Anrufzeiten, ohne Route und ohne Werte gewarnt, die der Agent spricht.',
  ],
  [
    /^No calling hours apply to ([\d,]+ contacts?)\. The simulated carrier rings no phone; .+$/,
    (contacts) =>
      `Für ${contactsOf(contacts)} gelten keine Anrufzeiten. Der simulierte Anbieter lässt kein Telefon klingeln; über einen anderen könnten sie zu jeder Stunde angerufen werden. Legen Sie in der Kampagne oder in den Anrufregeln Zeiten fest.`,
  ],
  [
    /^No calling hours apply to ([\d,]+ contacts?): they may be called at any hour of the night\. .+$/,
    (contacts) =>
      `Für ${contactsOf(contacts)} gelten keine Anrufzeiten: Sie könnten zu jeder Stunde der Nacht angerufen werden. Legen Sie in der Kampagne oder in den Anrufregeln Zeiten fest, oder schalten Sie in den Anrufregeln die Mindestzeiten ein.`,
  ],
  [
    /^No telephony configuration of the route takes the number of ([\d,]+ contacts?): such contacts wait\. .+$/,
    (contacts) =>
      `Kein Anbieter der Route nimmt die Nummern von ${contactsOf(contacts)}: Sie warten. Fügen Sie am Ende der Route einen Anbieter ohne Vorwahlen und Länder hinzu.`,
  ],
  [
    /^([\d,]+ contacts?) without (\S+): the agent says "(.*)" instead\.$/,
    (contacts, name, fallback) => `${contactsOf(contacts)} ohne ${name}: Der Agent sagt stattdessen „${fallback}“.`,
  ],
  [
    /^([\d,]+ contacts?) will never be called: the calling hours of the campaign and those where they may be are never open .+$/,
    (contacts) =>
      `${contactsOf(contacts)} ${isOne(contacts) ? 'wird' : 'werden'} nie angerufen: Die Anrufzeiten der Kampagne und die am Ort der Person sind nie so lange zugleich offen, wie ein Telefon klingeln darf.`,
  ],
  [
    /^There are no public holidays in the calendar (.+) for (\d{4}); add the dates yourself\.$/,
    (calendar, year) => `Der Kalender ${calendar} hat keine Feiertage für ${year}; fügen Sie die Tage selbst hinzu.`,
  ],
]

const ROWS: readonly Pattern[] = [
  [/^There is no phone number\.$/, () => 'Es fehlt die Rufnummer.'],
  [/^An address has at most (\d+) characters\.$/, (most) => `Eine Adresse hat höchstens ${most} Zeichen.`],
  [
    /^One digit is neither a phone number nor an extension\.$/,
    () => 'Eine einzelne Ziffer ist weder Rufnummer noch Nebenstelle.',
  ],
  [/^A phone number has at most (\d+) digits\.$/, (most) => `Eine Rufnummer hat höchstens ${most} Ziffern.`],
  [
    /^This is not a possible phone number: .+$/,
    () =>
      'Das ist keine mögliche Rufnummer: Die Ländervorwahl gibt es nicht, oder es sind zu viele oder zu wenige Ziffern für ihr Land.',
  ],
  [
    /^This is neither a phone number, nor a SIP extension, nor a SIP URI\.$/,
    () => 'Das ist weder eine Rufnummer noch eine SIP-Nebenstelle oder SIP-Adresse.',
  ],
  [
    /^This is more than one phone number; give one per row\.$/,
    () => 'Das ist mehr als eine Rufnummer; jede Zeile darf nur eine haben.',
  ],
  [
    /^A phone number cannot contain letters; write the digits\.$/,
    () => 'Eine Rufnummer enthält keine Buchstaben; schreiben Sie die Ziffern.',
  ],
  [
    /^This looks like an e-mail address; .+$/,
    () => 'Das sieht nach einer E-Mail-Adresse aus; eine SIP-Adresse beginnt mit sip: oder sips:.',
  ],
  [
    /^The country of this number is unknown: write it with \+ .+$/,
    () =>
      'Das Land dieser Nummer ist unbekannt: Schreiben Sie sie mit + und Ländervorwahl, oder wählen Sie das Land der Nummern.',
  ],
  [
    /^The country of this number is unknown: the plus sign may have been lost .+$/,
    () =>
      'Das Land dieser Nummer ist unbekannt: Eine Tabelle kann das Pluszeichen entfernt haben. Schreiben Sie sie mit + und Ländervorwahl, oder wählen Sie das Land der Nummern.',
  ],
  [
    /^This number starts with 00, .+$/,
    () =>
      'Diese Nummer beginnt mit 00, was nur in manchen Ländern ein anderes Land bedeutet: Schreiben Sie +, oder wählen Sie das Land der Nummern.',
  ],
  [
    /^An extension behind a phone number cannot be dialled; .+$/,
    () => 'Eine Nebenstelle hinter einer Rufnummer kann nicht gewählt werden; schreiben Sie nur die Rufnummer.',
  ],
  [
    /^A spreadsheet has turned this number into scientific notation .+$/,
    () =>
      'Eine Tabelle hat diese Nummer in Exponentialschreibweise verwandelt; die letzten Ziffern sind verloren. Formatieren Sie die Spalte als Text, und geben Sie sie neu ein.',
  ],
  [
    /^A spreadsheet has put an error in place of this number\.$/,
    () => 'In der Tabelle steht ein Fehler statt der Nummer.',
  ],
  [
    /^This SIP URI carries a phone number that is not possible: .+$/,
    () =>
      'Diese SIP-Adresse enthält eine unmögliche Rufnummer: Schreiben Sie sip:+ und die ganze Nummer mit Ländervorwahl.',
  ],
  [
    /^This SIP URI carries a phone number whose country is unknown: .+$/,
    () =>
      'Diese SIP-Adresse enthält eine Rufnummer aus unbekanntem Land: Schreiben Sie sip:+ und die Ländervorwahl, oder wählen Sie das Land der Nummern.',
  ],
  [
    /^A SIP URI is sip:user@host .+$/,
    () =>
      'Eine SIP-Adresse hat die Form sip:name@rechner oder sips:name@rechner, mit Port und Parametern, ohne Passwort und Kopfzeilen.',
  ],
  [
    /^This is an emergency or service number, which is never called\.$/,
    () => 'Das ist eine Notruf- oder Servicenummer; sie wird nie angerufen.',
  ],
  [
    /^This is an emergency or service number in some country, .+$/,
    () =>
      'Das ist in einem Land eine Notruf- oder Servicenummer; sie wird nie angerufen. Ist es eine Nebenstelle, wählen Sie das Land der Telefonanlage.',
  ],
  [
    /^This is not a complete phone number\. For an extension .+$/,
    () =>
      'Das ist keine vollständige Rufnummer. Für eine Nebenstelle Ihrer Telefonanlage erlauben Sie Nebenstellen; sonst schreiben Sie die Nummer mit + und Ländervorwahl.',
  ],
  [
    /^Write the time as 2026-11-20, .+$/,
    () =>
      'Schreiben Sie die Zeit als 2026-11-20, 2026-11-20 09:00 (am Ort der Person) oder 2026-11-20T09:00:00+01:00, oder lassen Sie die Zelle leer.',
  ],
  [
    /^A priority is a whole number from 0 to (\d+) .+$/,
    (most) =>
      `Eine Priorität ist eine ganze Zahl von 0 bis ${most} (höhere zuerst), high, normal, low oder leer. Bedeutet die Spalte etwas anderes, benennen Sie sie um.`,
  ],
]

const FORECAST: readonly Pattern[] = [
  [
    /^From the last (\d+) calls of your organization\.$/,
    (calls) => `Aus den letzten ${calls} Anrufen Ihrer Organisation.`,
  ],
  [
    /^From the answer rate and talking time that were stated\.$/,
    () => 'Aus der angegebenen Annahmequote und Gesprächsdauer.',
  ],
  [
    /^Your organization has made too few calls to learn from; usual rates are assumed\.$/,
    () => 'Ihre Organisation hat noch zu wenige Anrufe, um daraus zu lernen; übliche Werte sind angenommen.',
  ],
]

const MODELS: readonly Pattern[] = [
  [/^All chosen endpoints work\.$/, () => 'Alle gewählten Dienste funktionieren.'],
  [/^The endpoint did not answer in time\.$/, () => 'Der Dienst hat nicht rechtzeitig geantwortet.'],
  [/^The language model answers\.$/, () => 'Das Sprachmodell antwortet.'],
  [/^The endpoint gave an empty answer\.$/, () => 'Der Dienst gab eine leere Antwort.'],
  [/^The endpoint could not be opened\.$/, () => 'Der Dienst ließ sich nicht öffnen.'],
  [/^The realtime endpoint accepts our settings\.$/, () => 'Der Echtzeitdienst nimmt unsere Einstellungen an.'],
  [/^The speech service answered without audio\.$/, () => 'Der Sprachdienst antwortete ohne Ton.'],
  [/^The speech service speaks\.$/, () => 'Der Sprachdienst spricht.'],
  [/^The recognition service answers\.$/, () => 'Die Spracherkennung antwortet.'],
  [/^Works on this machine\.$/, () => 'Läuft auf diesem Rechner.'],
  [
    /^The embeddings endpoint answers with vectors of (\d+) numbers\. .+: (.+)\.$/,
    (size, languages) =>
      `Der Dienst für Einbettungen antwortet mit Vektoren aus ${size} Zahlen. Er unterscheidet verwandte Sätze von anderen in: ${languages}.`,
  ],
  [
    /^The account of the speech service has no credit left\.$/,
    () => 'Das Konto beim Sprachdienst hat kein Guthaben mehr.',
  ],
  [
    /^The speech service accepts no more requests now \(status 429\)\.$/,
    () => 'Der Sprachdienst nimmt gerade keine Anfragen mehr an (Status 429).',
  ],
  [
    /^The speech service answered with status (\d+)\.$/,
    (status) => `Der Sprachdienst antwortete mit Status ${status}.`,
  ],
  [/^The speech service refused the key\.$/, () => 'Der Sprachdienst lehnt den Schlüssel ab.'],
  [/^The connection to the speech service broke\.$/, () => 'Die Verbindung zum Sprachdienst brach ab.'],
  [/^The speech service did not answer in time\.$/, () => 'Der Sprachdienst hat nicht rechtzeitig geantwortet.'],
  [/^The speech service could not be reached\.$/, () => 'Der Sprachdienst ist nicht erreichbar.'],
]

export const CHECK_SENTENCES: readonly Pattern[] = [...START, ...ROWS, ...FORECAST, ...MODELS]
