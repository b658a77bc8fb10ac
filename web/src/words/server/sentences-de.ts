/**
 * The server's sentences about waiting contacts and stopped campaigns in German. The server writes English; a sentence without a
 * pattern here is shown in English. Loaded only if the console is in German.
 */
import { CALLING_RULES, type Pattern } from './calling-rules-de.ts'
import { CARRIER_MESSAGES } from './carrier-messages-de.ts'
import { CHECK_SENTENCES } from './check-sentences-de.ts'
import { WORKFLOW_PROBLEMS } from './workflow-problems-de.ts'

const STATES: Readonly<Record<string, string>> = {
  paused: 'angehalten',
  completed: 'abgeschlossen',
  failed: 'fehlgeschlagen',
}

/** Why the dialer finished a contact without a call. */
const PUT_OFF: Readonly<Record<string, string>> = {
  'calls were not allowed at that hour where the person is':
    'Zu dieser Stunde waren Anrufe am Ort der Person nicht erlaubt',
  'no moment is open in all zones the number may be in':
    'In allen Zonen, in denen die Nummer sein kann, ist nie zugleich Anrufzeit',
  'the time zone of the number cannot be told': 'Die Zeitzone der Nummer ist unbekannt',
  'no calling rules cover the place of the number': 'Für den Ort der Nummer gelten keine der gewählten Anrufregeln',
  'calls were suspended where the person is': 'Anrufe am Ort der Person waren ausgesetzt',
  'the person had been called as often as the policy allows':
    'Die Person war so oft angerufen worden, wie die Anrufregeln erlauben',
  'the last call to the person was too recent': 'Der letzte Anruf bei der Person lag zu kurz zurück',
  'the policy demands a pause after what happened in an earlier call':
    'Nach einem früheren Anruf verlangen die Anrufregeln eine Pause',
  'the list had not been compared with a do-not-call registry':
    'Die Liste war nicht mit einem Sperrregister abgeglichen',
  'a consent of the person was missing': 'Eine Einwilligung der Person fehlte',
  'the number check had not answered': 'Die Nummernprüfung hatte nicht geantwortet',
  'the number was in another live call of your organization':
    'Die Nummer war in einem anderen laufenden Anruf Ihrer Organisation',
  'no telephony configuration of the route took the number':
    'Keine Telefoniekonfiguration der Route nahm die Nummer an',
  'the hours of the person’s arm of the experiment had not begun':
    'Die Anrufzeit des Experimentarms der Person hatte nicht begonnen',
  'no caller number of the person’s arm of the experiment was free':
    'Keine Anrufernummer des Experimentarms der Person war frei',
}

const ENDED: Readonly<Record<string, string>> = {
  'the number was on the do-not-call list': 'Die Nummer stand auf der Sperrliste.',
  'the campaign was finished before the contact was called again':
    'Die Kampagne wurde beendet, bevor noch einmal angerufen wurde.',
  'the time until which the list allows a call (not_after) was over':
    'Die Zeit, bis zu der die Liste einen Anruf erlaubt (not_after), war vorbei.',
  'the time zone of the number cannot be told, and the policy needs it; give a time zone or a fallback zone':
    'Die Zeitzone der Nummer ist unbekannt, und die Anrufregeln brauchen sie. Geben Sie eine Zeitzone oder Ersatzzone an.',
  'no moment is open in all zones the number may be in; give a state or a time zone':
    'In allen Zonen, in denen die Nummer sein kann, ist nie zugleich Anrufzeit. Geben Sie Bundesstaat oder Zeitzone an.',
  'the person is in the control group of the experiment': 'Die Person ist in der Kontrollgruppe des Experiments.',
  'the policy allows no call after what happened in an earlier one':
    'Nach einem früheren Anruf erlauben die Anrufregeln keinen weiteren.',
}

