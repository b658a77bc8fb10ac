/** Answers to actions on a campaign, and the questions before them. */
import { catalogue, pluralIn } from './catalogue.ts'

const en = pluralIn('en')
const de = pluralIn('de')
const STATES_DE: Record<string, string> = {
  draft: 'ein Entwurf',
  paused: 'angehalten',
  completed: 'abgeschlossen',
  failed: 'fehlgeschlagen',
}

export const campaignRequestWords = catalogue({
  en: {
    started: 'Calling has started.',
    pause: 'Pause',
    pauseAgain: 'Pause again',
    pauseAllAgain: 'Pause all again',
    noAnswerYet: (name: string) => `The server has not answered yet: ${name} may still place calls.`,
    noAnswerYetAll: 'The server has not answered yet: campaigns may still place calls.',
    isPaused: (name: string, more: string) => `${name} is paused. ${more}`,
    notPaused: (name: string, why: string) => `${name} is not paused and may still place calls. ${why}`,
    noneIsPaused: (why: string) => `The campaigns are not paused and may still place calls. ${why}`,
    hasStopped: (name: string, state: string) => `${name} is ${state}. No new call is placed.`,
    noNewCall: 'No new call is placed.',
    finishing: (live: number) => `${en(live, 'conversation finishes', 'conversations finish')}, no new call is placed.`,
    paused: (number: number) => `${en(number, 'campaign', 'campaigns')} paused.`,
    stillRunning: (done: string, number: number, names: string) => `${done} ${number} still running: ${names}.`,
    resumed: (name: string, version: number | null) =>
      `${name} is running again, with version ${version} of its workflow.`,
    finished: (name: string) => `${name} is completed. No further call is placed.`,
    closed: (name: string) => `${name} is closed. It completes when its last contact is done.`,
    limitRemoved: 'The spend limit is removed.',
    limitSaved: 'The spend limit is saved.',
    finish: {
      title: (name: string) => `Finish ${name}?`,
      without: (people: string) => `Finish without calling ${people}`,
      verb: 'Finish the campaign',
      safe: 'Stay paused',
      unread: 'Who still waits could not be read. Try again first.',
      counting: 'Counting who waits…',
      inProgress: (live: number) =>
        `${en(live, 'call is', 'calls are')} still in progress. Wait until they have ended.`,
      left: (people: string) => `${people} left to cancel.`,
      what: 'Who still waits',
      waits: (waiting: number) =>
        `${waiting === 1 ? 'person still waits and is not called' : 'people still wait and are not called'}. They count as left out and cannot be redialed.`,
      notReached: 'were tried and not reached. They can be redialed afterwards.',
      live: (live: number): string =>
        live === 1
          ? 'call is still in progress. Wait until it has ended.'
          : 'calls are still in progress. Wait until they have ended.',
      effect:
        'The campaign is completed then. This cannot be undone. To call the people who wait later, leave it paused.',
    },
    spend: {
      title: (name: string) => `Spend limit of ${name}`,
      saveWithout: 'Save without a limit',
      save: 'Save the limit',
      pricesFirst: 'Prices are needed first.',
      what: 'The currency',
      noPrices: 'No prices are known',
      enterPrices: 'Enter prices',
      noPricesText:
        'Costs are counted from the price table of a carrier. Enter prices first; they also set the currency.',
      limitIn: (currency: string) => `Limit in ${currency}`,
      empty: 'empty: no limit',
      soFar: (amount: string) =>
        `Cost so far: ${amount}. A campaign that has spent its limit is paused; calls in progress continue. Raise the limit, then resume.`,
    },
    working: (words: string) => `Still working. ${words}`,
    staysWorking: 'The server continues if you leave this page.',
    addedSoFar: (number: string) => `${number} added so far.`,
    check: {
      title: 'If you start now',
      change: 'Change',
      areCalled: (people: string) => `${people} are called`,
      inOrder: 'In list order. Numbers on your do-not-call list are left out at the moment of the call.',
      leftOut: (people: string, number: number) =>
        `In list order. ${people} on your do-not-call list ${number === 1 ? 'is' : 'are'} left out.`,
      talkWith: (workflow: string) => `They talk with ${workflow}`,
      archived: 'This workflow is archived; the campaign cannot start with it.',
      versionKept: 'The version that is current when you start is kept to the end.',
      through: (carrier: string) => `Calls go out through ${carrier}`,
      throughDefault: 'Calls go out through your default carrier',
      atMost: (number: number) => `At most ${number} at a time.`,
      noneNoStart: 'If there is none, the campaign cannot start.',
      anyHour: 'Calls are placed at any hour',
      dayAndNight: 'Day and night. Set calling hours to avoid calls at night.',
      rightNow: 'Right now',
      what: 'What would happen',
    },
    calls: {
      filter: 'Filter by outcome',
      all: 'All',
      lost: 'Lost',
      what: 'The calls',
      none: 'No call here',
      showAll: 'Show all calls',
      noneYet: 'Calls are shown here as soon as the first one is placed.',
      noneLikeThis: 'No call of this campaign ended like that.',
      range: (from: string, to: string, all: string | null) =>
        `${from} to ${to} of ${all ?? 'more than 10,000'} calls, newest first`,
      newer: 'Newer',
      older: 'Older',
      outcome: 'Outcome',
      person: 'Person',
      result: 'Result',
      attempt: 'Try',
      length: 'Length',
      time: 'Time',
      fresh: (number: string) => `${number} new`,
    },
  },
  de: {
    started: 'Die Anrufe haben begonnen.',
    pause: 'Anhalten',
    pauseAgain: 'Noch einmal anhalten',
    pauseAllAgain: 'Noch einmal alle anhalten',
    noAnswerYet: (name: string) => `Der Server hat noch nicht geantwortet: ${name} ruft vielleicht weiter an.`,
    noAnswerYetAll: 'Der Server hat noch nicht geantwortet: Kampagnen rufen vielleicht weiter an.',
    isPaused: (name: string, more: string) => `${name} ist angehalten. ${more}`,
    notPaused: (name: string, why: string) => `${name} ist nicht angehalten und ruft vielleicht weiter an. ${why}`,
    noneIsPaused: (why: string) => `Die Kampagnen sind nicht angehalten und rufen vielleicht weiter an. ${why}`,
    hasStopped: (name: string, state: string) =>
      `${name} ist ${STATES_DE[state] ?? state}. Es beginnt kein neuer Anruf.`,
    noNewCall: 'Es beginnt kein neuer Anruf.',
    finishing: (live: number) =>
      `${de(live, 'Gespräch läuft', 'Gespräche laufen')} noch zu Ende, es beginnt kein neuer Anruf.`,
    paused: (number: number) => `${de(number, 'Kampagne', 'Kampagnen')} angehalten.`,
    stillRunning: (done: string, number: number, names: string) =>
      `${done} ${de(number, 'läuft', 'laufen')} noch: ${names}.`,
    resumed: (name: string, version: number | null) => `${name} läuft wieder, mit Version ${version} ihres Ablaufs.`,
    finished: (name: string) => `${name} ist abgeschlossen. Es folgt kein Anruf mehr.`,
    closed: (name: string) => `${name} nimmt niemanden mehr auf. Sie endet mit dem letzten Kontakt.`,
    limitRemoved: 'Die Ausgabengrenze ist aufgehoben.',
    limitSaved: 'Die Ausgabengrenze ist gespeichert.',
    finish: {
      title: (name: string) => `${name} beenden?`,
      without: (people: string) => `Beenden, ohne ${people} anzurufen`,
      verb: 'Kampagne beenden',
      safe: 'Angehalten lassen',
      unread: 'Wer noch wartet, ließ sich nicht lesen. Versuchen Sie es zuerst noch einmal.',
      counting: 'Es wird gezählt, wer noch wartet…',
      inProgress: (live: number) =>
        `${de(live, 'Anruf läuft', 'Anrufe laufen')} noch. Warten Sie, bis kein Anruf mehr läuft.`,
      left: (people: string) => `Noch ${people}.`,
      what: 'Wer noch wartet',
      waits: (waiting: number) =>
        `${waiting === 1 ? 'Person wartet noch und wird nicht angerufen' : 'Personen warten noch und werden nicht angerufen'}. Sie zählen als ausgelassen und lassen sich nicht wiederholen.`,
      notReached: 'wurden angerufen und nicht erreicht. Sie lassen sich danach wiederholen.',
      live: (live: number) =>
        live === 1
          ? 'Anruf läuft noch. Warten Sie, bis er zu Ende ist.'
          : 'Anrufe laufen noch. Warten Sie, bis sie zu Ende sind.',
      effect:
        'Die Kampagne ist dann abgeschlossen. Das lässt sich nicht rückgängig machen. Um die Wartenden später anzurufen, lassen Sie sie angehalten.',
    },
    spend: {
      title: (name: string) => `Ausgabengrenze von ${name}`,
      saveWithout: 'Ohne Grenze speichern',
      save: 'Grenze speichern',
      pricesFirst: 'Zuerst werden Preise gebraucht.',
      what: 'Die Währung',
      noPrices: 'Es sind keine Preise bekannt',
      enterPrices: 'Preise eintragen',
      noPricesText:
        'Kosten werden nach der Preistabelle eines Anbieters gezählt. Tragen Sie zuerst Preise ein; sie legen auch die Währung fest.',
      limitIn: (currency: string) => `Grenze in ${currency}`,
      empty: 'leer: keine Grenze',
      soFar: (amount: string) =>
        `Kosten bisher: ${amount}. Erreicht eine Kampagne ihre Grenze, wird sie angehalten; laufende Anrufe gehen zu Ende. Erhöhen Sie dann die Grenze und setzen Sie die Kampagne fort.`,
    },
    working: (words: string) => `Noch in Arbeit. ${words}`,
    staysWorking: 'Der Server macht weiter, auch wenn Sie diese Seite verlassen.',
    addedSoFar: (number: string) => `Bisher ${number} hinzugefügt.`,
    check: {
      title: 'Wenn Sie jetzt starten',
      change: 'Ändern',
      areCalled: (people: string) => `${people} anzurufen`,
      inOrder: 'In der Reihenfolge der Liste. Nummern auf Ihrer Sperrliste werden beim Anruf ausgelassen.',
      leftOut: (people: string, number: number) =>
        `In der Reihenfolge der Liste. ${people} auf Ihrer Sperrliste ${number === 1 ? 'wird' : 'werden'} ausgelassen.`,
      talkWith: (workflow: string) => `Das Gespräch führt ${workflow}`,
      archived: 'Dieser Ablauf ist archiviert; die Kampagne kann damit nicht starten.',
      versionKept: 'Es gilt bis zum Ende die Version, die beim Start aktuell ist.',
      through: (carrier: string) => `Anrufe laufen über ${carrier}`,
      throughDefault: 'Anrufe laufen über Ihren Standardanbieter',
      atMost: (number: number) => `Höchstens ${number} gleichzeitig.`,
      noneNoStart: 'Gibt es keinen, kann die Kampagne nicht starten.',
      anyHour: 'Es wird zu jeder Stunde angerufen',
      dayAndNight: 'Tag und Nacht. Legen Sie Anrufzeiten fest, damit nachts niemand angerufen wird.',
      rightNow: 'Zur Zeit',
      what: 'Was geschähe',
    },
    calls: {
      filter: 'Nach Ausgang filtern',
      all: 'Alle',
      lost: 'Verloren',
      what: 'Die Anrufe',
      none: 'Hier ist kein Anruf',
      showAll: 'Alle Anrufe zeigen',
      noneYet: 'Anrufe erscheinen hier, sobald der erste beginnt.',
      noneLikeThis: 'Kein Anruf dieser Kampagne ging so aus.',
      range: (from: string, to: string, all: string | null) =>
        `${from} bis ${to} von ${all ?? 'mehr als 10.000'} Anrufen, neueste zuerst`,
      newer: 'Neuere',
      older: 'Ältere',
      outcome: 'Ausgang',
      person: 'Person',
      result: 'Ergebnis',
      attempt: 'Versuch',
      length: 'Dauer',
      time: 'Zeit',
      fresh: (number: string) => `${number} neu`,
    },
  },
})
