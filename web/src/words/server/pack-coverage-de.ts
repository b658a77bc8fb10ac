/**
 * What rule packs do not cover, and their sources, in German. A plain translation of our own sentences; titles of laws and the
 * names of their sections stay as they are. Loaded only if the console is in German.
 */
const NOT_COVERED: Readonly<Record<string, string>> = {
  'State laws, many of which are stricter: choose the packs of the states too.':
    'Gesetze der Bundesstaaten, von denen viele strenger sind: Wählen Sie auch die Pakete der Bundesstaaten.',
  'The abandoned call rate of 3 % over 30 days.':
    'Den Anteil abgebrochener Anrufe von 3 % in 30 Tagen.',
  'Whether consent lifts the hours is disputed in court: they hold with consent too.':
    'Ob eine Einwilligung die Anrufzeiten aufhebt, ist vor Gericht umstritten: Sie gelten auch mit Einwilligung.',
  'A rule of one-to-one consent is not in force (FCC DA 25-621 of 14 July 2025).':
    'Die Regel über Einwilligungen für genau ein Unternehmen ist nicht in Kraft (FCC DA 25-621 vom 14. Juli 2025).',
  'The current text of the Code of Federal Regulations was not readable when this was made; check 64.1200 and 310.4.':
    'Der geltende Text des Code of Federal Regulations war beim Anlegen nicht lesbar; prüfen Sie 64.1200 und 310.4.',
  'Mobile numbers need prior express consent whatever the number of calls.':
    'Mobilnummern brauchen eine vorherige ausdrückliche Einwilligung, unabhängig von der Zahl der Anrufe.',
  'State laws for calls of every purpose (California, Georgia, Tennessee): choose their packs too.':
    'Gesetze der Bundesstaaten für Anrufe zu jedem Zweck (Kalifornien, Georgia, Tennessee): Wählen Sie auch deren Pakete.',
  'The content a health care message may have.':
    'Was eine Nachricht des Gesundheitswesens enthalten darf.',
  'The limit is per person and debt. Without a person_id column calls are counted per number, which is looser for a person with two numbers; all debts count together.':
    'Die Grenze gilt je Person und Schuld. Ohne die Spalte person_id wird je Nummer gezählt; das ist bei einer Person mit zwei Nummern weniger streng. Alle Schulden zählen zusammen.',
  'Times and places that a person has called inconvenient, employers’ rules, and people represented by a lawyer.':
    'Zeiten und Orte, die eine Person als ungünstig genannt hat, Regeln von Arbeitgebern und Personen mit anwaltlicher Vertretung.',
  'Rhode Island (until 18:00, Saturdays 17:00), Maine (automated calls until 17:00), South Dakota (automated calls not on Saturdays): choose their packs too.':
    'Rhode Island (bis 18:00, samstags 17:00), Maine (automatische Anrufe bis 17:00), South Dakota (automatische Anrufe nicht samstags): Wählen Sie auch deren Pakete.',
  'Holidays that only a state keeps.':
    'Feiertage, die nur ein Bundesstaat hat.',
  'Whether a recording is wanted is the workflow’s setting.':
    'Ob aufgezeichnet wird, bestimmt der Ablauf.',
  'Registration of the caller, which 34 states ask for.':
    'Die Registrierung des Anrufers, die 34 Bundesstaaten verlangen.',
  'Whether the rule reaches beyond utilities is disputed.':
    'Ob die Regel über Versorgungsunternehmen hinaus gilt, ist umstritten.',
  'Mardi Gras counts only in Baldwin and Mobile counties.':
    'Mardi Gras zählt nur in den Countys Baldwin und Mobile.',
  'Whether a number is a mobile number: take every number for one.':
    'Ob eine Nummer eine Mobilnummer ist: Behandeln Sie jede Nummer als eine.',
  'Whether a conversing voice agent is such a device is open; the strict reading is taken.':
    'Ob ein sprechender Agent ein solches Gerät ist, ist offen; hier gilt die strenge Auslegung.',
  'Exemptions: schools about attendance, non-profits to members, cable and utilities about arranged visits, safety warnings.':
    'Ausnahmen: Schulen über Anwesenheit, gemeinnützige Vereine an Mitglieder, Kabel- und Versorgungsunternehmen über vereinbarte Besuche, Sicherheitswarnungen.',
  'The limit is per person and subject. Here all subjects count; without a person_id column calls are counted per number, which is looser for a person with two numbers.':
    'Die Grenze gilt je Person und Thema. Hier zählen alle Themen. Ohne die Spalte person_id wird je Nummer gezählt; das ist bei einer Person mit zwei Nummern weniger streng.',
  'Since 1 July 2024 whoever profits from a call is liable (SB 73).':
    'Seit dem 1. Juli 2024 haftet, wer von einem Anruf profitiert (SB 73).',
  'IC 24-5-14 on autodialers with recorded messages was not read.':
    'IC 24-5-14 über Wählautomaten mit aufgezeichneten Nachrichten wurde nicht gelesen.',
  'No calls in a declared state of emergency: enter a suspension for the state when one is declared.':
    'Keine Anrufe in einem ausgerufenen Notstand: Tragen Sie dann für den Bundesstaat eine Anrufsperre ein.',
  'Holidays the governor proclaims at short notice: add their dates.':
    'Feiertage, die der Gouverneur kurzfristig ausruft: Fügen Sie die Tage hinzu.',
  'Mobile, unlisted, toll-free and emergency numbers may not be called so at all: take them out of the list.':
    'Mobile, nicht eingetragene, gebührenfreie und Notrufnummern dürfen so gar nicht angerufen werden: Nehmen Sie sie aus der Liste.',
  '77-3-603 says 08:00 to 21:00; the stricter hours are taken.':
    '77-3-603 nennt 08:00 bis 21:00; hier gelten die strengeren Zeiten.',
  'The statute is about announcing devices to homes.':
    'Das Gesetz betrifft Ansagegeräte bei Privathaushalten.',
  'Text messages count too; this program sends none.':
    'Auch Textnachrichten zählen; dieses Programm sendet keine.',
  'Businesses are protected too.':
    'Auch Unternehmen sind geschützt.',
  'How often the register is renewed is from general knowledge.':
    'Wie oft das Register erneuert wird, ist allgemein bekannt, aber nicht belegt.',
  'The hours are those of sales calls; they are kept for debt collection too, because machines that collect need the same permit.':
    'Die Zeiten sind die für Werbeanrufe; sie gelten hier auch für Inkasso, weil Automaten dafür dieselbe Genehmigung brauchen.',
  'Prior consent lifts the hours by law; they are kept here.':
    'Eine vorherige Einwilligung hebt die Zeiten nach dem Gesetz auf; hier gelten sie trotzdem.',
  'The ten years for which an opt-out is kept concern text messages.':
    'Die zehn Jahre, die ein Widerspruch gilt, betreffen Textnachrichten.',
  'Hours and limits are each country’s own: choose its pack too. Where no pack has hours, the floor of 08:00 to 21:00 holds.':
    'Zeiten und Grenzen hat jedes Land selbst: Wählen Sie auch dessen Paket. Wo kein Paket Zeiten nennt, gilt die Mindestregel 08:00 bis 21:00.',
  'That the person has heard it.':
    'Dass die Person es gehört hat.',
  'The marking of synthetic audio (article 50(2), since 2 December 2026): a matter of the maker of the voice.':
    'Die Kennzeichnung künstlicher Sprache (Artikel 50(2), ab 2. Dezember 2026): Sache des Herstellers der Stimme.',
  'Consent of each person and company: calls of AI avatars were fined as automated calls in September 2025.':
    'Die Einwilligung jeder Person und Firma: Anrufe von KI-Avataren wurden im September 2025 als automatische Anrufe mit Bußgeld belegt.',
  'The 3 % allowance of abandoned calls is no safe harbour since 2017; the pauses of 72 hours and of a day are good practice, not law.':
    'Die erlaubten 3 % abgebrochener Anrufe schützen seit 2017 nicht mehr sicher; die Pausen von 72 Stunden und einem Tag sind gute Praxis, kein Gesetz.',
  'Declare the party "consumer" if no business is called.':
    'Geben Sie als Angerufene „Verbraucher“ an, wenn keine Unternehmen angerufen werden.',
  'Calls outside the hours on explicit agreement to a stated date and time.':
    'Anrufe außerhalb der Zeiten mit ausdrücklicher Zustimmung zu Tag und Uhrzeit.',
  'Energy renovation and the adaptation of homes may not be sold by phone at all.':
    'Energetische Sanierung und Umbau von Wohnungen dürfen gar nicht am Telefon verkauft werden.',
  'One local holiday of each overseas department: add its date.':
    'Je ein örtlicher Feiertag der Überseedépartements: Fügen Sie den Tag hinzu.',
  'Holidays of single states.':
    'Feiertage einzelner Bundesländer.',
  'Holidays of the regions.':
    'Feiertage der Regionen.',
  'Which number is shown is not checked.':
    'Welche Nummer gezeigt wird, wird nicht geprüft.',
  'The code of conduct binds its members.':
    'Der Verhaltenskodex bindet seine Mitglieder.',
  'Charities, charity lotteries, newspapers and magazines have exceptions.':
    'Für gemeinnützige Organisationen, ihre Lotterien, Zeitungen und Zeitschriften gibt es Ausnahmen.',
  'No hours were found: the floor of 08:00 to 21:00 holds.':
    'Es wurden keine Zeiten gefunden: Es gilt die Mindestregel 08:00 bis 21:00.',
  'There are no hours in the statute: the floor of 08:00 to 21:00 holds.':
    'Das Gesetz nennt keine Zeiten: Es gilt die Mindestregel 08:00 bis 21:00.',
  'The usual times of rest (weekends and holidays by commentary), unless agreed before.':
    'Die üblichen Ruhezeiten (nach Kommentaren Wochenenden und Feiertage), wenn nichts anderes vereinbart wurde.',
  'Exceptions for books, insurance, newspapers and rescue services.':
    'Ausnahmen für Bücher, Versicherungen, Zeitungen und Rettungsdienste.',
  'How old the look into NIX-Telefon may be is our choice.':
    'Wie alt der Abgleich mit NIX-Telefon sein darf, haben wir festgelegt.',
  'The code of the trade on hours was not read: the floor of 08:00 to 21:00 holds.':
    'Der Branchenkodex zu den Zeiten wurde nicht gelesen: Es gilt die Mindestregel 08:00 bis 21:00.',
  'Whether fully automated sales calls are allowed at all: one source says they are not.':
    'Ob vollautomatische Werbeanrufe überhaupt erlaubt sind: Eine Quelle sagt nein.',
  'That the number shown can be found in directories.':
    'Dass die gezeigte Nummer in Verzeichnissen steht.',
  'Holidays of provinces: for British Columbia choose its pack too.':
    'Feiertage der Provinzen: Für British Columbia wählen Sie auch dessen Paket.',
  'Exempt calls of public service.':
    'Ausgenommene Anrufe im öffentlichen Interesse.',
  'The abandoned call rate of 5 % a month is not enforced.':
    'Der Anteil abgebrochener Anrufe von 5 % im Monat wird nicht durchgesetzt.',
  'Whether voice agents are announcing devices is under consultation (CRTC 2026-132); the strict reading is taken.':
    'Ob Sprachagenten Ansagegeräte sind, wird beraten (CRTC 2026-132); hier gilt die strenge Auslegung.',
  'Calls to businesses are free of the list, not of the other rules.':
    'Für Anrufe bei Unternehmen gilt das Register nicht, die anderen Regeln schon.',
  'The limit is per person and offer; here all calls count. With permission it does not hold.':
    'Die Grenze gilt je Person und Angebot; hier zählen alle Anrufe. Mit Erlaubnis gilt sie nicht.',
  'Research calls have longer hours.':
    'Für Umfragen gelten längere Zeiten.',
  'Other times on express consent to that time.':
    'Andere Zeiten mit ausdrücklicher Einwilligung zu dieser Zeit.',
  'The hours are not law.':
    'Die Zeiten sind kein Gesetz.',
  'Anniversary days of the regions.':
    'Jahrestage der Regionen.',
  'Bands and days that customers choose for themselves: the preference list is asked by the operators’ ledger only.':
    'Zeiten und Tage, die Kunden selbst wählen: Danach fragt nur das Register der Netzbetreiber.',
  'Holidays of states and cities.':
    'Feiertage von Bundesstaaten und Städten.',
  'Short calls of less than three seconds: 100,000 a day count as abuse.':
    'Kurze Anrufe unter drei Sekunden: 100.000 am Tag gelten als Missbrauch.',
  'Hours for sales calls were not found.':
    'Zeiten für Werbeanrufe wurden nicht gefunden.',
  'Hours for sales calls were not found: the floor of 08:00 to 21:00 holds.':
    'Zeiten für Werbeanrufe wurden nicht gefunden: Es gilt die Mindestregel 08:00 bis 21:00.',
  'There are no statutory hours: the floor of 08:00 to 21:00 holds.':
    'Es gibt keine gesetzlichen Zeiten: Es gilt die Mindestregel 08:00 bis 21:00.',
  'There are no hours in the statute.':
    'Das Gesetz nennt keine Zeiten.',
  'Whether POPIA 69 asks for consent to live calls is disputed.':
    'Ob POPIA 69 für persönliche Anrufe eine Einwilligung verlangt, ist umstritten.',
  'The limits concern calls that were not answered or hung up; here all calls count, which is stricter.':
    'Die Grenzen betreffen Anrufe, die nicht angenommen oder aufgelegt wurden; hier zählen alle Anrufe, was strenger ist.',
  'Consent to calls at night (Network Act 50).':
    'Die Einwilligung in Anrufe bei Nacht (Network Act 50).',
  'How old the look into the register may be is our choice.':
    'Wie alt der Abgleich mit dem Register sein darf, haben wir festgelegt.',
  'There are no hours in the ordinance: the floor of 08:00 to 21:00 holds.':
    'Die Verordnung nennt keine Zeiten: Es gilt die Mindestregel 08:00 bis 21:00.',
}

