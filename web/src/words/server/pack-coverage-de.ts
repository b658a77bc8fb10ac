/**
 * What rule packs cover and do not cover, and their sources, in German. A plain translation of our own sentences; titles of laws and the
 * names of their sections stay as they are. Loaded only if the console is in German.
 */
/** What a pack covers. */
const COVERS: Readonly<Record<string, string>> = {
  'Hours 08:00 to 21:00 at the called person’s place, every day; ring at least 15 seconds; list held against the national registry at most 31 days ago.':
    'Täglich 08:00 bis 21:00 am Ort der angerufenen Person; mindestens 15 Sekunden klingeln; Liste vor höchstens 31 Tagen mit dem nationalen Register abgeglichen.',
  'At most 3 calls in 30 days to a person; ring at least 15 seconds. Hours 08:00 to 21:00 as a floor: no federal law names hours for these calls.':
    'Höchstens 3 Anrufe in 30 Tagen je Person; mindestens 15 Sekunden klingeln. Als Mindestregel 08:00 bis 21:00: Kein Bundesgesetz nennt Zeiten für diese Anrufe.',
  'At most 1 call a day and 3 in a week to a person; ring at least 15 seconds. Hours 08:00 to 21:00 as a floor: no federal law names hours for these calls.':
    'Höchstens 1 Anruf am Tag und 3 in der Woche je Person; mindestens 15 Sekunden klingeln. Als Mindestregel 08:00 bis 21:00: Kein Bundesgesetz nennt Zeiten für diese Anrufe.',
  'At most 7 calls in 7 days; none for 7 days after a conversation, whoever called; hours 08:00 to 21:00. A call back that the person asked for is exempt from the pause on its day.':
    'Höchstens 7 Anrufe in 7 Tagen; keiner in den 7 Tagen nach einem Gespräch, egal wer anrief; 08:00 bis 21:00. Ein erbetener Rückruf ist an seinem Tag von der Pause ausgenommen.',
  'Monday to Saturday 10:00 to 19:00, none on Sundays and federal holidays, at most 3 calls in 24 hours to a person; list held against the national registry at most 31 days ago.':
    'Montag bis Samstag 10:00 bis 19:00, nicht an Sonntagen und Bundesfeiertagen, höchstens 3 Anrufe in 24 Stunden je Person; Liste vor höchstens 31 Tagen mit dem nationalen Register abgeglichen.',
  'A duty: say at the start that the call is recorded.':
    'Eine Pflicht: zu Beginn sagen, dass der Anruf aufgezeichnet wird.',
  'Monday to Saturday 08:00 to 20:00, none on Sundays and holidays.':
    'Montag bis Samstag 08:00 bis 20:00, nicht an Sonn- und Feiertagen.',
  'Federal hours; sales calls to mobile numbers only with permission.':
    'Zeiten des Bundes; Werbeanrufe bei Mobilnummern nur mit Erlaubnis.',
  'Calls of every purpose by automatic dialing-announcing devices: 09:00 to 21:00 every day, with consent too; the person agreed beforehand, or a natural voice asks first.':
    'Anrufe zu jedem Zweck durch Wähl- und Ansagegeräte: täglich 09:00 bis 21:00, auch mit Einwilligung; die Person hat vorher zugestimmt, oder eine natürliche Stimme fragt zuerst.',
  'Hours 09:00 to 20:00 every day.': 'Täglich 09:00 bis 20:00.',
  'Hours 08:00 to 20:00 every day; at most 3 calls in 24 hours, whatever number is shown.':
    'Täglich 08:00 bis 20:00; höchstens 3 Anrufe in 24 Stunden, egal welche Nummer gezeigt wird.',
  'Calls of every purpose by announcing devices: 08:00 to 21:00.':
    'Anrufe zu jedem Zweck durch Ansagegeräte: 08:00 bis 21:00.',
  'Hours 09:00 to 21:00, as for autodialers (live voices: from 08:00).':
    '09:00 bis 21:00, wie für Wählautomaten (persönliche Anrufe: ab 08:00).',
  'Federal hours: the statute names none of its own; own do-not-call list, renewed quarterly.':
    'Zeiten des Bundes: Das Gesetz nennt keine eigenen; eigene Sperrliste, vierteljährlich erneuert.',
  'Hours 10:00 to 21:00.': '10:00 bis 21:00.',
  'Monday to Saturday 08:00 to 20:00, none on Sundays and state holidays.':
    'Montag bis Samstag 08:00 bis 20:00, nicht an Sonntagen und Feiertagen des Bundesstaates.',
  'Hours 08:00 to 20:00; own do-not-call list, renewed quarterly.':
    '08:00 bis 20:00; eigene Sperrliste, vierteljährlich erneuert.',
  'Hours 08:00 to 20:00; at most 3 calls in 24 hours.': '08:00 bis 20:00; höchstens 3 Anrufe in 24 Stunden.',
  'Automated calls on weekdays 09:00 to 17:00; at most 1 conversation in 8 hours; the workflow says that a machine speaks; list held against the Reassigned Numbers Database.':
    'Automatische Anrufe werktags 09:00 bis 17:00; höchstens 1 Gespräch in 8 Stunden; der Ablauf sagt, dass eine Maschine spricht; Liste mit der Reassigned Numbers Database abgeglichen.',
  'Hours 09:00 to 21:00.': '09:00 bis 21:00.',
  'Hours 09:00 to 21:00. The state’s own list has expired: the national one counts.':
    '09:00 bis 21:00. Die eigene Liste des Bundesstaates ist ausgelaufen: Es gilt die nationale.',
  'Monday to Saturday 09:00 to 20:00. The statute says 08:00 to 20:00 Central Standard Time, which is 09:00 while clocks are advanced; the strict hours are kept all year.':
    'Montag bis Samstag 09:00 bis 20:00. Das Gesetz nennt 08:00 bis 20:00 Central Standard Time, in der Sommerzeit also 09:00; die strengen Zeiten gelten das ganze Jahr.',
  'Recorded messages on Sundays and holidays from 13:00 only.':
    'Aufgezeichnete Nachrichten an Sonn- und Feiertagen erst ab 13:00.',
  'Hours 08:00 to 21:00.': '08:00 bis 21:00.',
  'Federal hours; own do-not-call list at most 3 months old.':
    'Zeiten des Bundes; eigene Sperrliste, höchstens 3 Monate alt.',
  'Hours 09:00 to 20:00.': '09:00 bis 20:00.',
  'Federal hours.': 'Zeiten des Bundes.',
  'Hours 09:00 to 20:00 (08:00 for live voices, 09:00 for recordings); at most 3 calls in 24 hours.':
    '09:00 bis 20:00 (08:00 für persönliche Anrufe, 09:00 für Aufzeichnungen); höchstens 3 Anrufe in 24 Stunden.',
  'Hours 08:00 to 20:00; at most 3 calls in 24 hours, unless there was a purchase within 18 months.':
    '08:00 bis 20:00; höchstens 3 Anrufe in 24 Stunden, außer nach einem Kauf in den letzten 18 Monaten.',
  'Monday to Saturday 09:00 to 19:00 since 18 October 2026, none on Sundays and legal holidays (Good Friday and Election Day included); own do-not-call list.':
    'Montag bis Samstag 09:00 bis 19:00 seit 18. Oktober 2026, nicht an Sonntagen und gesetzlichen Feiertagen (auch Karfreitag und Wahltag); eigene Sperrliste.',
  'Hours 09:00 to 21:00 to homes.': '09:00 bis 21:00 bei Privathaushalten.',
  'Monday to Friday 09:00 to 18:00, Saturday 10:00 to 17:00, none on Sundays and holidays.':
    'Montag bis Freitag 09:00 bis 18:00, Samstag 10:00 bis 17:00, nicht an Sonn- und Feiertagen.',
  'Automated calls Monday to Friday 09:00 to 21:00.': 'Automatische Anrufe Montag bis Freitag 09:00 bis 21:00.',
  'Hours 08:00 to 21:00 for calls that sell or poll; own register, renewed monthly.':
    '08:00 bis 21:00 für Werbung und Umfragen; eigenes Register, monatlich erneuert.',
  'Monday to Saturday 09:00 to 21:00, Sunday from 12:00; own do-not-call list, renewed quarterly.':
    'Montag bis Samstag 09:00 bis 21:00, Sonntag ab 12:00; eigene Sperrliste, vierteljährlich erneuert.',
  'Monday to Saturday 08:00 to 21:00, none on Sundays and legal holidays, unless there is prior express consent.':
    'Montag bis Samstag 08:00 bis 21:00, nicht an Sonntagen und gesetzlichen Feiertagen, außer mit vorheriger ausdrücklicher Einwilligung.',
  'Hours 08:00 to 20:00.': '08:00 bis 20:00.',
  'The first step of the workflow must say, word for word, that an artificial intelligence speaks.':
    'Der erste Schritt des Ablaufs muss wörtlich sagen, dass eine künstliche Intelligenz spricht.',
  'Monday to Friday 08:00 to 21:00, Saturday 09:00 to 20:00 (custom); ring at least 15 seconds; 72 hours after an abandoned call, 24 hours after a machine; TPS at most 28 days old.':
    'Montag bis Freitag 08:00 bis 21:00, Samstag 09:00 bis 20:00 (üblich); mindestens 15 Sekunden klingeln; 72 Stunden Pause nach einem abgebrochenen Anruf, 24 Stunden nach einem Anrufbeantworter; TPS höchstens 28 Tage alt.',
  'Corporate TPS at most 28 days old.': 'Corporate TPS höchstens 28 Tage alt.',
  'Monday to Friday 10:00 to 13:00 and 14:00 to 20:00 in the person’s own time zone, none on weekends and holidays, with consent too; at most 4 calls in 30 days; none after a refusal.':
    'Montag bis Freitag 10:00 bis 13:00 und 14:00 bis 20:00 in der Zeitzone der Person, nicht an Wochenenden und Feiertagen, auch mit Einwilligung; höchstens 4 Anrufe in 30 Tagen; keiner nach einer Ablehnung.',
  'Monday to Friday 09:00 to 20:00 (industry code), none on weekends and national holidays.':
    'Montag bis Freitag 09:00 bis 20:00 (Branchenkodex), nicht an Wochenenden und nationalen Feiertagen.',
  'Monday to Friday 09:00 to 21:00, none on weekends and national holidays.':
    'Montag bis Freitag 09:00 bis 21:00, nicht an Wochenenden und nationalen Feiertagen.',
  'Monday to Friday 09:00 to 20:00, Saturdays and eves of holidays 10:00 to 19:00, none on Sundays and holidays; register at most 15 days old; none after a refusal.':
    'Montag bis Freitag 09:00 bis 20:00, samstags und vor Feiertagen 10:00 bis 19:00, nicht an Sonn- und Feiertagen; Register höchstens 15 Tage alt; keiner nach einer Ablehnung.',
  'Monday to Friday 09:00 to 21:00, Saturday 10:00 to 16:00 (self-regulation); none after an objection.':
    'Montag bis Freitag 09:00 bis 21:00, Samstag 10:00 bis 16:00 (Selbstregulierung); keiner nach einem Widerspruch.',
  'List "Ne m’appelez plus" at most 5 days old; none after a refusal.':
    'Liste „Ne m’appelez plus“ höchstens 5 Tage alt; keiner nach einer Ablehnung.',
  'A duty: consent for every advertising call, to businesses too.':
    'Eine Pflicht: Einwilligung für jeden Werbeanruf, auch bei Unternehmen.',
  'A duty: consent for every commercial call, to businesses too.':
    'Eine Pflicht: Einwilligung für jeden kommerziellen Anruf, auch bei Unternehmen.',
  'Every day 09:00 to 22:00, for calls of every purpose to consumers.':
    'Täglich 09:00 bis 22:00, für Anrufe zu jedem Zweck bei Verbrauchern.',
  'National Directory Database at most 28 days old.': 'National Directory Database höchstens 28 Tage alt.',
  'A duty: no sales call to a consumer without consent.':
    'Eine Pflicht: kein Werbeanruf bei Verbrauchern ohne Einwilligung.',
  'NIX-Telefon at most 31 days old.': 'NIX-Telefon höchstens 31 Tage alt.',
  'Duties: opt-outs are kept; mobile subscriptions are not sold by phone.':
    'Pflichten: Widersprüche werden beachtet; Mobilfunkverträge werden nicht am Telefon verkauft.',
  'Duties: no calls to numbers with an asterisk or in no directory without consent or a business relationship.':
    'Pflichten: keine Anrufe bei Nummern mit Stern oder ohne Eintrag im Verzeichnis ohne Einwilligung oder Geschäftsbeziehung.',
  'Monday to Friday 09:00 to 21:00, none on weekends and holidays; register at most 31 days old; none after a refusal.':
    'Montag bis Freitag 09:00 bis 21:00, nicht an Wochenenden und Feiertagen; Register höchstens 31 Tage alt; keiner nach einer Ablehnung.',
  'Monday to Friday 09:00 to 21:30, weekends 10:00 to 18:00, for every call with a synthesized voice, also when it sells nothing.':
    'Montag bis Freitag 09:00 bis 21:30, Wochenenden 10:00 bis 18:00, für jeden Anruf mit künstlicher Stimme, auch ohne Verkauf.',
  'National list at most 31 days old.': 'Nationale Liste höchstens 31 Tage alt.',
  'None on statutory holidays; at most 1 call in 30 days.':
    'Nicht an gesetzlichen Feiertagen; höchstens 1 Anruf in 30 Tagen.',
  'Monday to Friday 09:00 to 20:00, Saturday 09:00 to 17:00, none on Sundays and national holidays; register at most 30 days old.':
    'Montag bis Freitag 09:00 bis 20:00, Samstag 09:00 bis 17:00, nicht an Sonntagen und nationalen Feiertagen; Register höchstens 30 Tage alt.',
  'Monday to Saturday 08:00 to 21:00, none on Sundays and holidays.':
    'Montag bis Samstag 08:00 bis 21:00, nicht an Sonn- und Feiertagen.',
  'Every day 10:00 to 21:00.': 'Täglich 10:00 bis 21:00.',
  'Monday to Friday 09:00 to 21:00, Saturday 10:00 to 16:00, none on Sundays and national holidays.':
    'Montag bis Freitag 09:00 bis 21:00, Samstag 10:00 bis 16:00, nicht an Sonntagen und nationalen Feiertagen.',
  'Monday to Friday 07:00 to 22:00.': 'Montag bis Freitag 07:00 bis 22:00.',
  'Registries at most 30 days old.': 'Register höchstens 30 Tage alt.',
  'No Voice Call Register at most 21 days old.': 'No Voice Call Register höchstens 21 Tage alt.',
  'Every day 08:00 to 21:00 (custom); none after a refusal.':
    'Täglich 08:00 bis 21:00 (üblich); keiner nach einer Ablehnung.',
  'Monday to Friday 08:00 to 20:00, Saturday 09:00 to 13:00, none on Sundays and holidays; registry at most a month old; none after a refusal.':
    'Montag bis Freitag 08:00 bis 20:00, Samstag 09:00 bis 13:00, nicht an Sonn- und Feiertagen; Register höchstens einen Monat alt; keiner nach einer Ablehnung.',
  'Every day 09:00 to 18:00; at most 1 call a day and 2 in a week; none after a refusal.':
    'Täglich 09:00 bis 18:00; höchstens 1 Anruf am Tag und 2 in der Woche; keiner nach einer Ablehnung.',
  'Consents held against İYS at most 3 days ago; none after a refusal.':
    'Einwilligungen vor höchstens 3 Tagen mit İYS abgeglichen; keiner nach einer Ablehnung.',
  'Every day 08:00 to 21:00 (law for financial products); register at most 30 days old; none after a refusal.':
    'Täglich 08:00 bis 21:00 (Gesetz für Finanzprodukte); Register höchstens 30 Tage alt; keiner nach einer Ablehnung.',
  'Do-not-call Register for pre-recorded messages at most 10 days old.':
    'Do-not-call Register für aufgezeichnete Nachrichten höchstens 10 Tage alt.',
}