/** Sentences about one contact: which rules hold it, and which do not. */
const RULES: readonly Pattern[] = [
  [
    /^They are in an arm of the experiment whose hours have not begun\.$/,
    () => 'Sie sind in einer Gruppe des Experiments, deren Stunden noch nicht begonnen haben.',
  ],
  [
    /^They are in an arm of the experiment whose own number cannot be shown now: .+$/,
    () =>
      'Sie sind in einer Gruppe des Experiments, deren eigene Nummer jetzt nicht gezeigt werden kann: Sie ruht, hat eine Grenze erreicht oder ist keine aktive Nummer des Anbieters.',
  ],
  [
    /^The number of the person’s arm of the experiment \((.+)\) is not an active number of the telephony configuration that .+$/,
    (arm) =>
      `Die Nummer der Gruppe der Person im Experiment (${arm}) ist keine aktive Nummer des Anbieters, über den die Kampagne anruft. Benutzen Sie sie dort wieder, oder beenden Sie das Experiment.`,
  ],
  [
    /^The number of the person’s arm of the experiment \((.+)\) rests\. .+$/,
    (arm) =>
      `Die Nummer der Gruppe der Person im Experiment (${arm}) ruht. Benutzen Sie sie wieder, oder beenden Sie das Experiment.`,
  ],
  [
    /^The number of the person’s arm of the experiment \((.+)\) has been shown as often as it may be in a day\.$/,
    (arm) =>
      `Die Nummer der Gruppe der Person im Experiment (${arm}) wurde heute so oft gezeigt, wie sie an einem Tag darf.`,
  ],
  [
    /^The number of the person’s arm of the experiment \((.+)\) has as many concurrent calls as its limit allows\.$/,
    (arm) => `Die Nummer der Gruppe der Person im Experiment (${arm}) hat so viele gleichzeitige Anrufe, wie sie darf.`,
  ],
  [
    /^The person’s arm of the experiment \((.+)\) is called from (.+) to (.+) only \((.+)\)\.$/,
    (arm, from, to, zone) =>
      `Die Gruppe der Person im Experiment (${arm}) wird nur von ${from} bis ${to} Uhr angerufen (${zone}).`,
  ],
  [
    /^The person is in the control group of the experiment \((.+)\), whose people are not called\.$/,
    (arm) => `Die Person ist in der Kontrollgruppe des Experiments (${arm}), die nicht angerufen wird.`,
  ],
  [/^The campaign has not been started\.$/, () => 'Die Kampagne ist nicht gestartet.'],
  [/^The campaign is (paused|completed|failed)\.$/, (state) => `Die Kampagne ist ${STATES[state]}.`],
  [/^The campaign is running\.$/, () => 'Die Kampagne läuft.'],
  [/^The campaign has no usable workflow\.$/, () => 'Der Kampagne fehlt ein benutzbarer Ablauf.'],
  [/^The campaign has no usable telephony configuration\.$/, () => 'Der Kampagne fehlt ein benutzbarer Anbieter.'],
  [
    /^The campaign has a telephony configuration and a workflow\.$/,
    () => 'Die Kampagne hat einen Anbieter und einen Ablauf.',
  ],
  [
    /^(?:It is (.+) in (.+)\. )?The calling hours of the campaign end before a phone has rung for (\d+) seconds\.$/,
    (time, zone, seconds) =>
      `${clock(time, zone)}Die Anrufzeiten der Kampagne enden, bevor es ${seconds} Sekunden geklingelt hat.`,
  ],
  [
    /^(?:It is (.+) in (.+)\. )?No calling hours of the campaign are open for as long as a phone may ring\. .+$/,
    (time, zone) =>
      `${clock(time, zone)}Keine Anrufzeit der Kampagne dauert so lange, wie es klingeln darf. Verlängern Sie die Zeiten, oder verkürzen Sie die Klingeldauer des Anbieters.`,
  ],
  [
    /^(?:It is (.+) in (.+)\. That is|It is) outside the calling hours of the campaign\.$/,
    (time, zone) => `${clock(time, zone)}Das ist außerhalb der Anrufzeiten der Kampagne.`,
  ],
  [/^It is within the calling hours\.$/, () => 'Jetzt ist Anrufzeit.'],
  [/^The campaign has no calling hours\.$/, () => 'Die Kampagne hat keine Anrufzeiten.'],
  [
    /^The calling hours of the campaign and the calling rules where this person may be are never open at the same time\. .+$/,
    () =>
      'Die Anrufzeiten der Kampagne und die Anrufregeln am Ort dieser Person sind nie zugleich offen. Ändern Sie die Zeiten der Kampagne.',
  ],
  [/^The carrier has asked us to wait\.$/, () => 'Der Anbieter hat um eine Wartezeit gebeten.'],
  [/^The carrier has not asked us to wait\.$/, () => 'Der Anbieter hat um keine Wartezeit gebeten.'],
  [
    /^A spend limit is set, and the telephony configuration has no prices\. .+$/,
    () =>
      'Es gilt eine Ausgabengrenze, und der Anbieter hat keine Preise. Geben Sie seine Preise ein, oder entfernen Sie die Grenze.',
  ],
  [
    /^The campaign has spent (\S+) of its (\S+) (\S+)\. The calls in progress may cost the rest\.$/,
    (spent, limit, currency) =>
      `Die Kampagne hat ${spent} von ${limit} ${currency} ausgegeben. Laufende Anrufe können den Rest kosten.`,
  ],
  [
    /^The campaign has spent (\S+) of its (\S+) (\S+)\. Raise its spend limit to continue\.$/,
    (spent, limit, currency) =>
      `Die Kampagne hat ${spent} von ${limit} ${currency} ausgegeben. Erhöhen Sie ihre Ausgabengrenze, damit es weitergeht.`,
  ],
  [
    /^Your organization has spent (\S+) of (\S+) (\S+) today\. The calls in progress may cost the rest\.$/,
    (spent, limit, currency) =>
      `Ihre Organisation hat heute ${spent} von ${limit} ${currency} ausgegeben. Laufende Anrufe können den Rest kosten.`,
  ],
  [
    /^Your organization has spent (\S+) of (\S+) (\S+) today\. Calls continue tomorrow, or when the limit is raised\.$/,
    (spent, limit, currency) =>
      `Ihre Organisation hat heute ${spent} von ${limit} ${currency} ausgegeben. Es geht morgen weiter, oder wenn die Grenze erhöht wird.`,
  ],
  [
    /^The only live call that the campaign may have is in use\.$/,
    () => 'Der einzige gleichzeitige Anruf, den die Kampagne haben darf, läuft.',
  ],
  [
    /^All (\d+) live calls of the campaign are in use\.$/,
    (limit) => `Alle ${limit} gleichzeitigen Anrufe der Kampagne sind belegt.`,
  ],
  [
    /^(\d+) of (\d+) live calls? of the campaign are in use\.$/,
    (used, limit) => `${used} von ${limit} gleichzeitigen Anrufen der Kampagne sind belegt.`,
  ],
  [
    /^The organization is suspended: .+$/,
    () =>
      'Die Organisation ist gesperrt. Anrufe gibt es erst wieder, wenn der Betreiber dieser Installation sie freigibt.',
  ],
  [
    /^The only live call that the organization may have is in use\.$/,
    () => 'Der einzige gleichzeitige Anruf, den die Organisation haben darf, läuft.',
  ],
  [
    /^All (\d+) live calls of the organization are in use\.$/,
    (limit) => `Alle ${limit} gleichzeitigen Anrufe der Organisation sind belegt.`,
  ],
  [
    /^(\d+) of (\d+) live calls? of the organization are in use\.$/,
    (used, limit) => `${used} von ${limit} gleichzeitigen Anrufen der Organisation sind belegt.`,
  ],
  [
    /^The configuration(?:, or its carrier account,)? allows (\S+) calls? per second\.$/,
    (calls) => `Der Anbieter erlaubt ${calls === '1' ? 'einen Anruf' : `${calls} Anrufe`} je Sekunde.`,
  ],
  [
    /^Every number of the configuration has as many concurrent calls as its limit allows\.$/,
    () => 'Jede Nummer des Anbieters hat so viele gleichzeitige Anrufe, wie sie haben darf.',
  ],
  [
    /^Every number of the configuration has been shown as often as it may be in a day\.$/,
    () => 'Jede Nummer des Anbieters wurde heute so oft angezeigt, wie sie darf.',
  ],
  [
    /^Every number that the campaign shows has as many concurrent calls as its limit allows\.$/,
    () => 'Jede Nummer, die die Kampagne zeigt, hat so viele gleichzeitige Anrufe, wie sie haben darf.',
  ],
  [
    /^Every number that the campaign shows has been shown as often as it may be in a day\.$/,
    () => 'Jede Nummer, die die Kampagne zeigt, wurde heute so oft angezeigt, wie sie darf.',
  ],
  [
    /^No number of the campaign’s pool can be shown: each one rests, is inactive or was deleted\. Use one of them again, or change the pool\.$/,
    () =>
      'Keine der gewählten Nummern der Kampagne kann gezeigt werden: Jede ruht, ist nicht aktiv oder wurde gelöscht. Nutzen Sie eine davon wieder, oder wählen Sie andere.',
  ],
  [
    /^Every number of the configuration rests\. Use one of them again, or add another\.$/,
    () => 'Jede Nummer des Anbieters ruht. Nutzen Sie eine davon wieder, oder fügen Sie eine hinzu.',
  ],
  [/^No node has room for one more conversation\.$/, () => 'Kein Server hat Platz für ein weiteres Gespräch.'],
  [/^The contact waits to be called\.$/, () => 'Der Kontakt wartet auf seinen Anruf.'],
  [/^The contact is in a call\.$/, () => 'Der Kontakt ist gerade in einem Anruf.'],
  [/^The contact is finished\.$/, () => 'Der Kontakt ist abgeschlossen.'],
  [
    /^The contact was finished without a call: (.+)\.$/,
    (why) => `Der Kontakt wurde ohne Anruf abgeschlossen. ${ENDED[why] ?? `Grund: ${why}.`}`,
  ],
  [/^The person asked to be called at a later time\.$/, () => 'Die Person bat um einen späteren Anruf.'],
  [
    /^The call was put off: (.+)\. The dialer .+$/,
    (cause) =>
      `Der Anruf wurde aufgeschoben: ${PUT_OFF[cause] ?? cause}. Der Kontakt wird zu dieser Zeit wieder geprüft, oder wenn die Ursache endet.`,
  ],
  [/^The next attempt is not due yet\.$/, () => 'Der nächste Versuch ist noch nicht fällig.'],
  [
    /^The next attempt waits for the hour from (\S+) to (\S+) \((.+)\), because the person answered in that hour on (\d{4})-(\d\d)-(\d\d)\.$/,
    (from, to, zone, year, month, day) =>
      `Der nächste Versuch wartet auf die Stunde von ${from} bis ${to} Uhr (${zone}), weil die Person am ${day}.${month}.${year} in dieser Stunde abnahm.`,
  ],
  [/^The next attempt is due\.$/, () => 'Der nächste Versuch ist fällig.'],
  [/^No further attempt is planned\.$/, () => 'Kein weiterer Versuch ist geplant.'],
  [
    /^No waiting time before the next attempt applies\.$/,
    () => 'Vor dem nächsten Versuch ist keine Wartezeit einzuhalten.',
  ],
  [
    /^The list says that this contact is not called before that time \(not_before\)\.$/,
    () => 'Laut Liste wird dieser Kontakt nicht vor dieser Zeit angerufen (not_before).',
  ],
  [
    /^The time until which the list allows a call \(not_after\) is over\. .+$/,
    () =>
      'Die Zeit, bis zu der die Liste einen Anruf erlaubt (not_after), ist vorbei. Der Kontakt wird ohne Anruf abgeschlossen.',
  ],
  [
    /^No telephony configuration of the route takes this number, .+$/,
    () =>
      'Kein Anbieter der Route nimmt diese Nummer, oder die in Frage kommenden sind angehalten. Ändern Sie die Route, oder nutzen Sie die angehaltenen Anbieter wieder.',
  ],
  [/^A telephony configuration of the route takes this number\.$/, () => 'Ein Anbieter der Route nimmt diese Nummer.'],
  [
    /^The person was erased, and the number is not known any more\.$/,
    () => 'Die Person wurde gelöscht; die Nummer ist nicht mehr bekannt.',
  ],
  [/^The number is on the do-not-call list\.$/, () => 'Die Nummer steht auf der Sperrliste.'],
  [/^The number is not on the do-not-call list\.$/, () => 'Die Nummer steht nicht auf der Sperrliste.'],
  [
    /^The number is on the do-not-call list since (\S+): (.+) \(source: (.+)\)\.$/,
    (since, reason, source) => `Die Nummer steht seit ${since} auf der Sperrliste: ${reason} (Herkunft: ${source}).`,
  ],
  [
    /^All numbers of (.+) are on the do-not-call list since (\S+): (.+) \(source: (.+)\)\.$/,
    (range, since, reason, source) =>
      `Alle Nummern aus ${range} stehen seit ${since} auf der Sperrliste: ${reason} (Herkunft: ${source}).`,
  ],
  [
    /^The number is in a live call of your organization\. .+$/,
    () => 'Die Nummer ist in einem laufenden Anruf Ihrer Organisation. Ein Einzelanruf ist möglich, sobald er endet.',
  ],
  [
    /^The number is in another live call of your organization\. .+$/,
    () =>
      'Mit dieser Nummer läuft gerade ein anderer Anruf Ihrer Organisation. Sobald er endet, wird der Kontakt wieder geprüft.',
  ],
  [
    /^The number is in no other live call of your organization\.$/,
    () => 'Mit dieser Nummer läuft kein anderer Anruf Ihrer Organisation.',
  ],
]