/** Sources that are more than a title and a date. */
const SOURCES: Readonly<Record<string, string>> = {
  'FCC 24-17 of 8 February 2024: AI-generated voices are artificial voices':
    'FCC 24-17 vom 8. Februar 2024: Von KI erzeugte Stimmen sind künstliche Stimmen',
  '47 CFR 64.1200(a)(3), FCC 20-186 and 22-100: that limits exist, since 20 July 2023':
    '47 CFR 64.1200(a)(3), FCC 20-186 und 22-100: dass es Grenzen gibt, seit 20. Juli 2023',
  'The figures of the limits':
    'Die Zahlen der Grenzen',
  '47 CFR 64.1200(a)(3), (a)(9)(iv): figures to be verified':
    '47 CFR 64.1200(a)(3), (a)(9)(iv): Zahlen sind noch zu prüfen',
  '12 CFR 1006.14(b)(3) and the CFPB’s questions and answers of 27 July 2022':
    '12 CFR 1006.14(b)(3) und Fragen und Antworten der CFPB vom 27. Juli 2022',
  'The packs of the states, taken together':
    'Die Pakete der Bundesstaaten zusammen',
  'Lists of June 2026; they disagree about Connecticut, Delaware, Michigan and Nevada, all taken here. Oregon asks one party on the telephone':
    'Verzeichnisse vom Juni 2026; sie widersprechen sich bei Connecticut, Delaware, Michigan und Nevada, die hier alle gelten. Oregon verlangt am Telefon die Zustimmung einer Seite',
  'O.C.G.A. 10-1-393.13 in part':
    'O.C.G.A. 10-1-393.13 zum Teil',
  'Repeal of the holiday ban, June 2024':
    'Aufhebung des Verbots an Feiertagen, Juni 2024',
  'Neb. Rev. Stat. 86-248; Sundays: summaries of 2025':
    'Neb. Rev. Stat. 86-248; sonntags: Zusammenfassungen von 2025',
  'Act 47 of 2026, in force since 18 October 2026':
    'Act 47 von 2026, in Kraft seit 18. Oktober 2026',
  '73 P.S. 2245(a)(10), Act 73 of 2019':
    '73 P.S. 2245(a)(10), Act 73 von 2019',
  'ePrivacy Directive 2002/58/EC, article 13(1)':
    'ePrivacy-Richtlinie 2002/58/EG, Artikel 13(1)',
  'AI Act (EU) 2024/1689, article 50(1), since 2 August 2026':
    'KI-Verordnung (EU) 2024/1689, Artikel 50(1), seit 2. August 2026',
  'Ofcom, statement on persistent misuse of December 2016, since 1 March 2017':
    'Ofcom, Erklärung „persistent misuse“ vom Dezember 2016, seit 1. März 2017',
  'The ICO fined calls of AI avatars as automated calls in September 2025':
    'Die ICO belegte Anrufe von KI-Avataren im September 2025 als automatische Anrufe mit Bußgeld',
  'Hours are custom: there are none in the statute':
    'Die Zeiten sind üblich: Das Gesetz nennt keine',
  'Décret 2026-662 of 23 July 2026 (D223-9, R223-1 to R223-4), since 11 August 2026':
    'Décret 2026-662 vom 23. Juli 2026 (D223-9, R223-1 bis R223-4), seit 11. August 2026',
  'Loi 2025-594: consent first, since 11 August 2026':
    'Loi 2025-594: Einwilligung zuerst, seit 11. August 2026',
  'Bundesnetzagentur, notes of 7 July 2022':
    'Bundesnetzagentur, Hinweise vom 7. Juli 2022',
  'Hours are an industry code: there are none in the statute':
    'Die Zeiten sind ein Branchenkodex: Das Gesetz nennt keine',
  'BOE-A-2026-8409: numbers of the range 400, since 17 October 2026':
    'BOE-A-2026-8409: Nummern des Bereichs 400, seit 17. Oktober 2026',
  'DPR 26/2022; code of conduct, October 2024':
    'DPR 26/2022; Verhaltenskodex, Oktober 2024',
  'Telecommunicatiewet 11.7; customers need consent too since 1 July 2026':
    'Telecommunicatiewet 11.7; auch Kunden müssen einwilligen, seit 1. Juli 2026',
  'Hours are self-regulation':
    'Die Zeiten sind Selbstregulierung',
  'DL 134/2009 article 7; Lei 41/2004 article 13-A':
    'DL 134/2009 Artikel 7; Lei 41/2004 Artikel 13-A',
  'CRTC, Unsolicited Telecommunications Rules, page of the rules':
    'CRTC, Unsolicited Telecommunications Rules, Seite der Regeln',
  'CRTC 2009-200: hours of announcing devices':
    'CRTC 2009-200: Zeiten für Ansagegeräte',
  'CRTC 2014-155: synthesized voices need express consent, of customers too':
    'CRTC 2014-155: Künstliche Stimmen brauchen eine ausdrückliche Einwilligung, auch von Kunden',
  'Industry code; Fair Trading Act on uninvited direct sales':
    'Branchenkodex; Fair Trading Act über unaufgeforderten Direktverkauf',
  'TCCCPR 2018 and its amendment of 12 February 2025':
    'TCCCPR 2018 und die Änderung vom 12. Februar 2025',
  'TRAI, direction of 19 November 2025':
    'TRAI, Anordnung vom 19. November 2025',
  'Hours: codes of the sectors':
    'Zeiten: Kodizes der Branchen',
  'Press of 2025':
    'Presse von 2025',
  'Act on Specified Commercial Transactions, articles 16 and 17':
    'Act on Specified Commercial Transactions, Artikel 16 und 17',
  'Calls between 21:00 and 08:00 count as a nuisance':
    'Anrufe zwischen 21:00 und 08:00 gelten als Belästigung',
  'Consumer Protection Act, regulations':
    'Consumer Protection Act, Verordnungen',
  'National opt-out registry, since 15 April 2026':
    'Nationales Widerspruchsregister, seit 15. April 2026',
  'Profeco (REPEP) and Condusef (REUS), 2025':
    'Profeco (REPEP) und Condusef (REUS), 2025',
  'Law 6563 and its regulation of 2015, changed in 2020':
    'Gesetz 6563 und seine Verordnung von 2015, geändert 2020',
}