const NOT_COVERED: Readonly<Record<string, string>> = {
  'State laws, many of which are stricter: choose the packs of the states too.':
    'Gesetze der Bundesstaaten, von denen viele strenger sind: Wählen Sie auch die Pakete der Bundesstaaten.',
  'The abandoned call rate of 3 % over 30 days.': 'Den Anteil abgebrochener Anrufe von 3 % in 30 Tagen.',
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
  'The content a health care message may have.': 'Was eine Nachricht des Gesundheitswesens enthalten darf.',
  'The limit is per person and debt. Without a person_id column calls are counted per number, which is looser for a person with two numbers; all debts count together.':
    'Die Grenze gilt je Person und Schuld. Ohne die Spalte person_id wird je Nummer gezählt; das ist bei einer Person mit zwei Nummern weniger streng. Alle Schulden zählen zusammen.',
  'Times and places that a person has called inconvenient, employers’ rules, and people represented by a lawyer.':
    'Zeiten und Orte, die eine Person als ungünstig genannt hat, Regeln von Arbeitgebern und Personen mit anwaltlicher Vertretung.',
  'Rhode Island (until 18:00, Saturdays 17:00), Maine (automated calls until 17:00), South Dakota (automated calls not on Saturdays): choose their packs too.':
    'Rhode Island (bis 18:00, samstags 17:00), Maine (automatische Anrufe bis 17:00), South Dakota (automatische Anrufe nicht samstags): Wählen Sie auch deren Pakete.',
  'Holidays that only a state keeps.': 'Feiertage, die nur ein Bundesstaat hat.',
  'Whether a recording is wanted is the workflow’s setting.': 'Ob aufgezeichnet wird, bestimmt der Ablauf.',
  'Registration of the caller, which 34 states ask for.':
    'Die Registrierung des Anrufers, die 34 Bundesstaaten verlangen.',
  'Whether the rule reaches beyond utilities is disputed.':
    'Ob die Regel über Versorgungsunternehmen hinaus gilt, ist umstritten.',
  'Mardi Gras counts only in Baldwin and Mobile counties.': 'Mardi Gras zählt nur in den Countys Baldwin und Mobile.',
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
  'The statute is about announcing devices to homes.': 'Das Gesetz betrifft Ansagegeräte bei Privathaushalten.',
  'Text messages count too; this program sends none.': 'Auch Textnachrichten zählen; dieses Programm sendet keine.',
  'Businesses are protected too.': 'Auch Unternehmen sind geschützt.',
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
  'That the person has heard it.': 'Dass die Person es gehört hat.',
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
  'Holidays of single states.': 'Feiertage einzelner Bundesländer.',
  'Holidays of the regions.': 'Feiertage der Regionen.',
  'Which number is shown is not checked.': 'Welche Nummer gezeigt wird, wird nicht geprüft.',
  'The code of conduct binds its members.': 'Der Verhaltenskodex bindet seine Mitglieder.',
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
  'That the number shown can be found in directories.': 'Dass die gezeigte Nummer in Verzeichnissen steht.',
  'Holidays of provinces: for British Columbia choose its pack too.':
    'Feiertage der Provinzen: Für British Columbia wählen Sie auch dessen Paket.',
  'Exempt calls of public service.': 'Ausgenommene Anrufe im öffentlichen Interesse.',
  'The abandoned call rate of 5 % a month is not enforced.':
    'Der Anteil abgebrochener Anrufe von 5 % im Monat wird nicht durchgesetzt.',
  'Whether voice agents are announcing devices is under consultation (CRTC 2026-132); the strict reading is taken.':
    'Ob Sprachagenten Ansagegeräte sind, wird beraten (CRTC 2026-132); hier gilt die strenge Auslegung.',
  'Calls to businesses are free of the list, not of the other rules.':
    'Für Anrufe bei Unternehmen gilt das Register nicht, die anderen Regeln schon.',
  'The limit is per person and offer; here all calls count. With permission it does not hold.':
    'Die Grenze gilt je Person und Angebot; hier zählen alle Anrufe. Mit Erlaubnis gilt sie nicht.',
  'Research calls have longer hours.': 'Für Umfragen gelten längere Zeiten.',
  'Other times on express consent to that time.': 'Andere Zeiten mit ausdrücklicher Einwilligung zu dieser Zeit.',
  'The hours are not law.': 'Die Zeiten sind kein Gesetz.',
  'Anniversary days of the regions.': 'Jahrestage der Regionen.',
  'Bands and days that customers choose for themselves: the preference list is asked by the operators’ ledger only.':
    'Zeiten und Tage, die Kunden selbst wählen: Danach fragt nur das Register der Netzbetreiber.',
  'Holidays of states and cities.': 'Feiertage von Bundesstaaten und Städten.',
  'Short calls of less than three seconds: 100,000 a day count as abuse.':
    'Kurze Anrufe unter drei Sekunden: 100.000 am Tag gelten als Missbrauch.',
  'Hours for sales calls were not found.': 'Zeiten für Werbeanrufe wurden nicht gefunden.',
  'Hours for sales calls were not found: the floor of 08:00 to 21:00 holds.':
    'Zeiten für Werbeanrufe wurden nicht gefunden: Es gilt die Mindestregel 08:00 bis 21:00.',
  'There are no statutory hours: the floor of 08:00 to 21:00 holds.':
    'Es gibt keine gesetzlichen Zeiten: Es gilt die Mindestregel 08:00 bis 21:00.',
  'There are no hours in the statute.': 'Das Gesetz nennt keine Zeiten.',
  'Whether POPIA 69 asks for consent to live calls is disputed.':
    'Ob POPIA 69 für persönliche Anrufe eine Einwilligung verlangt, ist umstritten.',
  'The limits concern calls that were not answered or hung up; here all calls count, which is stricter.':
    'Die Grenzen betreffen Anrufe, die nicht angenommen oder aufgelegt wurden; hier zählen alle Anrufe, was strenger ist.',
  'Consent to calls at night (Network Act 50).': 'Die Einwilligung in Anrufe bei Nacht (Network Act 50).',
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
  'The figures of the limits': 'Die Zahlen der Grenzen',
  '47 CFR 64.1200(a)(3), (a)(9)(iv): figures to be verified':
    '47 CFR 64.1200(a)(3), (a)(9)(iv): Zahlen sind noch zu prüfen',
  '12 CFR 1006.14(b)(3) and the CFPB’s questions and answers of 27 July 2022':
    '12 CFR 1006.14(b)(3) und Fragen und Antworten der CFPB vom 27. Juli 2022',
  'The packs of the states, taken together': 'Die Pakete der Bundesstaaten zusammen',
  'Lists of June 2026; they disagree about Connecticut, Delaware, Michigan and Nevada, all taken here. Oregon asks one party on the telephone':
    'Verzeichnisse vom Juni 2026; sie widersprechen sich bei Connecticut, Delaware, Michigan und Nevada, die hier alle gelten. Oregon verlangt am Telefon die Zustimmung einer Seite',
  'O.C.G.A. 10-1-393.13 in part': 'O.C.G.A. 10-1-393.13 zum Teil',
  'Repeal of the holiday ban, June 2024': 'Aufhebung des Verbots an Feiertagen, Juni 2024',
  'Neb. Rev. Stat. 86-248; Sundays: summaries of 2025': 'Neb. Rev. Stat. 86-248; sonntags: Zusammenfassungen von 2025',
  'Act 47 of 2026, in force since 18 October 2026': 'Act 47 von 2026, in Kraft seit 18. Oktober 2026',
  '73 P.S. 2245(a)(10), Act 73 of 2019': '73 P.S. 2245(a)(10), Act 73 von 2019',
  'ePrivacy Directive 2002/58/EC, article 13(1)': 'ePrivacy-Richtlinie 2002/58/EG, Artikel 13(1)',
  'AI Act (EU) 2024/1689, article 50(1), since 2 August 2026':
    'KI-Verordnung (EU) 2024/1689, Artikel 50(1), seit 2. August 2026',
  'Ofcom, statement on persistent misuse of December 2016, since 1 March 2017':
    'Ofcom, Erklärung „persistent misuse“ vom Dezember 2016, seit 1. März 2017',
  'The ICO fined calls of AI avatars as automated calls in September 2025':
    'Die ICO belegte Anrufe von KI-Avataren im September 2025 als automatische Anrufe mit Bußgeld',
  'Hours are custom: there are none in the statute': 'Die Zeiten sind üblich: Das Gesetz nennt keine',
  'Décret 2026-662 of 23 July 2026 (D223-9, R223-1 to R223-4), since 11 August 2026':
    'Décret 2026-662 vom 23. Juli 2026 (D223-9, R223-1 bis R223-4), seit 11. August 2026',
  'Loi 2025-594: consent first, since 11 August 2026': 'Loi 2025-594: Einwilligung zuerst, seit 11. August 2026',
  'Bundesnetzagentur, notes of 7 July 2022': 'Bundesnetzagentur, Hinweise vom 7. Juli 2022',
  'Hours are an industry code: there are none in the statute':
    'Die Zeiten sind ein Branchenkodex: Das Gesetz nennt keine',
  'BOE-A-2026-8409: numbers of the range 400, since 17 October 2026':
    'BOE-A-2026-8409: Nummern des Bereichs 400, seit 17. Oktober 2026',
  'DPR 26/2022; code of conduct, October 2024': 'DPR 26/2022; Verhaltenskodex, Oktober 2024',
  'Telecommunicatiewet 11.7; customers need consent too since 1 July 2026':
    'Telecommunicatiewet 11.7; auch Kunden müssen einwilligen, seit 1. Juli 2026',
  'Hours are self-regulation': 'Die Zeiten sind Selbstregulierung',
  'DL 134/2009 article 7; Lei 41/2004 article 13-A': 'DL 134/2009 Artikel 7; Lei 41/2004 Artikel 13-A',
  'CRTC, Unsolicited Telecommunications Rules, page of the rules':
    'CRTC, Unsolicited Telecommunications Rules, Seite der Regeln',
  'CRTC 2009-200: hours of announcing devices': 'CRTC 2009-200: Zeiten für Ansagegeräte',
  'CRTC 2014-155: synthesized voices need express consent, of customers too':
    'CRTC 2014-155: Künstliche Stimmen brauchen eine ausdrückliche Einwilligung, auch von Kunden',
  'Industry code; Fair Trading Act on uninvited direct sales':
    'Branchenkodex; Fair Trading Act über unaufgeforderten Direktverkauf',
  'TCCCPR 2018 and its amendment of 12 February 2025': 'TCCCPR 2018 und die Änderung vom 12. Februar 2025',
  'TRAI, direction of 19 November 2025': 'TRAI, Anordnung vom 19. November 2025',
  'Hours: codes of the sectors': 'Zeiten: Kodizes der Branchen',
  'Press of 2025': 'Presse von 2025',
  'Act on Specified Commercial Transactions, articles 16 and 17':
    'Act on Specified Commercial Transactions, Artikel 16 und 17',
  'Calls between 21:00 and 08:00 count as a nuisance': 'Anrufe zwischen 21:00 und 08:00 gelten als Belästigung',
  'Consumer Protection Act, regulations': 'Consumer Protection Act, Verordnungen',
  'National opt-out registry, since 15 April 2026': 'Nationales Widerspruchsregister, seit 15. April 2026',
  'Profeco (REPEP) and Condusef (REUS), 2025': 'Profeco (REPEP) und Condusef (REUS), 2025',
  'Law 6563 and its regulation of 2015, changed in 2020': 'Gesetz 6563 und seine Verordnung von 2015, geändert 2020',
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

/** What the pack covers; null: only the English text of the server is there. */
export const germanCovers = (text: string): string | null => COVERS[text] ?? null

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