/** Why the dialer paused a campaign. */
const STOPS: readonly Pattern[] = [
  [
    /^Paused: (\d+) of the last (\d+) calls failed \((\d+) %\)\.$/,
    (failed, all, share) => `Angehalten: ${failed} der letzten ${all} Anrufe scheiterten (${share} %).`,
  ],
  [
    /^Paused: (.+) \(SIP (\d{3})\)\. Nobody was called for it\. .+$/,
    (happened, code) =>
      `Angehalten: ${SIP[code] ?? happened} (SIP ${code}). Niemand wurde dafür angerufen. Prüfen Sie das Konto beim Anbieter, testen Sie ihn und setzen Sie dann fort.`,
  ],
  [
    /^Paused: (.+)\. Nobody was called for it\. .+$/,
    (happened) =>
      `Angehalten: ${happened}. Niemand wurde dafür angerufen. Prüfen Sie das Konto beim Anbieter, testen Sie ihn und setzen Sie dann fort.`,
  ],
  [
    /^Paused: the last answered calls ended within three seconds, .+$/,
    () =>
      'Angehalten: Die letzten angenommenen Anrufe endeten innerhalb von drei Sekunden, bevor ein Agent verbunden war, und der Anbieter sagt nicht, wer sie beendet hat. Prüfen Sie, ob der Anbieter PUBLIC_URL erreicht (Konfiguration testen), dann fortsetzen.',
  ],
  [
    /^Paused: three answered calls in a row found no agent\.(?: The last one: (.+)\.)? Test the configuration, .+$/,
    (last) =>
      `Angehalten: Bei drei angenommenen Anrufen in Folge war kein Agent da.${last ? ` Zuletzt: ${last}.` : ''} Testen Sie Anbieter, Modell und Stimme, und setzen Sie dann fort.`,
  ],
  [
    /^Paused: (?:calls keep failing|(\d+) of \d+ failed): (.+)\. None of them rang\. .+$/,
    (number, cause) =>
      `Angehalten: ${number ? `${number} Anrufe in Folge scheiterten` : 'Anrufe scheitern immer wieder'} (${cause}). Kein Telefon klingelte. Diese Kontakte werden noch einmal angerufen. Testen Sie den Anbieter, und setzen Sie dann fort.`,
  ],
  [
    /^Paused: its last calls failed alike and are not over: .+$/,
    () =>
      'Angehalten: Die letzten Anrufe scheiterten auf gleiche Weise. Nach dem Fortsetzen werden diese Kontakte noch einmal angerufen.',
  ],
  [
    /^Paused: the carrier accepts none of the numbers as caller ID \((.+)\)\. .+$/,
    (cause) =>
      `Angehalten: Der Anbieter nimmt keine der Nummern als Absender an (${cause}). Fügen Sie eine Nummer hinzu, oder klären Sie es mit dem Anbieter und nutzen Sie die Nummer wieder. Setzen Sie dann fort.`,
  ],
  [
    /^Paused: the campaign has spent (\S+) of its (\S+) (\S+)\. Raise its spend limit, then resume\.$/,
    (spent, limit, currency) =>
      `Angehalten: Die Kampagne hat ${spent} von ${limit} ${currency} ausgegeben. Erhöhen Sie ihre Ausgabengrenze, und setzen Sie dann fort.`,
  ],
  [
    /^Paused: (\d+) of (\d+) people who answered heard no agent in time \((\S+) %\)\. .+$/,
    (abandoned, answered, rate) =>
      `Angehalten: ${abandoned} von ${answered} Personen, die abnahmen, hörten nicht rechtzeitig einen Agenten (${rate} %). Testen Sie den Agenten, und setzen Sie dann fort.`,
  ],
]

