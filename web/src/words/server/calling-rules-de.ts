/** The server's sentences about calling rules (`server/src/policies/rules/explain.ts`) in German. */
export type Pattern = readonly [english: RegExp, german: (...parts: string[]) => string]

const ORIGINS: ReadonlyArray<readonly [RegExp, string]> = [
  [/the organization's policy/g, 'die Anrufregel der Organisation'],
  [/the campaign's policy/g, 'die Anrufregel der Kampagne'],
  [
    /the floor of calling hours, as no other rule about hours applies/g,
    'die Mindestregel, da keine andere Zeiten nennt',
  ],
  [/the pack (?=\S)/g, 'das Regelpaket '],
]
const origin = (text: string): string =>
  ORIGINS.reduce((german, [english, words]) => german.replaceAll(english, words), text)
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const SOURCES: Readonly<Record<string, string>> = {
  'from the column timezone': 'aus der Spalte timezone',
  'from the number and the column state': 'aus der Nummer und der Spalte state',
  'from the number and the postal code': 'aus der Nummer und der Postleitzahl',
  'from the number': 'aus der Nummer',
  'the fallback zone': 'die Ersatzzone',
}

const WEEKDAYS: Readonly<Record<string, string>> = {
  Monday: 'Montag',
  Tuesday: 'Dienstag',
  Wednesday: 'Mittwoch',
  Thursday: 'Donnerstag',
  Friday: 'Freitag',
  Saturday: 'Samstag',
  Sunday: 'Sonntag',
}
const day = (text: string): string => WEEKDAYS[text] ?? date(text)
const date = (text: string): string => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')
/** `at 06:40`, `on Monday at 08:00`. */
const moment = (text: string): string =>
  text.replace(/^(?:on (\S+) )?at (\S+)$/, (_all, on: string | undefined, time: string) =>
    on === undefined ? `um ${time}` : `am ${day(on)} um ${time}`,
  )
/** `22:00 today`, `Monday 08:00`. */
const end = (text: string): string =>
  text.replace(/^(\S+) (\S+)$/, (_all, first: string, second: string) =>
    second === 'today' ? `heute ${first}` : `${day(first)} ${second}`,
  )

const UNITS: Readonly<Record<string, string>> = {
  day: 'Tag',
  days: 'Tage',
  hour: 'Stunde',
  hours: 'Stunden',
  minute: 'Minute',
  minutes: 'Minuten',
}
const duration = (text: string): string => text.replace(/[a-z]+$/, (unit) => UNITS[unit] ?? unit)
const inTheLast = (text: string): string =>
  text === '1 hour' ? 'in der letzten Stunde' : `in den letzten ${duration(text).replace(/Tage$/, 'Tagen')}`
const found = (count: string, what: string): string =>
  what.startsWith('call')
    ? `${count} ${count === '1' ? 'Anruf' : 'Anrufe'}`
    : `${count} ${count === '1' ? 'Gespräch' : 'Gespräche'}`

/** Translates the part in brackets: `2 on other numbers of this person, 1 single call`, or for one call `on another number of this person, a single call`. */
const NOTES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(\d+ )?on another number of this person$/, '$1auf einer anderen Nummer dieser Person'],
  [/^(\d+ )on other numbers of this person$/, '$1auf anderen Nummern dieser Person'],
  [/^a single call$/, 'ein Einzelanruf'],
  [/^1 single call$/, '1 Einzelanruf'],
  [/^(\d+) single calls$/, '$1 Einzelanrufe'],
  [/^a call from the person$/, 'ein Anruf der Person'],
  [/^1 call from the person$/, '1 Anruf der Person'],
  [/^(\d+) calls from the person$/, '$1 Anrufe der Person'],
]
const note = (text: string): string => NOTES.reduce((german, [english, words]) => german.replace(english, words), text)
const which = (text: string | undefined): string =>
  text === undefined ? '' : ` (${text.split(', ').map(note).join(', ')})`

const zones = (number: string | undefined): string =>
  number === undefined ? '' : `; die Nummer kann in ${number} Zonen liegen, und in allen muss Anrufzeit sein`
const next = (text: string | undefined): string =>
  text === undefined ? '' : ` Der nächste Anruf ist ${moment(text)} möglich.`

const CAUSES: Readonly<Record<string, string>> = {
  'There was a conversation': 'Es gab ein Gespräch',
  'The person declined further calls': 'Die Person lehnte weitere Anrufe ab',
  'A call was answered, but no agent spoke to the person':
    'Ein Anruf wurde angenommen, aber kein Agent sprach mit der Person',
  'A machine answered': 'Ein Anrufbeantworter nahm ab',
}
const AFTER: Readonly<Record<string, string>> = {
  conversation: 'kein Gespräch',
  refusal: 'keine Ablehnung',
  'abandoned call': 'kein Anruf ohne Agenten',
  'answering machine': 'kein Anrufbeantworter',
}
const HELD = 'Der Kontakt wird zurückgehalten.'
const THERE = String.raw`^It is (\S+)( on a public holiday)? there \((\S+), ([^;)]+)(?:; the number may be in (\d+) zones and must be open in all)?\)`
const there = (time: string, holiday: string | undefined, zone: string, source: string, number: string | undefined) =>
  `Dort ist es ${time}${holiday === undefined ? '' : ' an einem Feiertag'} (${zone}, ${SOURCES[source] ?? source}${zones(number)}).`

