/**
 * Titles of rule packs and texts of duties in German. A plain translation: the English text is the one that is confirmed, and the
 * console shows it beside. Loaded only if the console is in German.
 */
const PLACES: Readonly<Record<string, string>> = {
  'European Union': 'Europäische Union',
  'United Kingdom': 'Vereinigtes Königreich',
  France: 'Frankreich',
  Germany: 'Deutschland',
  Spain: 'Spanien',
  Italy: 'Italien',
  Netherlands: 'Niederlande',
  Belgium: 'Belgien',
  Austria: 'Österreich',
  Poland: 'Polen',
  Portugal: 'Portugal',
  Ireland: 'Irland',
  Denmark: 'Dänemark',
  Sweden: 'Schweden',
  Finland: 'Finnland',
  Switzerland: 'Schweiz',
  Norway: 'Norwegen',
  Canada: 'Kanada',
  'Canada, British Columbia': 'Kanada, British Columbia',
  Australia: 'Australien',
  'New Zealand': 'Neuseeland',
  India: 'Indien',
  Brazil: 'Brasilien',
  Mexico: 'Mexiko',
  Singapore: 'Singapur',
  Japan: 'Japan',
  'South Africa': 'Südafrika',
  'United Arab Emirates': 'Vereinigte Arabische Emirate',
  Turkey: 'Türkei',
  'South Korea': 'Südkorea',
  'Hong Kong': 'Hongkong',
  'United States': 'Vereinigte Staaten',
}

const KINDS: Readonly<Record<string, string>> = {
  'automated calls': 'automatische Anrufe',
  'automated calls of every purpose': 'automatische Anrufe zu jedem Zweck',
  'sales calls': 'Werbeanrufe',
  'sales calls to businesses': 'Werbeanrufe bei Unternehmen',
  'sales calls to consumers': 'Werbeanrufe bei Verbrauchern',
  'calls of contact centres to consumers': 'Anrufe von Callcentern bei Verbrauchern',
  'promotional calls': 'Werbeanrufe',
  'commercial calls': 'kommerzielle Anrufe',
  'recorded commercial calls': 'kommerzielle Anrufe mit Aufzeichnung',
  'debt collection': 'Inkasso',
  'debt collection (Regulation F)': 'Inkasso (Regulation F)',
  'sales calls with an artificial voice (TCPA, TSR)': 'Werbeanrufe mit künstlicher Stimme (TCPA, TSR)',
  'calls that sell nothing, with an artificial voice, to residential lines without consent':
    'Anrufe ohne Verkauf, mit künstlicher Stimme, bei Privatanschlüssen ohne Einwilligung',
  'health care messages with an artificial voice (HIPAA)':
    'Nachrichten des Gesundheitswesens mit künstlicher Stimme (HIPAA)',
  'inside almost every state’s hours': 'innerhalb der Zeiten fast aller Bundesstaaten',
  'states where everybody must agree to a recording': 'Bundesstaaten, in denen alle einer Aufnahme zustimmen müssen',
}

/** The title of a pack; null: it has no German one. */
export function germanPackTitle(title: string): string | null {
  const [, place = '', kind = ''] = /^(.*?): (.*)$/.exec(title) ?? []
  const state = /^United States, (.*)$/.exec(place)?.[1]
  const where = state === undefined ? PLACES[place] : `Vereinigte Staaten, ${state}`
  const what = KINDS[kind]
  return where === undefined || what === undefined ? null : `${where}: ${what}`
}

