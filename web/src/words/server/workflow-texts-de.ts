/**
 * The catalogue of steps, exits and settings of workflows in German, by the English text. Placeholders are examples and stay.
 * Loaded only if the console is in German.
 */
export const WORKFLOW_TEXTS_DE: Readonly<Record<string, string>> = {
  'Start of the call': 'Beginn des Anrufs',
  'The start of every call, when a person or a machine answers.':
    'Beginn jedes Anrufs, wenn eine Person oder ein Anrufbeantworter abnimmt.',
  Name: 'Name',
  'How this step is called in the editor and in the timeline of a call.':
    'Wie dieser Schritt im Editor und im Verlauf eines Anrufs heißt.',
  Greeting: 'Begrüßung',
  'The first words of the call, spoken word for word as soon as the call is answered.':
    'Die ersten Worte des Anrufs, wörtlich gesprochen, sobald abgenommen wird.',
  Prompt: 'Anweisung',
  'The prompt of a language model at this step. May contain {{column}} and {{column | default}}.':
    'Anweisung an ein Sprachmodell in diesem Schritt. Darf {{spalte}} und {{spalte | Ersatz}} enthalten.',
  Say: 'Sagen',
  'Spoken word for word. May hold {{column}} and {{column | default}}.':
    'Wird wörtlich gesprochen. Darf {{spalte}} und {{spalte | Ersatz}} enthalten.',
  Recording: 'Aufnahme',
  'A recording that is played in place of say. Its transcript is what the agent has said.':
    'Eine Aufnahme, die statt des Textes gespielt wird. Ihr Wortlaut gilt als das, was der Agent gesagt hat.',
  'Say again': 'Noch einmal sagen',
  'Said when the question is repeated. Without it, the text is repeated from its last question on.':
    'Wird gesagt, wenn die Frage wiederholt wird. Ohne Angabe wird der Text ab seiner letzten Frage wiederholt.',
  'May be interrupted': 'Darf unterbrochen werden',
  'Whether the person may interrupt this step.': 'Ob die Person diesen Schritt unterbrechen darf.',
  Variable: 'Variable',
  'Name of the variable that stores the value.': 'Name der Variable, die den Wert behält.',
  Digits: 'Ziffern',
  'Code of letters and digits': 'Code aus Buchstaben und Ziffern',
  'Yes or no': 'Ja oder nein',
  Number: 'Zahl',
  Date: 'Datum',
  'Free text': 'Freier Text',
  Kind: 'Art',
  'The kind of value.': 'Die Art des Wertes.',
  'Longest value': 'Längster Wert',
  'Digits or characters. For a longer number or code the question is repeated; free text is cut off.':
    'Ziffern oder Zeichen. Bei einer längeren Zahl oder einem längeren Code wird die Frage wiederholt; freier Text wird abgeschnitten.',
  'Exact number of digits': 'Genaue Zahl der Ziffern',
  'For digits and codes: the agent waits for this number, and repeats the question if there are more or fewer.':
    'Für Ziffern und Codes: Der Agent wartet auf so viele und wiederholt die Frage, wenn es mehr oder weniger sind.',
  Sensitive: 'Vertraulich',
  'The value is used in the conversation and stored nowhere: masked in transcript, gathered values, webhooks and prompts of models; the recording is silent meanwhile.':
    'Der Wert wird im Gespräch benutzt und nirgends gespeichert: verdeckt in Mitschrift, Angaben, Webhooks und Anweisungen an Modelle; die Aufzeichnung ist währenddessen stumm.',
  'Read back': 'Vorlesen',
  'A spoken value is said back ("I have Tuesday, November 17. Is that right?") and counts only after a yes; "no, Wednesday" corrects it. For dates, codes, digits and numbers. Left out: dates and codes are read back, digits and numbers are not. Keys are not read back. Not together with sensitive.':
    'Ein gesprochener Wert wird vorgelesen („Ich habe Dienstag, 17. November. Stimmt das?“) und gilt erst nach einem Ja; „nein, Mittwoch“ berichtigt ihn. Für Daten, Codes, Ziffern und Zahlen. Ohne Angabe: Daten und Codes werden vorgelesen, Ziffern und Zahlen nicht. Tasten werden nicht vorgelesen. Nicht zusammen mit „Vertraulich“.',
  Collect: 'Abfragen',
  'One value to ask for, by voice or by keys.': 'Ein Wert, nach dem gefragt wird, gesprochen oder mit Tasten.',
  Text: 'Text',
  Type: 'Typ',
  'The type of the value.': 'Der Typ des Wertes.',
  Hint: 'Hinweis',
  'Description of the value to find.': 'Beschreibung des gesuchten Wertes.',
  Extract: 'Entnehmen',
  'Values a language model takes from what was said at this step.':
    'Werte, die ein Sprachmodell dem in diesem Schritt Gesagten entnimmt.',
  'With the prompt for all steps': 'Mit der Anweisung für alle Schritte',
  'Whether the prompt for all steps is added to the prompt of this step.':
    'Ob die Anweisung für alle Schritte zu der dieses Schrittes kommt.',
  'Extract variables': 'Variablen entnehmen',
  'Whether a language model takes the values listed below from what was said at this step.':
    'Ob ein Sprachmodell die unten genannten Werte dem in diesem Schritt Gesagten entnimmt.',
  'Extraction prompt': 'Anweisung zum Entnehmen',
  'Instructions for a language model on how to find these values.':
    'Anweisung an ein Sprachmodell, wie es diese Werte findet.',
  'Variables to extract': 'Zu entnehmende Variablen',
  'Values that a language model takes from what was said at this step, if that is switched on above.':
    'Werte, die ein Sprachmodell dem in diesem Schritt Gesagten entnimmt, wenn es oben eingeschaltet ist.',
  Tools: 'Werkzeuge',
  'Tools that a language model can call at this step. A script calls tools by http steps.':
    'Werkzeuge, die ein Sprachmodell in diesem Schritt aufrufen kann. Ein Skript ruft Werkzeuge durch eigene Schritte auf.',
  Documents: 'Dokumente',
  'Documents that a language model looks things up in at this step. A script cannot use them.':
    'Dokumente, in denen ein Sprachmodell in diesem Schritt nachschlägt. Ein Skript kann sie nicht nutzen.',
  'Tools of MCP servers': 'Werkzeuge von MCP-Servern',
  'An object that names, by the uuid of an MCP server among the tools above, which of its tools may be used at this step. All if left out.':
    'Ein Objekt, das je MCP-Server (nach uuid) nennt, welche seiner Werkzeuge in diesem Schritt benutzt werden dürfen. Ohne Angabe alle.',
  'Text, spoken': 'Text, gesprochen',
  'Kind of greeting': 'Art der Begrüßung',
  'Whether the greeting is spoken, or a recording is played in its place.':
    'Ob die Begrüßung gesprochen oder stattdessen eine Aufnahme gespielt wird.',
  'Recorded greeting': 'Aufgenommene Begrüßung',
  'The recording that is played if the kind of greeting is Recording.':
    'Die Aufnahme, die gespielt wird, wenn die Art der Begrüßung „Aufnahme“ ist.',
  'Begin a little later': 'Etwas später beginnen',
  'Whether the agent stays silent for a moment after the answer.':
    'Ob der Agent nach dem Abnehmen einen Augenblick schweigt.',
  'Silence before the greeting': 'Stille vor der Begrüßung',
  'How many seconds, if it begins a little later.': 'Wie viele Sekunden, wenn er etwas später beginnt.',
  Off: 'Aus',
  'All calls': 'Alle Anrufe',
  'Incoming calls': 'Eingehende Anrufe',
  'Outgoing calls': 'Ausgehende Anrufe',
  'Fetch before the call': 'Abfrage vor dem Anruf',
  'Whether a service of yours is asked about the call before the agent speaks. Its answer fills variables; if it fails, defaults such as {{balance | unknown}} are used.':
    'Ob ein Dienst von Ihnen nach dem Anruf gefragt wird, bevor der Agent spricht. Seine Antwort füllt Variablen; scheitert er, gelten Ersatzwerte wie {{balance | unknown}}.',
  'Address of the fetch': 'Adresse der Abfrage',
  'Gets a POST with the numbers of the call and answers {"dynamic_variables": {...}} within 2.5 seconds.':
    'Erhält ein POST mit den Nummern des Anrufs und antwortet innerhalb von 2,5 Sekunden mit {"dynamic_variables": {...}}.',
  'Credential of the fetch': 'Zugangsdaten der Abfrage',
  'The uuid of a credential. Only an admin key can set it together with an address.':
    'Die uuid von Zugangsdaten. Nur ein Schlüssel mit dem Recht „admin“ kann sie zusammen mit einer Adresse setzen.',
  'Fetch before the call (older clients)': 'Abfrage vor dem Anruf (ältere Programme)',
  'The same as the mode always, if the mode is left out.':
    'Dasselbe wie die Art „Alle Anrufe“, wenn keine Art angegeben ist.',
  'Conversation step': 'Gesprächsschritt',
  'Says something, listens, and continues by one of its edges.':
    'Sagt etwas, hört zu und geht über einen seiner Ausgänge weiter.',
  'Send keys': 'Tasten senden',
  'Telephone keys sent as tones on reaching this step, before its words: 0-9, * and #, w for a pause of half a second. For menus: leave the start by an edge labelled ivr.':
    'Telefontasten, die beim Erreichen dieses Schrittes vor seinen Worten als Töne gesendet werden: 0-9, * und #, w für eine halbe Sekunde Pause. Für Menüs: Verlassen Sie den Beginn über einen Ausgang namens ivr.',
  'End of the call': 'Ende des Anrufs',
  'Says good-bye and hangs up.': 'Verabschiedet sich und legt auf.',
  'Never call this number again': 'Diese Nummer nie mehr anrufen',
  'A person who reaches this end is added to the do-not-call list immediately: "press 9 to be removed".':
    'Wer dieses Ende erreicht, kommt sofort auf die Sperrliste: „Drücken Sie die 9, um gestrichen zu werden“.',
  'Call back at': 'Rückruf um',
  'A date and time, such as {{call_back_time}} of a step that collects a date. The contact’s next attempt is then, in their own time zone and inside every calling window.':
    'Datum und Uhrzeit, etwa {{call_back_time}} aus einem Schritt, der ein Datum abfragt. Der nächste Versuch ist dann, in der Zeitzone der Person und innerhalb aller Anrufzeiten.',
  'For all steps': 'Für alle Schritte',
  'Its prompt is added to the prompts of all other steps that do not decline it.':
    'Seine Anweisung kommt zu denen aller anderen Schritte, die sie nicht ablehnen.',
  Transfer: 'Weiterleiten',
  'Transfers the call to another number, where the person who answers first hears an announcement. If the transfer fails, the conversation continues by the edge that leaves here.':
    'Leitet den Anruf an eine andere Nummer weiter; wer dort abnimmt, hört zuerst eine Ansage. Scheitert es, geht das Gespräch über den Ausgang weiter, der von hier wegführt.',
  Destination: 'Ziel',
  'Telephone number, extension or SIP address; may be a template.':
    'Rufnummer, Nebenstelle oder SIP-Adresse; darf Variablen enthalten.',
  Announcement: 'Ansage',
  'Announcement to the person who takes over, before the calls are connected; may be a template. Empty: the gathered values and words.':
    'Ansage an die Person, die übernimmt, bevor verbunden wird; darf Variablen enthalten. Leer: die Angaben und Worte aus dem Gespräch.',
  Keys: 'Tasten',
  'Telephone keys sent as tones when the destination answers, before the announcement: 0-9, * and #, w for a pause of half a second. For a destination behind a menu; end with pauses as long as it needs to connect.':
    'Telefontasten, die als Töne gesendet werden, wenn das Ziel abnimmt, vor der Ansage: 0-9, * und #, w für eine halbe Sekunde Pause. Für ein Ziel hinter einem Menü; enden Sie mit so langen Pausen, wie es zum Verbinden braucht.',
  'Ring time in seconds': 'Klingeldauer in Sekunden',
  'How long the destination rings before the transfer fails. Empty: as long as the telephony configuration lets calls ring, which is also the longest.':
    'Wie lange das Ziel klingelt, bevor die Weiterleitung scheitert. Leer: so lange, wie der Anbieter klingeln lässt; länger geht es nicht.',
  'From any step': 'Aus jedem Schritt',
  'A language model may put people through at every step if they insist on a human being. Off: only along edges that lead here.':
    'Ein Sprachmodell darf in jedem Schritt weiterleiten, wenn jemand auf einem Menschen besteht. Aus: nur über Ausgänge, die hierher führen.',
  'Call a tool': 'Werkzeug aufrufen',
  'Calls a tool and waits for its answer. Two edges leave here: one labelled failed for every failure, and one for success. Values of the answer become variables as the tool says.':
    'Ruft ein Werkzeug auf und wartet auf die Antwort. Zwei Ausgänge führen weg: einer namens failed für jeden Fehler, einer für den Erfolg. Werte der Antwort werden zu Variablen, wie das Werkzeug es festlegt.',
  Tool: 'Werkzeug',
  'The uuid of the tool.': 'Die uuid des Werkzeugs.',
  'Spoken while the person waits. Without it the message of the tool is spoken, if it has one.':
    'Wird gesprochen, während die Person wartet. Ohne Angabe der Text des Werkzeugs, wenn es einen hat.',
  Arguments: 'Argumente',
  'An object with a value for each parameter of the tool; its texts may hold {{variable}}.':
    'Ein Objekt mit einem Wert je Parameter des Werkzeugs; Texte dürfen {{variable}} enthalten.',
  Webhook: 'Webhook',
  'Sent after every call, answered or not, with the gathered values. Retried until it is delivered, up to 24 hours. It has no edges.':
    'Wird nach jedem Anruf mit den Angaben gesendet, angenommen oder nicht. Wird bis zu 24 Stunden wiederholt, bis es ankommt. Hat keine Ausgänge.',
  Enabled: 'Eingeschaltet',
  'Whether it is sent.': 'Ob er gesendet wird.',
  'Answered calls only': 'Nur angenommene Anrufe',
  'Whether unanswered calls are left out.': 'Ob nicht angenommene Anrufe ausgelassen werden.',
  URL: 'URL',
  'Where it is sent.': 'Wohin er gesendet wird.',
  POST: 'POST',
  PUT: 'PUT',
  PATCH: 'PATCH',
  Method: 'Methode',
  'The HTTP method.': 'Die HTTP-Methode.',
  Headers: 'Kopfzeilen',
  'An object of additional request headers. Keys and tokens are stored encrypted and shown masked.':
    'Ein Objekt mit weiteren Kopfzeilen. Schlüssel und Token werden verschlüsselt gespeichert und verdeckt gezeigt.',
  Payload: 'Inhalt',
  'JSON to send; its texts may hold {{variable}}. The whole call record if left out.':
    'Zu sendendes JSON; Texte dürfen {{variable}} enthalten. Ohne Angabe der ganze Datensatz des Anrufs.',
  'API trigger': 'API-Auslöser',
  'Kept for workflows that come from elsewhere; has no effect here. Every workflow can be called through the public API.':
    'Für Abläufe aus anderen Programmen behalten; hat hier keine Wirkung. Jeder Ablauf kann über die API aufgerufen werden.',
  'Kept; has no effect here.': 'Behalten; hat hier keine Wirkung.',
  'Trigger path': 'Pfad des Auslösers',
  'Quality review': 'Qualitätsprüfung',
  'Kept for workflows that come from elsewhere; has no effect here. The questions to a model after each call are in `analysis` in the settings of the workflow.':
    'Für Abläufe aus anderen Programmen behalten; hat hier keine Wirkung. Fragen an ein Modell nach jedem Anruf stehen in den Einstellungen des Ablaufs unter „Nach dem Anruf“.',
  'Prompt of the review': 'Anweisung der Prüfung',
  Label: 'Bezeichnung',
  "The name of this exit. Reserved names are 'no_input' (silence), 'no_match' (nothing understood), 'voicemail' (an answering machine), 'screening' (a service that asks who is calling) and 'ivr' (a menu).":
    'Der Name dieses Ausgangs. Feste Namen sind „no_input“ (Stille), „no_match“ (nichts verstanden), „voicemail“ (Anrufbeantworter), „screening“ (ein Dienst fragt, wer anruft) und „ivr“ (ein Menü).',
  Condition: 'Bedingung',
  'When to go this way, in words, for a language model.': 'Wann dieser Weg gilt, in Worten, für ein Sprachmodell.',
  'Example phrases': 'Beispielsätze',
  'Phrases of people who mean this exit. The script brain compares words with these.':
    'Sätze von Personen, die diesen Ausgang meinen. Das Skript vergleicht das Gesagte damit.',
  'Telephone keys that choose this way, each entry one key or a sequence of 0-9, * and #.':
    'Telefontasten für diesen Weg, je Eintrag eine Taste oder eine Folge aus 0-9, * und #.',
  'Ask before': 'Vorher fragen',
  'A question asked before this exit is taken by words, such as "You want to cancel, is that right?" A yes continues, anything else repeats the question. A key needs no confirmation.':
    'Eine Frage, bevor dieser Ausgang durch Worte genommen wird, etwa „Sie möchten absagen, stimmt das?“ Ein Ja geht weiter, alles andere wiederholt die Frage. Eine Taste braucht keine Bestätigung.',
  Consent: 'Einwilligung',
  'The person agrees to something by this exit. It is taken only after a plain yes to "Ask before", also by key and by a language model. Question and answer are stored as audio with the call, even if calls are not recorded.':
    'Mit diesem Ausgang willigt die Person in etwas ein. Er wird nur nach einem klaren Ja auf „Vorher fragen“ genommen, auch bei Tasten und durch ein Sprachmodell. Frage und Antwort werden als Ton beim Anruf gespeichert, auch wenn Anrufe nicht aufgezeichnet werden.',
  'Say on the way': 'Unterwegs sagen',
  'Spoken word for word when this way is taken, before the words of the step it leads to.':
    'Wird wörtlich gesprochen, wenn dieser Weg genommen wird, vor den Worten des nächsten Schrittes.',
  'Kind of words on the way': 'Art der Worte unterwegs',
  'Whether these words are spoken, or a recording is played in their place.':
    'Ob diese Worte gesprochen werden oder stattdessen eine Aufnahme gespielt wird.',
  'Recording on the way': 'Aufnahme unterwegs',
  'The recording that is played if the kind of words on the way is Recording.':
    'Die Aufnahme, die gespielt wird, wenn die Art der Worte unterwegs „Aufnahme“ ist.',
  'Record the call': 'Anruf aufzeichnen',
  'Keep a stereo recording of each call. Check whether the law requires consent.':
    'Eine Stereoaufnahme jedes Anrufs behalten. Prüfen Sie, ob das Gesetz eine Einwilligung verlangt.',
  Script: 'Skript',
  'Language model': 'Sprachmodell',
  'Speech to speech model': 'Modell von Sprache zu Sprache',
  Brain: 'Gesprächsführung',
  "What leads the conversation; the organization's choice if left out.":
    'Was das Gespräch führt; ohne Angabe die Wahl der Organisation.',
  Model: 'Modell',
  "The language model's name; the organization's choice if left out.":
    'Name des Sprachmodells; ohne Angabe die Wahl der Organisation.',
  Voice: 'Stimme',
  "The voice that speaks; the organization's choice if left out.":
    'Die Stimme, die spricht; ohne Angabe die Wahl der Organisation.',
  Language: 'Sprache',
  'Language of the conversation as a BCP 47 tag, such as en or pt-BR.':
    'Sprache des Gesprächs als BCP-47-Kürzel, etwa de oder pt-BR.',
  'A tag such as es or pt-BR.': 'Ein Kürzel wie es oder pt-BR.',
  "Left out: the organization's voice for the language.": 'Ohne Angabe: die Stimme der Organisation für die Sprache.',
  Texts: 'Texte',
  'An object: each spoken text and example phrase of the workflow as a key, and the same in this language as its value. Prompts and conditions may be among them.':
    'Ein Objekt: jeder gesprochene Text und Beispielsatz des Ablaufs als Schlüssel, dasselbe in dieser Sprache als Wert. Anweisungen und Bedingungen dürfen dabei sein.',
  'Other languages': 'Andere Sprachen',
  'Languages in which people are called whose list has a column `language` with them; all others are called in the language of the workflow.':
    'Sprachen für Personen, deren Liste sie in der Spalte `language` nennt; alle anderen werden in der Sprache des Ablaufs angerufen.',
  Patience: 'Geduld',
  'Seconds of silence before the question is repeated.': 'Sekunden Stille, bevor die Frage wiederholt wird.',
  'Longest call': 'Längster Anruf',
  'A conversation that lasts longer is ended politely.': 'Ein Gespräch, das länger dauert, wird höflich beendet.',
  'By words': 'Durch Worte',
  'By any voice, after the time set below': 'Durch jede Stimme, nach der Zeit unten',
  Never: 'Nie',
  Interruption: 'Unterbrechung',
  'How people can interrupt the agent; a step that may not be interrupted is said to its end.':
    'Wie man den Agenten unterbrechen kann; ein Schritt, der nicht unterbrochen werden darf, wird zu Ende gesprochen.',
  'Interrupted after': 'Unterbrochen nach',
  'With interruption milliseconds: speech of this length interrupts the agent, whatever is said. With words the agent pauses after 380 ms, and the words decide.':
    'Bei Unterbrechung durch jede Stimme: So langes Sprechen unterbricht den Agenten, egal was gesagt wird. Bei Worten hält der Agent nach 380 ms inne, und die Worte entscheiden.',
  'Recording notice': 'Hinweis auf die Aufzeichnung',
  'Said whole before the greeting of every call that is recorded.':
    'Wird vor der Begrüßung jedes aufgezeichneten Anrufs ganz gesagt.',
  'How it is used: {{name}}.': 'So wird er benutzt: {{name}}.',
  Value: 'Wert',
  'A template. For a number: an expression with + - * / and parentheses.':
    'Text mit Variablen. Für eine Zahl: ein Ausdruck mit + - * / und Klammern.',
  'A text, or a number that is computed.': 'Ein Text, oder eine Zahl, die berechnet wird.',
  'Computed values': 'Berechnete Werte',
  'Values computed from columns and gathered values, in this order; used like columns.':
    'Werte, die aus Spalten und Angaben berechnet werden, in dieser Reihenfolge; benutzt wie Spalten.',
  Summary: 'Zusammenfassung',
  'The conversation in two or three sentences.': 'Das Gespräch in zwei oder drei Sätzen.',
  'Success if': 'Erfolg, wenn',
  'When the call counts as a success, in words.': 'Wann der Anruf als Erfolg gilt, in Worten.',
  Sentiment: 'Stimmung',
  'How the person felt about the call: positive, neutral or negative.':
    'Wie die Person den Anruf empfand: positiv, neutral oder negativ.',
  'After the call': 'Nach dem Anruf',
  'Questions to a language model about each conversation after its end.':
    'Fragen an ein Sprachmodell über jedes Gespräch nach dessen Ende.',
  'Notice the language': 'Sprache bemerken',
  'A person who answers in another language of this workflow is asked again in that language, once in a call. Needs Deepgram, ElevenLabs or OpenAI as the recognizer; it then listens in several languages, which may cost more.':
    'Wer in einer anderen Sprache dieses Workflows antwortet, wird einmal im Gespräch in dieser Sprache noch einmal gefragt. Braucht Deepgram, ElevenLabs oder OpenAI als Spracherkennung; diese hört dann in mehreren Sprachen zu, was mehr kosten kann.',
  'End of turn': 'Ende des Sprechens',
  'Milliseconds of silence that end a turn of the person. If left out, it depends on the question: short for yes or no, longer for digits and free text. Unambiguous words end the turn sooner.':
    'Millisekunden Stille, nach denen die Person fertig gesprochen hat. Ohne Angabe hängt es von der Frage ab: kurz bei Ja oder Nein, länger bei Ziffern und freiem Text. Eindeutige Worte beenden es früher.',
  Word: 'Wort',
  'As it is written.': 'Wie es geschrieben wird.',
  'As it sounds, in the spelling of the language.': 'Wie es klingt, in der Schreibweise der Sprache.',
  Pronunciations: 'Aussprache',
  'Words and how they are to be said, such as "Nguyen" as "win". Whole words, whatever their case.':
    'Wörter und wie sie gesprochen werden, etwa „Nguyen“ als „win“. Ganze Wörter, groß oder klein.',
}
