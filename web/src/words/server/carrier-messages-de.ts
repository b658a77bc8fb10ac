/**
 * What this program says about a carrier after a check or a change, in German. The carrier's own words inside a sentence are a
 * quotation and stay. Loaded only if the console is in German.
 */
import type { Pattern } from './calling-rules-de.ts'

const CARRIER = '(Twilio|Telnyx|Plivo|Vobiz|Vonage|Cloudonix|SignalWire|Exotel)'
const pattern = (text: string): RegExp => new RegExp(`^${text}$`)

/** The carrier's answer: the status in German, its own text as it is. */
const answer = (said: string): string => said.replace(/^answered (\d+)/, 'Antwort $1').replace(', code ', ', Code ')

/** What a carrier did not do, by the English verb and object. */
const NOT_DONE: Readonly<Record<string, string>> = {
  'did not list the numbers': 'hat die Nummern nicht genannt',
  'did not return the application': 'hat die Anwendung nicht genannt',
  'did not change the application': 'hat die Anwendung nicht geändert',
  'did not assign the number': 'hat die Nummer nicht zugewiesen',
  'did not change the number': 'hat die Nummer nicht geändert',
  'did not show the number': 'hat die Nummer nicht genannt',
  'did not link the number': 'hat die Nummer nicht verbunden',
  'did not unlink the number': 'hat die Nummer nicht gelöst',
  'did not connect the calls': 'hat die Anrufe nicht verbunden',
  'did not accept the private key': 'nimmt den privaten Schlüssel nicht an',
  'did not link the number to the application': 'hat die Nummer nicht mit der Anwendung verbunden',
  'could not be asked': 'ließ sich nicht fragen',
}

