/** Texts about the ledger and the audit trail. */
import { catalogue, pluralIn } from './catalogue.ts'

const en = pluralIn('en')
const de = pluralIn('de')

export const auditWords = catalogue({
  en: {
    ledger: 'Ledger',
    verify: 'Verify it',
    export: 'Export',
    verified: (records: number) =>
      `Chain verified: ${en(records, 'record', 'records')}, none altered, dropped or moved`,
    broken: 'The chain is broken',
    proves: 'This proves that no record was changed. It does not prove that every call is in the ledger.',
    aboutLedger: 'Who was called, when and under which rules, as a chain in which nothing can be changed unnoticed.',
    audit: 'Audit',
    theAudit: 'The audit',
    newest: (events: string) => `the newest ${events}`,
    only: 'Only this operation',
    everything: 'Everything',
    none: 'Nothing was changed yet',
    noneText: 'Changes appear here, with who made them and the previous values.',
    older: 'Read older ones',
    underWay: 'Started. In progress, or the program stopped.',
    stopped: 'Started, but the program stopped before it was done. Check whether it took effect.',
    nothing: 'nothing',
    more: (others: number) => ` and ${others} more`,
    fields: (number: number) => en(number, 'field', 'fields'),
  },
  de: {
    ledger: 'Beweiskette',
    verify: 'Prüfen',
    export: 'Exportieren',
    verified: (records: number) =>
      `Kette geprüft: ${de(records, 'Eintrag', 'Einträge')}, keiner geändert, entfernt oder verschoben`,
    broken: 'Die Kette ist unterbrochen',
    proves: 'Das beweist, dass kein Eintrag geändert wurde. Es beweist nicht, dass jeder Anruf in der Kette steht.',
    aboutLedger:
      'Wer wann und nach welchen Regeln angerufen wurde, als Kette, in der nichts unbemerkt geändert werden kann.',
    audit: 'Änderungsprotokoll',
    theAudit: 'Das Änderungsprotokoll',
    newest: (events: string) => `die neuesten ${events}`,
    only: 'Nur diese Operation',
    everything: 'Alles',
    none: 'Noch wurde nichts geändert',
    noneText: 'Hier stehen Änderungen, mit dem, der sie machte, und den Werten davor.',
    older: 'Ältere lesen',
    underWay: 'Begonnen. Noch im Gange, oder das Programm wurde beendet.',
    stopped: 'Begonnen, doch das Programm wurde vorher beendet. Prüfen Sie, ob die Änderung wirksam ist.',
    nothing: 'nichts',
    more: (others: number) => ` und ${others} weitere`,
    fields: (number: number) => de(number, 'Feld', 'Felder'),
  },
})
