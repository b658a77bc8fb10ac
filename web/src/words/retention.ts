/** Texts about retention of data and erasing a person. */
import { catalogue, pluralIn } from './catalogue.ts'

const en = pluralIn('en')
const de = pluralIn('de')

export const retentionWords = catalogue({
  en: {
    what: 'How long things are kept',
    title: 'How long it is kept',
    stays: 'counters and outcomes stay',
    saved: 'Saved. Expired data is deleted within an hour.',
    notSaved: 'Not saved',
    sooner: 'Older data is deleted within an hour',
    noUndo: 'This cannot be undone.',
    days: 'days',
    forEver: 'for ever',
    effectSooner: 'Older data is deleted within an hour.',
    effect: 'An empty field keeps data until it is deleted by hand.',
    atMost: (days: number) => ` At most ${en(days, 'day', 'days')} in this installation.`,
    fields: {
      recordings_days: 'Recordings',
      transcripts_days: 'Transcripts',
      contacts_days: 'Numbers and names',
      calls_days: 'Whole calls',
      events_days: 'Events',
      audit_days: 'Audit',
      ledger_days: 'Ledger',
    },
    help: {
      recordings_days: 'Recording and waveform, after the end of the call.',
      transcripts_days: 'What was said, values gathered, and details of the timeline, after the end of the call.',
      contacts_days:
        'Counted for calls from their end, for contacts from the completion of their campaign, for lists that no campaign uses from their upload. The times of calls to a number are kept as long as the calling rules need them.',
      calls_days:
        'Ended calls with everything that belongs to them, also the audio that proves a consent; at least 90 days. Calling rules that are set for the first time count only calls that still exist.',
      events_days: 'The events that webhooks and programs receive.',
      audit_days: 'Who changed what.',
      ledger_days: 'Who was called, when and under which rules. What is deleted ends in a signed checkpoint.',
    },
    nothingThere: 'nothing was there',
    erased: 'Erased on request',
    erase: 'Erase a person…',
    whoErased: 'Who was erased when',
    noErasures: 'No erasures yet. We record when, by whom and how many records, never who was erased.',
    done: (counts: string) => `Erased: ${counts}.`,
    unfinished: 'Not finished yet. The rest is erased within minutes.',
    eraseTitle: 'Erase one person from everything?',
    eraseVerb: 'Erase the person',
    number: 'Number',
    why: 'Why',
    optional: 'optional',
    whyHelp: 'This text is kept. Do not name the person in it.',
    keepOnList: 'Keep the number on the do-not-call list, so that a later list does not bring it back',
    eraseText:
      'Deletes this person from contacts, lists, calls with transcripts and recordings, events, webhook deliveries, the audit trail and the ledger. Pending calls are cancelled. The ledger stays verifiable. This cannot be undone.',
  },
  de: {
    what: 'Die Aufbewahrung',
    title: 'Wie lange es aufbewahrt wird',
    stays: 'Zähler und Ergebnisse bleiben',
    saved: 'Gespeichert. Abgelaufene Daten werden innerhalb einer Stunde gelöscht.',
    notSaved: 'Nicht gespeichert',
    sooner: 'Ältere Daten werden innerhalb einer Stunde gelöscht',
    noUndo: 'Das lässt sich nicht rückgängig machen.',
    days: 'Tage',
    forEver: 'unbegrenzt',
    effectSooner: 'Ältere Daten werden innerhalb einer Stunde gelöscht.',
    effect: 'Ein leeres Feld bewahrt Daten auf, bis sie von Hand gelöscht werden.',
    atMost: (days: number) => ` Höchstens ${de(days, 'Tag', 'Tage')} in dieser Installation.`,
    fields: {
      recordings_days: 'Aufnahmen',
      transcripts_days: 'Mitschriften',
      contacts_days: 'Nummern und Namen',
      calls_days: 'Ganze Anrufe',
      events_days: 'Ereignisse',
      audit_days: 'Änderungsprotokoll',
      ledger_days: 'Beweiskette',
    },
    help: {
      recordings_days: 'Aufnahme und Wellenform, nach dem Ende des Anrufs.',
      transcripts_days: 'Was gesagt wurde, erfragte Werte und Einzelheiten des Verlaufs, nach dem Ende des Anrufs.',
      contacts_days:
        'Bei Anrufen ab ihrem Ende, bei Kontakten ab dem Abschluss ihrer Kampagne, bei unbenutzten Listen ab dem Hochladen. Die Zeiten der Anrufe bei einer Nummer bleiben, solange die Anrufregeln sie brauchen.',
      calls_days:
        'Beendete Anrufe mit allem, was zu ihnen gehört, auch der Aufnahme, die eine Einwilligung belegt; mindestens 90 Tage. Zum ersten Mal gesetzte Anrufregeln zählen nur Anrufe, die es noch gibt.',
      events_days: 'Die Ereignisse, die Webhooks und Programme erhalten.',
      audit_days: 'Wer was geändert hat.',
      ledger_days:
        'Wer wann und nach welchen Regeln angerufen wurde. Gelöschtes endet in einem signierten Zwischenstand.',
    },
    nothingThere: 'es war nichts da',
    erased: 'Auf Wunsch gelöscht',
    erase: 'Person löschen…',
    whoErased: 'Die Löschungen',
    noErasures:
      'Noch keine Löschungen. Festgehalten wird wann, von wem und wie viele Einträge, nie wer gelöscht wurde.',
    done: (counts: string) => `Gelöscht: ${counts}.`,
    unfinished: 'Noch nicht fertig. Der Rest wird in den nächsten Minuten gelöscht.',
    eraseTitle: 'Eine Person aus allem löschen?',
    eraseVerb: 'Person löschen',
    number: 'Nummer',
    why: 'Grund',
    optional: 'freiwillig',
    whyHelp: 'Dieser Text bleibt. Nennen Sie die Person darin nicht.',
    keepOnList: 'Die Nummer auf der Sperrliste behalten, damit eine spätere Liste sie nicht zurückbringt',
    eraseText:
      'Löscht diese Person aus Kontakten, Listen, Anrufen mit Mitschriften und Aufnahmen, Ereignissen, Webhook-Zustellungen, dem Änderungsprotokoll und der Beweiskette. Anstehende Anrufe entfallen. Die Beweiskette bleibt prüfbar. Das lässt sich nicht rückgängig machen.',
  },
})
