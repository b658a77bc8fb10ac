/** What the server finds wrong in a workflow, in German. Loaded only if the console is in German. */
import type { Pattern } from './calling-rules-de.ts'

const at = (verb: string, kind: string): string =>
  verb === 'leave' ? `Aus einem Schritt der Art ${kind}` : `In einen Schritt der Art ${kind}`

export const WORKFLOW_PROBLEMS: readonly Pattern[] = [
  [
    /^This step cannot be reached from the start of the call\.$/,
    () => 'Dieser Schritt ist vom Beginn des Anrufs aus nicht erreichbar.',
  ],
  [
    /^This step has neither a prompt nor (.+): the agent would be silent\.$/,
    (words) => `Dieser Schritt hat weder eine Anweisung noch einen Text (${words}): Der Agent würde schweigen.`,
  ],
  [
    /^Without a language model this step is silent: it has no (.+)\.$/,
    (field) => `Ohne Sprachmodell schweigt dieser Schritt: Es fehlt ${field}.`,
  ],
  [
    /^Without a language model this edge cannot be chosen: it has neither keys nor examples\.$/,
    () => 'Ohne Sprachmodell kann dieser Ausgang nicht gewählt werden: Er hat weder Tasten noch Beispielsätze.',
  ],
  [/^A workflow needs a (\S+) node \((.+)\)\.$/, (_, name) => `Ein Ablauf braucht einen Schritt dieser Art: ${name}.`],
  [
    /^A workflow can have at most (\S+) (\S+) node\.$/,
    (most, kind) => `Ein Ablauf kann höchstens ${most} Schritt der Art ${kind} haben.`,
  ],
  [
    /^This loop never ends: from (.+) no endCall or transfer can be reached\.$/,
    (step) => `Diese Schleife endet nie: Von ${step} aus ist weder ein Ende noch eine Weiterleitung erreichbar.`,
  ],
  [/^There is no way out of this (\S+) node\.$/, () => 'Aus diesem Schritt führt kein Weg hinaus.'],
  [/^No edge may (.+?) a (\S+) node\.$/, (verb, kind) => `${at(verb, kind)} darf kein Ausgang führen.`],
  [
    /^At most (\S+) edges may (.+?) a (\S+) node\.$/,
    (most, verb, kind) => `${at(verb, kind)} dürfen höchstens ${most} Ausgänge führen.`,
  ],
  [
    /^An http step needs an edge labelled failed and one other edge\.$/,
    () => 'Ein Werkzeugschritt braucht einen Ausgang namens failed und einen weiteren.',
  ],
  [
    /^The tool decides here: this edge can have a label and nothing to choose by\.$/,
    () => 'Hier entscheidet das Werkzeug: Dieser Ausgang hat nur eine Bezeichnung und keine Bedingungen.',
  ],
  [/^Another node has the id (.+) too\.$/, (id) => `Ein anderer Schritt hat auch die Kennung ${id}.`],
  [/^Another edge has the id (.+) too\.$/, (id) => `Ein anderer Ausgang hat auch die Kennung ${id}.`],
  [/^There is no node (.+)\.$/, (id) => `Den Schritt ${id} gibt es nicht.`],
  [
    /^A node of type (\S+) is kept and has no effect here\.$/,
    (kind) => `Ein Schritt der Art ${kind} wird behalten und hat hier keine Wirkung.`,
  ],
  [
    /^Key (.+) already chooses another edge of this node\.$/,
    (key) => `Die Taste ${key} wählt schon einen anderen Ausgang dieses Schrittes.`,
  ],
  [
    /^Another edge of this node has the same example: neither will be chosen by it\.$/,
    () => 'Ein anderer Ausgang dieses Schrittes hat denselben Beispielsatz: Keiner von beiden wird dadurch gewählt.',
  ],
  [
    /^Another edge of this node is also labelled (.+)\.$/,
    (label) => `Ein anderer Ausgang dieses Schrittes heißt auch ${label}.`,
  ],
  [
    /^An edge with consent needs confirm: the question that the person answers with yes\.$/,
    () => 'Ein Ausgang mit Einwilligung braucht „Vorher fragen“: die Frage, die die Person mit Ja beantwortet.',
  ],
  [
    /^Words of the kind audio need a recording\. .+$/,
    () => 'Für die Worte unterwegs fehlt die Aufnahme. Wählen Sie eine, oder stellen Sie die Art auf Text.',
  ],
  [
    /^A greeting of the kind audio needs a recording\. .+$/,
    () => 'Für die Begrüßung fehlt die Aufnahme. Wählen Sie eine, oder stellen Sie die Art auf Text.',
  ],
  [
    /^This edge can never be taken: another edge without label, condition, examples and keys leaves the same node\.$/,
    () =>
      'Dieser Ausgang wird nie genommen: Ein anderer ohne Bezeichnung, Bedingung, Beispielsätze und Tasten verlässt denselben Schritt.',
  ],
  [
    /^This edge can never be taken: its node asks nothing, so (.+) cannot happen\.$/,
    (label) => `Dieser Ausgang wird nie genommen: Sein Schritt fragt nichts, also kann ${label} nicht eintreten.`,
  ],
  [
    /^This edge can never be taken: another (.+) edge leaves the same node\.$/,
    (label) => `Dieser Ausgang wird nie genommen: Ein anderer namens ${label} verlässt denselben Schritt.`,
  ],
  [
    /^The edges of one node may have (\S+) examples together; these have (\S+)\. .+$/,
    (most, total) =>
      `Die Ausgänge eines Schrittes dürfen zusammen ${most} Beispielsätze haben; hier sind es ${total}. Behalten Sie die, die sich am meisten unterscheiden.`,
  ],
  [
    /^A (.+) edge may only leave the start node: .+$/,
    (label) =>
      `Ein Ausgang ${label} darf nur den Beginn verlassen: Was statt einer Person abnimmt, wird bei der Begrüßung erkannt.`,
  ],
  [
    /^The variable (.+) is set by the system; choose another name\.$/,
    (name) => `Die Variable ${name} setzt das Programm selbst; wählen Sie einen anderen Namen.`,
  ],
  [
    /^A sensitive value cannot be read back\. .+$/,
    () => 'Ein vertraulicher Wert kann nicht vorgelesen werden. Schalten Sie eines von beiden aus.',
  ],
  [/^A fetch before the call needs an address\.$/, () => 'Eine Abfrage vor dem Anruf braucht eine Adresse.'],
  [
    /^A speech-to-speech model decides on its own when a voice interrupts it\. .+$/,
    () =>
      'Ein Modell von Sprache zu Sprache entscheidet selbst, wann eine Stimme es unterbricht. Stellen Sie die Unterbrechung auf Worte oder aus, oder wählen Sie eine andere Gesprächsführung.',
  ],
  [/^A \{\{ is not closed by \}\}\.$/, () => 'Ein {{ wird nicht durch }} geschlossen.'],
  [/^A placeholder has no variable name: \{\{ \}\}\.$/, () => 'Einem Platzhalter fehlt der Name der Variable: {{ }}.'],
  [
    /^A variable name holds braces or a line break\.$/,
    () => 'Der Name einer Variable enthält Klammern oder einen Zeilenumbruch.',
  ],
  [
    /^Only say_money takes something more: a currency such as EUR\.$/,
    () => 'Nur say_money nimmt eine weitere Angabe: eine Währung wie EUR.',
  ],
  [
    /^Recordings speak one language\. .+$/,
    () => 'Aufnahmen sprechen eine Sprache. Entfernen Sie sie, oder legen Sie je Sprache einen Ablauf an.',
  ],
  [
    /^The language (.+) has no text for "(.+)"\. Add it to its texts\.$/,
    (language, text) => `Der Sprache ${language} fehlt der Text für „${text}“. Fügen Sie ihn hinzu.`,
  ],
  [
    /^The language (.+) is named twice\. Remove one of them\.$/,
    (language) => `Die Sprache ${language} ist zweimal genannt. Entfernen Sie eine.`,
  ],
  [
    /^There are more fields without effect; these are the first (\S+)\.$/,
    (shown) => `Es gibt weitere Felder ohne Wirkung; das sind die ersten ${shown}.`,
  ],
]
