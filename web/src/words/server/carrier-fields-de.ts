/**
 * Labels and explanations of the fields of carriers in German, by carrier and field; `*` is every carrier. Names on the pages of
 * the carriers stay as they are there. Loaded only if the console is in German.
 */
interface FieldText {
  label: string
  description: string
  placeholder?: string
}

const text = (label: string, description: string, placeholder?: string): FieldText => ({
  label,
  description,
  ...(placeholder === undefined ? {} : { placeholder }),
})

const UNCHANGED = 'Ändern Sie das nur, wenn {carrier} Ihnen eine Adresse gab, die nicht die einer Region ist.'
const INBOUND_APPLICATION = text(
  'Application ID',
  'Für eingehende Anrufe: die Sprachanwendung, deren Adressen Outdial setzen darf. Leer: Outdial legt eine an, wenn zum ersten Mal eine Nummer verbunden wird.',
)
const AUTH_TOKEN = text(
  'Auth Token',
  'Das Auth Token zur Auth ID. Es meldet an der API an und prüft, was {carrier} meldet.',
  'Das Token aus der Konsole von {carrier}',
)
const SECONDS = 'In Sekunden, auch mit Nachkommastellen.'
const WITHOUT_SOUND = `${SECONDS} Nur wenn Personen nicht sprechen, und nach einer Übergabe.`