const MONTHS: Readonly<Record<string, string>> = {
  January: 'Januar',
  February: 'Februar',
  March: 'März',
  April: 'April',
  May: 'Mai',
  June: 'Juni',
  July: 'Juli',
  August: 'August',
  September: 'September',
  October: 'Oktober',
  November: 'November',
  December: 'Dezember',
}
const DATE = new RegExp(`(?:(since|of|as of) )?(?:(\\d{1,2}) )?(${Object.keys(MONTHS).join('|')}) (\\d{4})`, 'g')
const BEFORE: Readonly<Record<string, string>> = { since: 'seit ', of: 'vom ', 'as of': 'Stand ' }

/** What the pack does not cover; null: only the English text of the server is there. */
export const germanNotCovered = (text: string): string | null => NOT_COVERED[text] ?? null

/** A source: a title with its sections stays, the words around it are German. */
export const germanSource = (text: string): string =>
  SOURCES[text] ??
  text
    .replace(DATE, (_, before, day, month, year) => {
      const date = `${day ? `${day}. ` : ''}${MONTHS[month]} ${year}`
      return `${before ? BEFORE[before] : ''}${date}`
    })
    .replace(/(\d\S*|\)) and (?=[\d(])/g, '$1 und ')
    .replace(/(\d\S*) to (?=\d)/g, '$1 bis ')
    .replace(/ as of (?=\d{4})/g, ', Stand ')
    .replace(/, regulations (?=\d)/g, ', Artikel ')