export const CARRIER_MESSAGES: readonly Pattern[] = [
  [
    pattern(`${CARRIER} ((?:did not|could not be) [a-z ]+?)(?:: (.+)| \\((.+)\\))\\.`),
    (carrier, what, said, inBrackets) => `${carrier} ${NOT_DONE[what] ?? what}: ${answer(said ?? inBrackets ?? '')}.`,
  ],
  [pattern(`${CARRIER} accepts the credentials\\.`), (carrier) => `${carrier} nimmt die Zugangsdaten an.`],
  [
    pattern(`${CARRIER} accepts the credentials, and the application can dial\\.`),
    (carrier) => `${carrier} nimmt die Zugangsdaten an, und die Anwendung kann wählen.`,
  ],
  [
    /^Telnyx accepts the key, and the application can dial\.$/,
    () => 'Telnyx nimmt den Schlüssel an, und die Anwendung kann wählen.',
  ],
  [
    pattern(`${CARRIER} accepts the credentials, but allows (.+) calls per second, less than configured\\.`),
    (carrier, calls) =>
      `${carrier} nimmt die Zugangsdaten an, erlaubt aber nur ${calls} Anrufe je Sekunde, weniger als eingestellt.`,
  ],
  [
    pattern(`${CARRIER} does not accept the Auth ID and token\\.`),
    (carrier) => `${carrier} nimmt Auth ID und Token nicht an.`,
  ],
  [/^Exotel accepts the API key and token\.$/, () => 'Exotel nimmt API-Schlüssel und Token an.'],
  [
    /^Exotel accepts the API key and token\. The key may not read the balance, so prices have no currency\.$/,
    () =>
      'Exotel nimmt API-Schlüssel und Token an. Der Schlüssel darf das Guthaben nicht lesen, deshalb haben Preise keine Währung.',
  ],
  [/^Exotel does not accept the API key and token\.$/, () => 'Exotel nimmt API-Schlüssel und Token nicht an.'],
  [
    /^Exotel knows no such account in this region\. .+$/,
    () => 'Exotel kennt dieses Konto in dieser Region nicht. Prüfen Sie Account SID und Region.',
  ],
  [
    /^This Exotel API key may read neither the balance nor the numbers\.$/,
    () => 'Dieser API-Schlüssel von Exotel darf weder Guthaben noch Nummern lesen.',
  ],
  [
    /^Exotel cannot connect two calls of a voice agent\.$/,
    () => 'Exotel kann zwei Anrufe eines Sprachagenten nicht verbinden.',
  ],
  [
    /^Exotel still sends calls of this number here, where they are refused\. .+$/,
    () =>
      'Exotel schickt Anrufe dieser Nummer weiter hierher, wo sie abgelehnt werden. Weisen Sie ihr einen anderen Flow zu.',
  ],
  [
    /^Enter the id of the Exotel flow that leads calls here \(flow_id\)\. .+$/,
    () => 'Tragen Sie die Nummer des Flows ein, der bei Exotel hierher führt (flow_id). Die Prüfung erklärt es.',
  ],
  [/^Exotel sends calls of this number to the flow\.$/, () => 'Exotel schickt Anrufe dieser Nummer an den Flow.'],
  [
    pattern(`${CARRIER} does not accept this (.+)\\.`),
    (carrier, names) => `${carrier} nimmt diese Zugangsdaten nicht an (${names}).`,
  ],
  [/^Telnyx refused the API key\.$/, () => 'Telnyx lehnt den API-Schlüssel ab.'],
  [/^Vobiz has deactivated the account\.$/, () => 'Vobiz hat das Konto abgeschaltet.'],
  [
    /^The credentials are right, but the account has no credit\.$/,
    () => 'Die Zugangsdaten stimmen, aber das Konto hat kein Guthaben.',
  ],
  [
    /^The credentials are right, but the application is not in this account\.$/,
    () => 'Die Zugangsdaten stimmen, aber die Anwendung ist nicht in diesem Konto.',
  ],
  [/^The application is switched off at Telnyx\.$/, () => 'Die Anwendung ist bei Telnyx abgeschaltet.'],
  [
    /^The application has no outbound voice profile, so it cannot dial\.$/,
    () => 'Die Anwendung hat kein Profil für ausgehende Anrufe und kann deshalb nicht wählen.',
  ],
  [
    /^The application has no webhook URL; Telnyx refuses to dial without one\.$/,
    () => 'Die Anwendung hat keine Webhook-Adresse; ohne sie wählt Telnyx nicht.',
  ],
  [/^The application has no voice capability\.$/, () => 'Die Anwendung kann keine Sprachanrufe.'],
  [
    /^The application does not sign its webhooks; switch signed callbacks on\.$/,
    () => 'Die Anwendung unterschreibt ihre Webhooks nicht; schalten Sie signierte Rückmeldungen ein.',
  ],
  [pattern(`The ${CARRIER} account is not active\\.`), (carrier) => `Das Konto bei ${carrier} ist nicht aktiv.`],
  [pattern(`The ${CARRIER} account is active\\.`), (carrier) => `Das Konto bei ${carrier} ist aktiv.`],
  [
    pattern(`The ${CARRIER} account is active\\. (.+)`),
    (carrier) => `Das Konto bei ${carrier} ist aktiv. Als Testkonto ruft es nur bestätigte Nummern an.`,
  ],
  [/^The Cloudonix domain is not active\.$/, () => 'Die Domain bei Cloudonix ist nicht aktiv.'],
  [/^The Cloudonix domain is active\.$/, () => 'Die Domain bei Cloudonix ist aktiv.'],
  [
    /^Cloudonix does not accept this API key for the domain\.$/,
    () => 'Cloudonix nimmt diesen API-Schlüssel für die Domain nicht an.',
  ],
  [
    /^This Cloudonix API key may not manage the domain\.$/,
    () => 'Dieser API-Schlüssel von Cloudonix darf die Domain nicht verwalten.',
  ],
  [/^Cloudonix has no such domain\.$/, () => 'Cloudonix hat diese Domain nicht.'],
  [/^Cloudonix can bind only phone numbers\.$/, () => 'Cloudonix kann nur Rufnummern verbinden.'],
  [
    /^Cloudonix sends the calls of this number to the voice application “(.+)”\.$/,
    (name) => `Cloudonix schickt Anrufe dieser Nummer an die Sprachanwendung „${name}“.`,
  ],
  [/^Cloudonix could not .+?: (.+)\.$/, (fault) => `Cloudonix hat die Änderung abgelehnt: ${answer(fault)}.`],
  [pattern(`${CARRIER}: (.+)\\.`), (carrier, fault) => `${carrier}: ${answer(fault)}.`],
  [
    pattern(`${CARRIER} no longer sends the calls of this number here\\.`),
    (carrier) => `${carrier} schickt Anrufe dieser Nummer nicht mehr hierher.`,
  ],
  [
    pattern(`${CARRIER} sends (?:the )?calls (?:of|to) this number here\\.`),
    (carrier) => `${carrier} schickt Anrufe dieser Nummer hierher.`,
  ],
  [
    pattern(`${CARRIER} sends the number’s inbound calls here\\.`),
    (carrier) => `${carrier} schickt eingehende Anrufe der Nummer hierher.`,
  ],
  [
    /^The number’s inbound calls (?:no longer come|do not come) here\.$/,
    () => 'Eingehende Anrufe der Nummer kommen nicht hierher.',
  ],
  [
    pattern(`Th(?:e|is) number does not belong to (?:this|the) ${CARRIER} account\\.`),
    (carrier) => `Diese Nummer gehört nicht zum Konto bei ${carrier}.`,
  ],
  [
    pattern(`The number does not (?:point|lead) here; nothing was changed at ${CARRIER}\\.`),
    (carrier) => `Die Nummer führt nicht hierher; bei ${carrier} wurde nichts geändert.`,
  ],
  [
    /^The number is on a SIP trunk; remove it there first\.$/,
    () => 'Die Nummer liegt auf einem SIP-Trunk; nehmen Sie sie zuerst dort heraus.',
  ],
  [
    /^The number belongs to a TwiML application; remove it there first\.$/,
    () => 'Die Nummer gehört zu einer TwiML-Anwendung; nehmen Sie sie zuerst dort heraus.',
  ],
  [
    pattern(
      `Calls to this number are now rejected\\. At ${CARRIER} it stays (?:linked|assigned) to the application\\.`,
    ),
    (carrier) => `Anrufe bei dieser Nummer werden jetzt abgelehnt. Bei ${carrier} bleibt sie der Anwendung zugewiesen.`,
  ],
  [
    /^Calls to this number are refused from now on\.(?: The dialplan stays as it is\.)?$/,
    () => 'Anrufe bei dieser Nummer werden ab jetzt abgelehnt.',
  ],
  [/^Connected to Asterisk ?(\S*?)\.?$/, (version) => `Verbunden mit Asterisk${version ? ` ${version}` : ''}.`],
  [
    /^Asterisk refuses the login: .+$/,
    () => 'Asterisk lehnt die Anmeldung ab: Vergleichen Sie app_name und app_password mit ari.conf.',
  ],
  [
    /^There is no ARI at this address \(it answered (.+)\)\.$/,
    (status) => `Unter dieser Adresse gibt es kein ARI (Antwort ${status}).`,
  ],
  [
    /^Asterisk has no endpoint "(.+)": check endpoint_template\.$/,
    (name) => `Asterisk hat keinen Endpunkt „${name}“: Prüfen Sie endpoint_template.`,
  ],
  [/^The trunk "(.+)" is offline\.$/, (name) => `Der Trunk „${name}“ ist nicht erreichbar.`],
  [/^The events connection is not up: (.+)\.$/, (reason) => `Die Verbindung für Ereignisse steht nicht: ${reason}.`],
  [/^Not connected to Asterisk: (.+)\.$/, (reason) => `Nicht verbunden mit Asterisk: ${reason}.`],
  [/^Not connected: (.+)\.$/, (reason) => `Nicht verbunden: ${reason}.`],
  [
    /^Connected\. The dialplan must send calls to this number to (.+)\.$/,
    (line) => `Verbunden. Der Wählplan muss Anrufe dieser Nummer an ${line} schicken.`,
  ],
  [
    /^Asterisk has not loaded (\S+), which carries the audio\. It comes with (.+)\.$/,
    (module) =>
      `Asterisk hat das Modul ${module} nicht geladen, das den Ton überträgt. Nehmen Sie eine neuere Version.`,
  ],
  [/^The calls could not be connected: (.+)\.$/, (reason) => `Die Anrufe ließen sich nicht verbinden: ${reason}.`],
  [/^Asterisk cannot be reached \((.+)\)\.$/, (reason) => `Asterisk ist nicht erreichbar (${reason}).`],
  [
    /^The trunk is registered\. Inbound calls arrive here as calls to its own_number, .+$/,
    () =>
      'Der Trunk ist angemeldet. Eingehende Anrufe kommen als Anrufe seiner eigenen Nummer an, oder seines Benutzernamens, wenn keine eingetragen ist.',
  ],
  [
    /^The carrier is still being updated; the log has the result\.$/,
    () => 'Der Anbieter wird noch eingestellt; das Ergebnis steht im Log.',
  ],
  [/^The account could not be opened\.$/, () => 'Das Konto ließ sich nicht öffnen.'],
  [/^The carrier could not be updated\.$/, () => 'Der Anbieter ließ sich nicht einstellen.'],
  [/^The carrier did not finish in time\.$/, () => 'Der Anbieter wurde nicht rechtzeitig fertig.'],
  [/^The trunk is registered\.$/, () => 'Der Trunk ist angemeldet.'],
  [/^The trunk is not registered: (.+)\.$/, (reason) => `Der Trunk ist nicht angemeldet: ${reason}.`],
  [/^The two are connected\.$/, () => 'Die beiden sind verbunden.'],
  [/^One of them has hung up\.$/, () => 'Eine Seite hat aufgelegt.'],
  [/^The call has no id at (.+) yet\.$/, (carrier) => `Der Anruf hat bei ${carrier} noch keine Kennung.`],
  [
    /^The simulated carrier is part of this program; nothing leaves the machine\.$/,
    () => 'Der simulierte Anbieter ist Teil dieses Programms; nichts verlässt den Rechner.',
  ],
  [
    /^The simulated carrier sends calls to this number here\.$/,
    () => 'Der simulierte Anbieter schickt Anrufe dieser Nummer hierher.',
  ],
  [/^The simulated carrier lets this number ring\.$/, () => 'Der simulierte Anbieter lässt diese Nummer klingeln.'],
  [/^The carrier sends no more calls here\.$/, () => 'Der Anbieter schickt keine Anrufe mehr hierher.'],
  [
    /^The configuration is deleted[.,].* still sends the calls of (\d+|X) of (\d+|X) numbers here, where they are refused.+$/,
    (some, all) =>
      `Der Anbieter ist gelöscht, schickt Anrufe von ${some} der ${all} Nummern aber weiter hierher, wo sie abgelehnt werden. Nehmen Sie die Adresse in seinem Portal heraus.`,
  ],
  [
    /^The change is stored, but the carrier could not be updated\. .+$/,
    () =>
      'Die Änderung ist gespeichert, aber der Anbieter ließ sich nicht einstellen. Prüfen Sie ihn und seine Zugangsdaten.',
  ],
  [
    /^This carrier does not list the numbers of an account\.$/,
    () => 'Dieser Anbieter nennt die Nummern eines Kontos nicht.',
  ],
  [/^The carrier is not reachable\. .+$/, () => 'Der Anbieter ist nicht erreichbar. Prüfen Sie seine Einstellungen.'],
  [
    /^The provider (.+) is switched off in this installation\.$/,
    (name) => `Der Anbieter ${name} ist in dieser Installation abgeschaltet.`,
  ],
]