export const CALLING_RULES: readonly Pattern[] = [
  [
    new RegExp(String.raw`${THERE}; calling hours begin (.+?) \((.+)\)\.$`),
    (time, holiday, zone, source, number, begin, by) =>
      `${there(time, holiday, zone, source, number)} Die Anrufzeit beginnt ${moment(begin)} (${origin(by)}).`,
  ],
  [
    new RegExp(
      String.raw`${THERE}; calling hours end too soon for the phone to ring \((.+?) by (.+)\)\. They begin again (.+)\.$`,
    ),
    (time, holiday, zone, source, number, spans, by, begin) =>
      `${there(time, holiday, zone, source, number)} Die Anrufzeit endet, bevor das Telefon klingeln kann (${spans}; ${origin(by)}). Sie beginnt wieder ${moment(begin)}.`,
  ],
  [
    new RegExp(String.raw`${THERE}; calling hours are open by (.+)\.$`),
    (time, holiday, zone, source, number, by) =>
      `${there(time, holiday, zone, source, number)} Jetzt ist Anrufzeit (${origin(by)}).`,
  ],
  [/^Calling hours are open \((.+)\)\.$/, (by) => `Jetzt ist Anrufzeit (${origin(by)}).`],
  [/^No rule about hours applies to (.+)\.$/, (where) => `Für ${place(where)} gilt keine Regel über Anrufzeiten.`],
  [
    /^There is no moment at which calling hours are open in all (\d+) zones the number may be in \((.+)\)\. .+$/,
    (number, by) =>
      `In allen ${number} Zonen, in denen die Nummer liegen kann, ist nie zugleich Anrufzeit (${origin(by)}). ${HELD} Geben Sie Bundesstaat oder Zeitzone an.`,
  ],
  [
    /^The time zone of this number is not known, and (.+) needs it\. .+$/,
    (by) =>
      `Die Zeitzone dieser Nummer ist unbekannt, und ${origin(by)} braucht sie. ${HELD} Geben Sie eine Zeitzone in der Liste oder eine Ersatzzone in den Anrufregeln an.`,
  ],
  [
    /^No pack selected by (.+) covers (this person|people in .+?)(?: and (\S+) calls)?\. The contact is held\. .+$/,
    (by, who, purpose) =>
      `Kein Regelpaket gilt für ${who === 'this person' ? 'diese Person' : who.replace(/^people in /, 'Personen in ')}${purpose === undefined ? '' : ` und den Zweck ${purpose}`} (${origin(by)}). ${HELD} Wählen Sie ein passendes Paket, oder setzen Sie „uncovered“ auf „allow“.`,
  ],
  [
    /^Calls are suspended until this is lifted \((.+?)\): (.+)$/,
    (by, reason) => `Anrufe sind ausgesetzt, bis das aufgehoben wird (${origin(by)}): ${reason}`,
  ],
  [
    /^Calls are suspended until (.+) (\S+) \((.+?)\): (.+)$/,
    (until, zone, by, reason) => `Anrufe sind bis ${end(until)} ${zone} ausgesetzt (${origin(by)}): ${reason}`,
  ],
  [
    /^(\d+) (calls?|conversations?) in the last (.+?)(?: \((.+?)\))?; (.+) allows (\d+)\. This limit ends (.+?) (\S+?)(?:; the next call is possible (.+))?\.$/,
    (count, what, hours, calls, by, max, until, zone, possible) =>
      `${found(count, what)} ${inTheLast(hours)}${which(calls)}; ${origin(by)} erlaubt ${max}. Die Grenze endet ${moment(until)} ${zone}.${next(possible)}`,
  ],
  [
    /^(\d+) (calls?|conversations?) in the last (.+?)(?: \((.+?)\))?; (.+) allows (\d+)\.$/,
    (count, what, hours, calls, by, max) =>
      `${found(count, what)} ${inTheLast(hours)}${which(calls)}; ${origin(by)} erlaubt ${max}.`,
  ],
  [
    /^No rule limits how often (.+) is called\.$/,
    (where) => `Keine Regel begrenzt, wie oft ${place(where)} angerufen wird.`,
  ],
  [
    /^The last call was (.+?) ([^\s;]+)(?: \((.+?)\))?; (.+) asks for (.+) between calls, until (.+?)(?:; the next call is possible (.+))?\.$/,
    (last, zone, calls, by, gap, until, possible) =>
      `Der letzte Anruf war ${moment(last)} ${zone}${which(calls)}; ${origin(by)} verlangt ${duration(gap)} zwischen Anrufen, bis ${end(until)}.${next(possible)}`,
  ],
  [
    /^(There was a conversation|The person declined further calls|A call was answered, but no agent spoke to the person|A machine answered) (.+?) ([^\s;]+)(?: \((.+?)\))?; (.+) allows no call after that\.$/,
    (cause, at, zone, calls, by) =>
      `${CAUSES[cause]} (${moment(at)} ${zone})${which(calls)}. ${capitalized(origin(by))} erlaubt danach keinen Anruf.`,
  ],
  [
    /^(There was a conversation|The person declined further calls|A call was answered, but no agent spoke to the person|A machine answered) (.+?) ([^\s;]+)(?: \((.+?)\))?; (.+) asks for (.+) without a call, until (.+?)(?:; the next call is possible (.+))?\.$/,
    (cause, at, zone, calls, by, time, until, possible) =>
      `${CAUSES[cause]} (${moment(at)} ${zone})${which(calls)}. ${capitalized(origin(by))} verlangt danach ${duration(time)} ohne Anruf, bis ${end(until)}.${next(possible)}`,
  ],
  [
    /^No (.+) within the time that (.+) asks for\.$/,
    (what, by) => `${capitalized(AFTER[what] ?? what)} in der Zeit, die ${origin(by)} verlangt.`,
  ],
  [
    /^(?:No check of the list against (.+) is recorded|The list was last checked against (.+) on (\S+)); (.+) asks for it every (\d+) days\. .+$/,
    (missing, name, on, by, days) =>
      `${missing === undefined ? `Die Liste wurde zuletzt am ${date(on)} mit ${name} abgeglichen` : `Kein Abgleich der Liste mit ${missing} ist erfasst`}; ${origin(by)} verlangt ihn alle ${days} Tage. Importieren Sie die Datei des Registers, oder gleichen Sie die Liste anderswo ab und tragen Sie den Tag in „scrubbed_on“ der Anrufregeln ein.`,
  ],
  [
    /^The list was checked against (.+) within (\d+) days \((.+)\)\.$/,
    (name, days, by) => `Die Liste wurde in den letzten ${days} Tagen mit ${name} abgeglichen (${origin(by)}).`,
  ],
  [
    /^(?:(No consent of this person is recorded)|The person took back every consent on (\S+)|The consent of this person ended on (\S+)); (.+) asks for one \((.+?)\)\. The contact is held\. Record a consent that the person has given(?: since)?, .+? or in the list\.(?: Or pause .+ \((.+)\)\.)?$/,
    (missing, revoked, expired, by, kinds, duties) =>
      `${missing === undefined ? (revoked === undefined ? `Die Einwilligung dieser Person endete am ${date(expired)}` : `Die Person hat am ${date(revoked)} jede Einwilligung widerrufen`) : 'Keine Einwilligung dieser Person ist erfasst'}; ${origin(by)} verlangt eine (${kinds}). ${HELD} Erfassen Sie eine ${missing === undefined ? 'seitdem ' : ''}erteilte Einwilligung in der Liste oder mit POST /api/v1/consents.${duties === undefined ? '' : ` Oder halten Sie die Kampagne an und setzen Sie fort: Dann werden Sie nach den noch nicht bestätigten Pflichten gefragt (${duties}).`}`,
  ],
  [
    /^The person gave the consent (\S+) on (\S+) \((.+)\), as (.+) asks\.$/,
    (kind, on, source, by) =>
      `Die Person hat am ${date(on)} die Einwilligung ${kind} erteilt (${source}), wie ${origin(by)} verlangt.`,
  ],
  [
    /^No consent of this person was taken back or has ended \((.+)\)\.$/,
    (by) => `Keine Einwilligung dieser Person wurde widerrufen oder ist abgelaufen (${origin(by)}).`,
  ],
  [
    /^No consent of this person is recorded; the policy declares it for everybody \((.+)\)\.$/,
    (by) => `Keine Einwilligung dieser Person ist erfasst; die Anrufregeln erklären sie für alle (${origin(by)}).`,
  ],
  [
    /^No consent of this person is recorded; a person vouched for the whole list \((.+)\)\.$/,
    (by) =>
      `Keine Einwilligung dieser Person ist erfasst; jemand hat sie für die ganze Liste bestätigt (${origin(by)}).`,
  ],
  [
    /^The number check of your organization has not answered yet\.$/,
    () => 'Die Nummernprüfung Ihrer Organisation hat noch nicht geantwortet.',
  ],
  [
    /^The number check of your organization says that this number must not be called(: .+)?\.$/,
    (said) => `Die Nummernprüfung Ihrer Organisation sagt, dass diese Nummer nicht angerufen werden darf${said ?? ''}.`,
  ],
  [
    /^The number check of your organization failed(: .+)?\. It is asked again\.$/,
    (said) => `Die Nummernprüfung Ihrer Organisation ist gescheitert${said ?? ''}. Sie wird wieder gefragt.`,
  ],
]

function place(where: string): string {
  return where === 'this number' ? 'diese Nummer' : where
}