export const CARRIER_FIELDS_DE: Readonly<Record<string, FieldText>> = {
  '*.amd_enabled': text(
    'Anrufbeantworter erkennen',
    '{carrier} erkennt bei jedem Anruf Anrufbeantworter, im Hintergrund während das Gespräch beginnt, zusätzlich zur Erkennung von Outdial. {carrier} kann jede Erkennung berechnen.',
    'aus',
  ),
  '*.calls_per_second': text(
    'Anrufe pro Sekunde',
    'Wie viele Anrufe je Sekunde beginnen dürfen. Konfigurationen eines Kontos beginnen zusammen höchstens so viele, wie die größte Zahl unter ihnen sagt. {carrier}: {default}, wenn nicht geändert.',
  ),
  '*.ring_timeout_seconds': text(
    'Klingeldauer (Sekunden)',
    'Wie lange ein Telefon klingeln darf, bevor der Anruf als nicht angenommen zählt.',
  ),
  '*.max_call_seconds': text('Längster Anruf (Sekunden)', 'Nach dieser Zeit wird ein Gespräch beendet.'),
  '*.allowed_countries': text(
    'Erlaubte Länder',
    'Nur Nummern dieser Länder werden gewählt: Ländercodes mit zwei Buchstaben (ISO 3166), durch Kommas getrennt. Leer: alle.',
  ),
  '*.premium_numbers': text(
    'Mehrwertnummern wählen',
    'Mehrwertnummern werden nur gewählt, wenn das eingeschaltet ist.',
    'aus',
  ),
  'ari.ari_endpoint': text(
    'ARI-Adresse',
    'Adresse des HTTP-Servers von Asterisk, mit http:// oder https://. `/ari` wird ergänzt.',
  ),
  'ari.app_name': text(
    'Name der Anwendung',
    'Benutzername in ari.conf und Name der Stasis-Anwendung, an die eingehende Anrufe gehen.',
  ),
  'ari.app_password': text('Passwort', 'Passwort dieses Benutzers in ari.conf.'),
  'ari.ws_client_name': text(
    'Name des WebSocket-Clients',
    'Abschnitt in websocket_client.conf, mit dem Asterisk den Ton an unserer Adresse öffnet. Leer: Outdial öffnet ihn.',
  ),
  'ari.audio_transport': text(
    'Übertragung des Tons',
    'websocket: chan_websocket, ab Asterisk 20.16, 21.11 oder 22.6. audiosocket: für Asterisk 18 bis 20; dieser Server muss dafür erreichbar sein (AUDIOSOCKET_PORT).',
  ),
  'ari.outbound_context': text(
    'Kontext für ausgehende Anrufe',
    'Kontext des Dialplans, über den gewählt wird. Leer: Die Vorlage für Endpunkte gilt.',
  ),
  'ari.endpoint_template': text(
    'Vorlage für Endpunkte',
    'Was ohne Kontext gewählt wird. {number}: die Nummer, wie sie ist; {digits}: ohne Pluszeichen.',
  ),
  'ari.amd_context': text(
    'Kontext für Anrufbeantworter',
    'Kontext des Dialplans, dessen Extension `s` AMD() ausführt. Leer: Die Anlage erkennt keine Anrufbeantworter.',
  ),
  'cloudonix.bearer_token': text(
    'API Key',
    'Ein API Key der Domain, angelegt im Cockpit von Cloudonix unter den API Keys der Domain.',
  ),
  'cloudonix.domain_id': text('Domain', 'Name oder Nummer Ihrer Domain bei Cloudonix.'),
  'cloudonix.application_name': text(
    'Sprachanwendung',
    'Die Sprachanwendung, die Ihre Nummern bei eingehenden Anrufen annimmt. Gibt es sie nicht, wird sie angelegt; ihre Adresse wird auf diesen Server gesetzt.',
  ),
  'cloudonix.trunk': text(
    'Trunk',
    'Name des Trunks für ausgehende Anrufe. Leer: Das Routing der Domain entscheidet.',
    'mein-anbieter',
  ),
  'cloudonix.requests_api_key': text(
    'Schlüssel der Anfragen',
    'Der Schlüssel, den Cloudonix mit seinen Anfragen sendet (Header X-CX-APIKey). Ist er ausgefüllt, werden Anfragen ohne ihn abgelehnt.',
    'leer, wenn die Domain keinen hat',
  ),
  'cloudonix.api_base_url': text('API-Adresse', 'Nur für eine andere Installation von Cloudonix, etwa das Testsystem.'),
  'exotel.account_sid': text(
    'Account SID',
    'Die Account SID, unter API Settings im Dashboard von Exotel.',
    'ihrefirma1',
  ),
  'exotel.api_key': text(
    'API Key',
    'Der API Key (Benutzername), unter API Settings im Dashboard von Exotel.',
    '48 Zeichen',
  ),
  'exotel.api_token': text('API Token', 'Das API Token (Passwort) zum API Key. Exotel zeigt es einmal.', '48 Zeichen'),
  'exotel.region': text(
    'Region',
    'Wo Exotel Ihr Konto führt: Indien (Mumbai) oder Singapur. Die API Settings im Dashboard zeigen die Adresse. Ohne Auswahl Mumbai.',
  ),
  'exotel.country_code': text(
    'Ländervorwahl nationaler Nummern',
    'Exotel schreibt Nummern in nationaler Form (080…). Sie werden als Nummern dieses Landes gelesen: 91 ist Indien.',
  ),
  'exotel.flow_id': text(
    'Flow für eingehende Anrufe',
    'Die Nummer eines Flows im App Bazaar, dessen Voicebot-Applet die Adresse hat, die „Prüfen“ zeigt. Nur für eingehende Anrufe nötig.',
  ),
  'exotel.ring_timeout_seconds': text(
    'Klingeldauer (Sekunden)',
    'Wird Exotel mit jedem Anruf gesendet. Exotel beschreibt sie nur für andere Anrufe, nicht für solche zu einem Sprachagenten: Probieren Sie aus, wie lange ein Telefon klingelt.',
  ),
  'exotel.api_base_url': text('API-Adresse', UNCHANGED),
  'plivo.auth_id': text(
    'Auth ID',
    'Die Auth ID auf der Übersichtsseite der Konsole von Plivo. Beginnt mit MA, bei einem Unterkonto mit SA.',
  ),
  'plivo.auth_token': AUTH_TOKEN,
  'plivo.application_id': INBOUND_APPLICATION,
  'plivo.api_base_url': text(
    'API-Adresse',
    'Wo die API von Plivo erreichbar ist. Ändern Sie das nur, wenn Plivo Ihnen einen anderen Host gab.',
  ),
  'signalwire.space_url': text('Space URL', 'Die Adresse Ihres Space bei SignalWire, mit https://.'),
  'signalwire.project_id': text(
    'Project ID',
    'Bezeichnet das Projekt. Sie steht auf der Seite API Credentials im Dashboard von SignalWire.',
  ),
  'signalwire.api_token': text(
    'API Token',
    'Ein Token desselben Projekts mit dem Recht Voice, für eingehende Anrufe auch Numbers. Beginnt mit PT.',
  ),
  'signalwire.signing_key': text(
    'Signing Key',
    'Der Signing Key auf der Seite API Credentials. SignalWire signiert damit seine Meldungen; ohne ihn werden alle abgelehnt.',
  ),
  'simulator.account': text('Konto', 'Ein erfundener Kontoname. Eine Nummer kann je Konto einmal eingerichtet werden.'),
  'simulator.busy_rate': text(
    'Besetzt',
    'Anteil der Nummern, die besetzt sind, von 0 bis 1. Zuerst entscheiden die letzten zwei Ziffern einer Nummer.',
  ),
  'simulator.no_answer_rate': text('Nimmt nicht ab', 'Anteil der Nummern, die nicht abnehmen.'),
  'simulator.voicemail_rate': text('Anrufbeantworter', 'Anteil der Nummern, bei denen eine Maschine abnimmt.'),
  'simulator.failed_rate': text('Gescheitert', 'Anteil der Anrufe, die im Netz scheitern.'),
  'simulator.shortest_ring_seconds': text('Kürzestes Klingeln', SECONDS),
  'simulator.longest_ring_seconds': text('Längstes Klingeln', SECONDS),
  'simulator.people_speak': text(
    'Personen sprechen',
    'Wer abnimmt, spricht in Echtzeit mit dem Agenten, bis eine Seite auflegt. Aus: Angenommene Anrufe haben keinen Ton und eine zufällige Länge.',
  ),
  'simulator.machine_detection': text(
    'Erkennung von Anrufbeantwortern',
    'Der Anbieter meldet, ob eine Maschine abnahm. Aus: Der Agent muss es erkennen. Wenn Personen nicht sprechen, werden Maschinen immer gemeldet.',
  ),
  'simulator.shortest_talk_seconds': text('Kürzestes Gespräch', WITHOUT_SOUND),
  'simulator.longest_talk_seconds': text('Längstes Gespräch', WITHOUT_SOUND),
  'simulator.speed': text(
    'Geschwindigkeit',
    'Wie viel schneller als in Echtzeit es klingelt und, wenn Personen nicht sprechen, gesprochen wird; für Vorführungen und Lasttests.',
  ),
  'simulator.turns_away': text('Fehler: jeder Anruf wird abgelehnt', 'Leer, oder der Grund: {choices}.'),
  'simulator.turns_away_late': text(
    'Fehler: nach der Annahme abgelehnt',
    'Der Anruf wird angenommen und endet mit der Ablehnung. Aus: Schon das Wählen wird abgelehnt.',
  ),
  'simulator.fault_refused': text('Fehler: abgelehnt', 'Anteil der Wählversuche, die mit „service unavailable“ enden.'),
  'simulator.fault_timeout': text(
    'Fehler: angenommen, dann Stille',
    'Anteil der Wählversuche, die ausgeführt werden, obwohl nie eine Antwort kommt.',
  ),
  'simulator.fault_lost_events': text('Fehler: verlorene Meldungen', 'Anteil der Anrufe, die nichts melden.'),
  'simulator.fault_doubled_events': text('Fehler: doppelte Meldungen', 'Anteil der Anrufe, die alles zweimal melden.'),
  'simulator.fault_late_events': text('Fehler: späte Meldungen', 'Anteil der Anrufe, die spät melden.'),
  'simulator.fault_reordered_events': text('Fehler: vertauschte Meldungen', 'Anteil der Anrufe, die rückwärts melden.'),
  'simulator.fault_late_seconds': text('Wie spät', SECONDS),
  'simulator.carrier_url': text(
    'Adresse des Anbieters',
    'Adresse eines simulierten Anbieters in einem anderen Prozess; leer für den in diesem Programm.',
  ),
  'simulator.carrier_secret': text('Geheimnis des Anbieters', 'Signiert, was dieser Anbieter meldet.'),
  'sip.sip_host': text(
    'SIP-Server',
    'Der Registrar Ihres Anbieters: Hostname oder Adresse, mit Port, wenn es nicht der übliche ist.',
  ),
  'sip.username': text('Benutzername', 'Der Benutzername des SIP-Kontos.'),
  'sip.password': text('Passwort', 'Das Passwort des SIP-Kontos.'),
  'sip.auth_username': text(
    'Name zur Anmeldung',
    'Nur, wenn Ihr Anbieter Ihnen zur Anmeldung einen anderen Namen als den Benutzernamen gab.',
  ),
  'sip.transport': text('Transport', 'udp, tcp oder tls. TLS nutzt Port 5061, wenn beim Server kein anderer steht.'),
  'sip.srtp': text(
    'Ton verschlüsseln',
    'SRTP mit Schlüsseln in den SIP-Nachrichten (SDES). Nur mit dem Transport tls.',
    'aus',
  ),
  'sip.register': text(
    'Registrieren',
    'Schalten Sie das nur für Trunks aus, die Sie an Ihrer Adresse erkennen und keine Registrierung annehmen.',
    'ein',
  ),
  'sip.probe': text(
    'Trunk prüfen',
    'Prüft den Anbieter alle 15 Sekunden mit OPTIONS. Schalten Sie das aus, wenn er OPTIONS nicht beantwortet.',
    'ein',
  ),
  'sip.own_number': text(
    'Nummer des Kontos',
    'Anrufe, die über die Registrierung eingehen, gelten dieser Nummer. Leer: dem Benutzernamen.',
  ),
  'sip.caller_number_in': text(
    'Absendernummer in',
    'Wo der Anbieter die gezeigte Nummer liest: pai (P-Asserted-Identity, die meisten), rpid (Remote-Party-ID) oder from.',
  ),
  'sip.number_format': text('Form der Nummern', 'plus: gewählt wird +4930123456; digits: ohne Pluszeichen.'),
  'telnyx.api_key': text('API Key', 'Ein API Key v2, unter Account, Keys & Credentials im Mission Control Portal.'),
  'telnyx.connection_id': text(
    'Nummer der Voice-API-Anwendung',
    'Die Nummer der Voice-API-Anwendung (Call Control), die anruft. Sie braucht eine Webhook URL und ein Outbound Voice Profile.',
  ),
  'telnyx.public_key': text(
    'Public Key der Webhooks',
    'Unter Account, Keys & Credentials, Public Key. Meldungen, die Telnyx nicht signiert hat, werden abgelehnt.',
  ),
  'telnyx.amd_mode': text(
    'Erkennung von Anrufbeantwortern',
    'Art der Erkennung: detect, premium, detect_beep, detect_words oder greeting_end. Jede hat ihren Preis.',
  ),
  'telnyx.region': text(
    'Region',
    'Die Region von Telnyx, die Anfragen bearbeitet; der API Key ist überall derselbe. Wählen Sie die AnchorSite der Anwendung in derselben Region. Ohne Auswahl die Vereinigten Staaten.',
  ),
  'telnyx.api_base_url': text('API-Adresse', UNCHANGED),
  'twilio.account_sid': text(
    'Account SID',
    'Bezeichnet Ihr Konto oder Unterkonto bei Twilio. Sie steht auf der Startseite der Twilio Console.',
  ),
  'twilio.auth_token': text(
    'Auth Token',
    'Das primäre Auth Token desselben Kontos, neben der Account SID. Twilio signiert damit seine Meldungen; ein API Key genügt nicht.',
    '32 Zeichen',
  ),
  'twilio.inline_twiml': text(
    'Anweisungen mit dem Wählen senden',
    'Twilio erhält seine Anweisungen (TwiML) zusammen mit dem Wählen, damit keine weitere Anfrage das erste Wort verzögert. Schalten Sie das aus, wenn Ihr Konto den Parameter Twiml ablehnt.',
  ),
  'twilio.region': text(
    'Region',
    'Die Region von Twilio, die anruft. Jede Anfrage geht an ihren Host. Auth Token und Einstellungen der Nummern gehören zu einer Region: Geben Sie die der Region ein. Ohne Auswahl US1.',
  ),
  'twilio.api_base_url': text('API-Adresse', UNCHANGED),
  'vobiz.auth_id': text(
    'Auth ID',
    'Die Auth ID des Kontos in der Konsole von Vobiz. Beginnt mit MA_, bei einem Unterkonto mit SA_.',
  ),
  'vobiz.auth_token': AUTH_TOKEN,
  'vobiz.application_id': INBOUND_APPLICATION,
  'vobiz.api_base_url': text(
    'API-Adresse',
    'Wo die API von Vobiz erreichbar ist. Ändern Sie das nur, wenn Vobiz Ihnen einen anderen Host gab.',
  ),
  'vonage.application_id': text(
    'Application ID',
    'Die ID einer Anwendung mit der Fähigkeit Voice, unter Applications im Dashboard von Vonage.',
  ),
  'vonage.private_key': text(
    'Private Key',
    'Die ganze Datei private.key, die das Dashboard mit der Anwendung erzeugte, mit erster und letzter Zeile.',
  ),
  'vonage.api_key': text('API Key', 'Steht oben im Dashboard von Vonage: der kurze.'),
  'vonage.api_secret': text(
    'API Secret',
    'Unter API Settings im Dashboard. Nötig, um Anwendung und Nummern auf diesen Server zu richten.',
    'Ihr API Secret',
  ),
  'vonage.signature_secret': text(
    'Signature Secret',
    'Unter API Settings im Dashboard. Webhooks, die nicht damit signiert sind, werden abgelehnt.',
    'Ihr Signature Secret',
  ),
  'vonage.region': text(
    'Region',
    'Die Region von Vonage, die anruft. Anfragen zu Anrufen gehen an ihren Host; Anwendungen und Nummern werden für alle Regionen an einer Stelle verwaltet. Wählen Sie in der Anwendung dieselbe Region. Ohne Auswahl wählt Vonage.',
  ),
  'vonage.api_base_url': text('API-Adresse', UNCHANGED),
  'vonage.rest_base_url': text(
    'Adresse der Nummern-API',
    'Ändern Sie das nur, wenn Vonage Ihnen eine andere Adresse gab.',
  ),
}