/** What a SIP response says about the account or the trunk. */
const SIP: Readonly<Record<string, string>> = {
  '401': 'Der Trunk lehnt die Zugangsdaten ab',
  '402': 'Der Trunk verlangt Bezahlung',
  '403': 'Der Trunk verbietet diese Anrufe',
  '404': 'Der Trunk findet die Nummern nicht',
  '407': 'Der Trunk lehnt die Zugangsdaten ab',
}

/** Other entries of a campaign's log. */
const LOG: readonly Pattern[] = [
  [/^The experiment was set\.$/, () => 'Das Experiment wurde eingerichtet.'],
  [/^The experiment was removed\.$/, () => 'Das Experiment wurde entfernt.'],
  [
    /^The experiment was ended\. Everyone is treated as one arm says from now on\.$/,
    () => 'Das Experiment wurde beendet. Alle werden ab jetzt wie eine Gruppe behandelt.',
  ],
  [/^The campaign was created\.$/, () => 'Die Kampagne wurde angelegt.'],
  [/^The campaign was started\.$/, () => 'Die Kampagne wurde gestartet.'],
  [/^The campaign was resumed\.$/, () => 'Die Kampagne wurde fortgesetzt.'],
  [
    /^The campaign was paused; calls in progress continue\.$/,
    () => 'Die Kampagne wurde angehalten; laufende Anrufe gehen weiter.',
  ],
  [/^Every contact has a final outcome\.$/, () => 'Jeder Kontakt hat ein endgültiges Ergebnis.'],
  [/^A call was refused: (.+)\.$/, (reason) => `Ein Anruf wurde abgelehnt: ${reason}.`],
  [/^Waiting: (.+)\.$/, (reason) => `Wartet: ${reason}.`],
  [
    /^One of the numbers rests: the carrier does not accept it as caller ID \((.+)\)\.$/,
    (reason) => `Eine Nummer ist ausgesetzt: Der Anbieter nimmt sie nicht als Absender an (${reason}).`,
  ],
  [
    /^One telephony configuration of the route is not used any more: (.+)\. Calls continue through the others\. .+$/,
    (cause) =>
      `Ein Anbieter der Route wird nicht mehr genutzt: ${cause}. Über die anderen geht es weiter. Testen Sie ihn, und nutzen Sie ihn dann wieder.`,
  ],
]