/** Texts of duties, by their id. */
const DUTIES: Readonly<Record<string, string>> = {
  'recording-told':
    'Werden Anrufe aufgezeichnet, wird das zu Beginn gesagt, und es gibt eine Einwilligung oder eine andere Grundlage dafür.',
  'express-consent':
    'Jede Person hat vorher ausdrücklich in Anrufe mit automatischer oder künstlicher Stimme eingewilligt, und Sie können es beweisen.',
  'gb-caller-id': 'Die gezeigte Nummer kann zurückgerufen werden.',
  'fr-opt-in':
    'Jede Person hat eingewilligt: freiwillig, bestimmt, beweisbar, mit Nennung von Unternehmen, Waren und einem Zeitraum von höchstens einem Jahr ohne stille Verlängerung; oder der Anruf betrifft einen laufenden Vertrag oder beantwortet eine Anfrage innerhalb von 5 Werktagen. Der Beweis wird drei Jahre aufbewahrt.',
  'fr-opening': 'Jeder Anruf sagt zu Beginn, wer anruft, für wen, und dass er kommerziell ist (L221-16).',
  'fr-caller-id': 'Automatische Anrufe zeigen eine Nummer aus den dafür vorgesehenen Bereichen, keine Mobilnummer.',
  'de-proof':
    'Der Nachweis jeder Einwilligung hat Name und Anschrift der Person, den Werbenden, wer sie entgegennahm, Inhalt, Datum und Art; er wird fünf Jahre ab Erteilung und nach jeder Nutzung aufbewahrt, und jede Nutzung wird festgehalten (UWG § 7a; fehlende Unterlagen kosten bis zu 50.000 Euro).',
  'de-caller-id': 'Die Nummer wird gezeigt.',
  'de-recording': 'Niemand wird aufgenommen, der nicht zugestimmt hat (§ 201 StGB).',
  'es-robinson': 'Die Liste wurde mit der Lista Robinson abgeglichen.',
  'es-renewal': 'Einwilligungen werden alle zwei Jahre erneuert.',
  'es-caller-id':
    'Seit dem 17. Oktober 2026 zeigen kommerzielle Anrufe eine Nummer aus dem Bereich 400, andere Anrufe nie, und kein Anruf zeigt eine Mobilnummer; eine Nummer für den Widerspruch wird genannt.',
  'es-electricity': 'Strom wird nur auf ausdrückliche Anfrage verkauft.',
  'it-caller-id':
    'Die gezeigte Nummer kann zurückgerufen werden; über einen ausländischen Anbieter wird keine Nummer mit +39 gezeigt.',
  'it-energy': 'Strom und Gas werden nur auf Anfrage verkauft (seit dem 19. Juni 2026).',
  'it-older-consent': 'Einwilligungen, die älter sind als der Eintrag einer Person im Register, werden nicht genutzt.',
  'nl-opt-in': 'Jede Person hat eingewilligt, auch Kunden.',
  'nl-objection': 'Jeder Anruf bietet der Person an, weiteren Anrufen zu widersprechen.',
  'nl-caller-id': 'Die Nummer wird nicht unterdrückt.',
  'at-caller-id': 'Die Nummer wird weder unterdrückt noch verfälscht.',
  'ie-mobile': 'Mobilnummern werden nur mit Einwilligung angerufen.',
  'se-written': 'Ein Vertrag kommt nur durch schriftliche Annahme nach dem Anruf zustande.',
  'fi-opt-out': 'Die Liste wurde mit dem Robinson-Register und mit den Äußerungen der Personen abgeglichen.',
  'fi-mobile-subscriptions': 'Neukunden werden am Telefon keine Mobilfunkverträge verkauft.',
  'ch-directory':
    'Nummern mit Stern und Nummern ohne Verzeichniseintrag (die meisten Mobilnummern) werden nur mit Einwilligung oder in einer Geschäftsbeziehung angerufen; Ihre eigene eingetragene Nummer wird gezeigt.',
  'no-written': 'Ein Vertrag kommt nur durch schriftliche Annahme nach dem Anruf zustande.',
  'ca-identification':
    'Jeder Anruf beginnt damit, wer anruft und warum, mit einer Orts- oder gebührenfreien Nummer und einer Anschrift, und wiederholt es am Ende, wenn er über 60 Sekunden dauert; die Nummer ist 60 Tage erreichbar.',
  'ca-own-list':
    'Wünsche, nicht angerufen zu werden, kommen innerhalb von 14 Tagen auf Ihre eigene Liste und werden drei Jahre und 14 Tage aufbewahrt.',
  'ca-proof':
    'Der Nachweis jeder Einwilligung, die für eine Nummer gilt, kann innerhalb von 30 Tagen vorgelegt werden.',
  'ca-bc-licence': 'Sie haben die Lizenz für Telefonwerbung in British Columbia.',
  'au-opening': 'Namen und Zweck werden sofort gesagt; auf Wunsch endet der Anruf sofort.',
  'au-caller-id': 'Die Nummer wird gezeigt und ist 30 Tage erreichbar.',
  'au-information': 'Eine synthetische Stimme bietet einen Weg an, Auskunft zu verlangen.',
  'nz-list': 'Die Liste wurde mit der Liste der Marketing Association abgeglichen.',
  'nz-consent': 'Automatische Anrufe geschehen mit Einwilligung (Unsolicited Electronic Messages Act 2007).',
  'in-caller-id':
    'Werbeanrufe zeigen eine Nummer der Reihe 140, Serviceanrufe von Banken, Versicherern und Maklern eine der Reihe 1600; gewöhnliche Mobilnummern sind verboten.',
  'in-dlt':
    'Absender, Einwilligungen und Vorlagen sind im Register der Netzbetreiber eingetragen; automatische Wählgeräte sind angemeldet.',
  'br-nao-me-perturbe': 'Die Liste wurde mit Não Me Perturbe abgeglichen (Telekommunikation, Lohnkredite).',
  'br-authenticated': 'Über 500.000 Anrufe im Monat werden Anrufe authentifiziert.',
  'sg-caller-id': 'Die Nummer wird nicht verborgen.',
  'jp-opening': 'Vor der Werbung: Verkäufer, Name des Anrufers, Art der Ware, und dass es ein Werbeanruf ist.',
  'za-registration': 'Sie sind in diesem Jahr beim nationalen Widerspruchsregister registriert.',
  'ae-approval':
    'Sie haben eine vorherige Genehmigung; gezeigte Nummern sind örtliche Nummern des zugelassenen Unternehmens.',
  'ae-dncr': 'Die Liste wurde mit dem DNCR abgeglichen.',
  'ae-opening': 'Jeder Anruf fragt, ob er weitergehen soll, und sagt, dass er aufgezeichnet wird.',
  'tr-consent': 'Die Einwilligung jedes Verbrauchers ist im İYS eingetragen.',
  'kr-opening': 'Identität, Zweck und Art der Ware werden zuerst gesagt.',
  'hk-unsubscribe': 'Jede aufgezeichnete Nachricht bietet einen Weg, sich abzumelden.',
  'us-records':
    'Fünf Jahre aufbewahren: Skripte, Aufnahmen, Anrufdaten, Einwilligungen, Sperrwünsche, Stände der Register (16 CFR 310.5).',
  'us-opt-out':
    'Bieten Sie direkt nach der Vorstellung eine Abmeldung per Stimme oder Taste an; befolgen Sie jeden Wunsch sofort, spätestens innerhalb von 10 Werktagen.',
  'us-written-consent':
    'Jede Person hat vorher ausdrücklich und schriftlich in Werbeanrufe mit künstlicher Stimme eingewilligt, nicht als Bedingung eines Kaufs.',
  'us-identification':
    'Jeder Anruf sagt zu Beginn, wer dafür verantwortlich ist, und nennt eine Nummer zum Zurückrufen.',
  'us-internal-list': 'Es gibt schriftliche Regeln für Sperrwünsche, und Wünsche werden fünf Jahre aufbewahrt.',
  'us-san': 'Sie haben eine Subscription Account Number für das nationale Register.',
  'us-reassigned': 'Nummern wurden mit dem Datum der Einwilligung gegen die Reassigned Numbers Database geprüft.',
  'us-caller-id': 'Die gezeigte Nummer kann zu Geschäftszeiten für einen Sperrwunsch zurückgerufen werden.',
  'us-mobile-consent': 'Mobilnummern auf der Liste haben vorher ausdrücklich eingewilligt.',
  'us-recording': 'Werden Anrufe aufgezeichnet, sagt es der erste Satz.',
  'us-al-opening':
    'Name und Nummer werden innerhalb von 20 Sekunden und noch einmal am Ende gesagt; die Leitung wird innerhalb von 10 Sekunden frei.',
  'us-az-mobile':
    'Jede Person hat vorher ausdrücklich zugestimmt oder ist Kunde; unverlangte Werbeanrufe bei Mobilnummern sind verboten.',
  'us-ca-natural-voice':
    'Die Person hat vorher mit diesem Anrufer vereinbart (2873), oder eine nicht aufgezeichnete natürliche Stimme nennt zuerst Art, Name, Anschrift und Nummer des Unternehmens, bittet um Einwilligung und sagt, dass die Nachricht eine künstliche Stimme nutzt (2874).',
  'us-ct-opening':
    'Innerhalb von 10 Sekunden: wer anruft, für wen, warum, und die Wahl, den Anruf zu beenden oder gesperrt zu werden; auf Wunsch endet der Anruf innerhalb von 10 Sekunden.',
  'us-ga-permit':
    'Sie haben eine Genehmigung der Public Service Commission für Ansagegeräte; Name und Unternehmen werden gesagt, die Nummer wird gezeigt.',
  'us-il-consent':
    'Jede Person hat in Anrufe durch ein automatisches Wählgerät eingewilligt; Ihre eigene Nummer wird gezeigt.',
  'us-ky-opening': 'Die vorgeschriebenen Angaben werden in den ersten 30 Sekunden gemacht.',
  'us-ky-recorded':
    'Aufgezeichnete Nachrichten: Einwilligung, Name und Nummer innerhalb von 25 Sekunden, Leitung innerhalb von 10 Sekunden frei, unter Aufsicht.',
  'us-la-mobile': 'Mobilnummern werden nur mit Einwilligung angerufen.',
  'us-ma-recorded': 'In unverlangten Werbeanrufen wird keine aufgezeichnete Nachricht genutzt.',
  'us-ma-opening': 'Die vorgeschriebenen Angaben werden in der ersten Minute gemacht.',
  'us-me-line': 'Die Leitung wird innerhalb von 5 Sekunden frei; auf der Liste sind keine Mobilnummern.',
  'us-ms-recorded': 'Aufzeichnungen gehen nur an bestehende Kunden.',
  'us-ms-bond': 'Sie haben die Sicherheit von 75.000 $ hinterlegt; auch Unternehmen sind geschützt.',
  'us-nj-opening': 'Innerhalb von 30 Sekunden: der Anrufer, Name und Nummer des Auftraggebers, der Zweck.',
  'us-ny-opening': 'Direkt nach den Namen wird die Sperrliste angeboten.',
  'us-ny-recorded': 'Aufgezeichnete Nachrichten nur nach vorheriger Zustimmung (GBL 399-p).',
  'us-pa-opt-out': 'Der Anruf sagt zu Beginn, wie man sich abmeldet.',
  'us-ri-opening': 'Name, Unternehmen und Ware werden innerhalb von 30 Sekunden gesagt.',
  'us-ri-recorded': 'Aufzeichnungen nur mit Einwilligung; die Leitung wird innerhalb von 5 Sekunden frei.',
  'us-tn-device':
    'Anrufe durch Geräte, die verkaufen oder befragen: vorherige Einwilligung, Name und Nummer innerhalb von 25 Sekunden und am Ende, Leitung innerhalb von 10 Sekunden frei, nicht bei nicht eingetragenen Nummern.',
  'us-tx-device':
    'Geräte mit aufgezeichneter oder synthetischer Stimme, die verkaufen oder einziehen: Genehmigung; Art, Name und Nummer innerhalb von 30 Sekunden.',
  'us-tx-registration':
    'Sie sind registriert und haben die Sicherheit von 10.000 $ hinterlegt, oder sind davon befreit.',
  'us-ut-stop': 'Der Anruf endet bei einer Ablehnung; die Leitung wird innerhalb von 25 Sekunden frei.',
  'us-ut-ai': 'Die Stimme gibt auf Nachfrage zu, künstlich zu sein; bei riskanten Einsätzen von sich aus.',
  'us-wa-opening':
    'Namen und Zweck werden innerhalb von 30 Sekunden gesagt; auf Wunsch endet der Anruf innerhalb von 10 Sekunden.',
  'us-wa-recorded':
    'Keine aufgezeichnete oder künstliche Stimme in unverlangten Werbeanrufen (RCW 80.36.400): Jede Person hat eingewilligt oder um den Anruf gebeten.',
  'us-wy-automated':
    'Keine automatische Auswahl oder Wahl und keine aufgezeichnete Nachricht in Werbeanrufen: Jede Person hat eingewilligt, um den Anruf gebeten oder ist Kunde.',
}

/** The text of a duty; null: it has no German one. */
export function germanDuty(id: string): string | null {
  if (/^us-[a-z]{2}-written-consent$/.test(id))
    return 'Jede Person hat schriftlich in Werbeanrufe durch ein automatisches System oder eine Aufzeichnung eingewilligt.'
  return DUTIES[id] ?? null
}