/** Names of regions that are names of places; others are the same in German. */
const REGIONS: Readonly<Record<string, string>> = {
  'India (Mumbai)': 'Indien (Mumbai)',
  Singapore: 'Singapur',
  'United States': 'Vereinigte Staaten',
  'United States (US1)': 'Vereinigte Staaten (US1)',
  'Europe (Frankfurt)': 'Europa (Frankfurt)',
  'Asia-Pacific (Sydney)': 'Asien-Pazifik (Sydney)',
  'Canada (Toronto)': 'Kanada (Toronto)',
  'Middle East (Dubai)': 'Naher Osten (Dubai)',
  'Ireland (IE1, Dublin)': 'Irland (IE1, Dublin)',
  'Australia (AU1, Sydney)': 'Australien (AU1, Sydney)',
  'Japan (JP1, Tokyo)': 'Japan (JP1, Tokio)',
  'North America, East': 'Nordamerika, Ost',
  'North America, West': 'Nordamerika, West',
  'Europe, West': 'Europa, West',
  'Europe, East': 'Europa, Ost',
  Australia: 'Australien',
}

interface CarrierField {
  name: string
  label: string
  description?: string
  placeholder?: string
  default?: unknown
  options?: { value: string; label: string }[] | null
}

/** Names that are no trade names. */
const NAMES_DE: Readonly<Record<string, string>> = {
  'Simulated carrier': 'Simulierter Anbieter',
  'SIP trunk': 'SIP-Trunk',
}

/** The carrier with its fields in German. A field without a text here stays in English. */
export function germanCarrier<
  F extends CarrierField,
  C extends { provider: string; display_name: string; fields: F[] },
>(carrier: C): C {
  const named = { ...carrier, display_name: NAMES_DE[carrier.display_name] ?? carrier.display_name }
  return { ...named, fields: carrier.fields.map((field) => germanField(named, field)) }
}

function germanField<F extends CarrierField>(carrier: { provider: string; display_name: string }, field: F): F {
  const found = CARRIER_FIELDS_DE[`${carrier.provider}.${field.name}`] ?? CARRIER_FIELDS_DE[`*.${field.name}`]
  if (!found) return field
  const fill = (words: string) =>
    words
      .replaceAll('{carrier}', carrier.display_name)
      .replaceAll('{default}', String(field.default ?? ''))
      .replaceAll('{choices}', field.description?.replace(/^.*?: |\.$/g, '') ?? '')
  const options = field.options?.map((one) => ({ ...one, label: REGIONS[one.label] ?? one.label }))
  return {
    ...field,
    label: found.label,
    description: fill(found.description),
    ...(found.placeholder === undefined ? {} : { placeholder: fill(found.placeholder) }),
    ...(options ? { options } : {}),
  }
}