/** Why a caller ID rests. */
const RESTS: readonly Pattern[] = [
  [
    /^people answered (\S+) % of (\d+) calls, and (\S+) % of those with the other numbers$/,
    (own, calls, others) =>
      `${decimal(own)} % von ${calls} Anrufen wurden angenommen, mit den anderen Nummern ${decimal(others)} %`,
  ],
  [/^caller ID not accepted$/, () => 'Absendernummer nicht angenommen'],
]

const clock = (time: string | undefined, zone: string | undefined): string =>
  time === undefined ? '' : `In ${zone} ist es ${time}. `
const decimal = (figure: string): string => figure.replace('.', ',')

/** A warning before the start quotes the sentence of a rule. */
const HELD: Pattern = [
  /^([\d,]+ contacts?) will be held\. (.+)$/,
  (contacts, rule) =>
    `${contacts.replace(/,/g, '.').replace(/ contacts?$/, contacts.startsWith('1 ') ? ' Kontakt wird' : ' Kontakte werden')} zurückgehalten. ${germanSentence(rule) ?? rule}`,
]

const ALL = [
  ...RULES,
  ...CALLING_RULES,
  ...STOPS,
  ...LOG,
  ...RESTS,
  ...CHECK_SENTENCES,
  HELD,
  ...WORKFLOW_PROBLEMS,
  ...CARRIER_MESSAGES,
]

/** The sentence in German; null: no pattern fits. */
export function germanSentence(message: string): string | null {
  for (const [english, german] of ALL) {
    const found = english.exec(message)
    if (found) return german(...found.slice(1))
  }
  return null
}
