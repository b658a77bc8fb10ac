/** Texts of the summary in a complaint file, which is read without the console. */
import { catalogue, pluralIn } from './catalogue.ts'

const en = pluralIn('en')
const de = pluralIn('de')

export const complaintWords = catalogue({
  en: {
    historyOf: (number: string) => `History of the number ${number}`,
    made: (time: string) => `Made ${time}. This archive has personal data: give it only to people who may see it.`,
    mayCall: 'A single call to the number is allowed now.',
    mayNotCall: 'A single call to the number is not allowed now.',
    until: (time: string) => `Until ${time}.`,
    attempts: 'Attempts',
    entries: 'Do-not-call entries',
    entryUntil: (time: string) => `until ${time}`,
    withoutEnd: 'without end',
    entry: (what: string, since: string, end: string, reason: string, source: string) =>
      `${what}, since ${since}, ${end}. Reason: ${reason}. Source: ${source}.`,
    consents: 'Consents',
    consent: (kind: string, at: string, end: string | null, source: string, author: string) =>
      `${kind}, ${at}${end ? `, until ${end}` : ''}. Source: ${source}. Recorded by ${author}.`,
    withoutEffect: 'Without effect: every consent was taken back later.',
    campaigns: 'Campaigns that have this number',
    campaign: (name: string, id: number, attempts: number) =>
      `${name} (campaign ${id}): ${en(attempts, 'attempt', 'attempts')}`,
    campaignMayCall: (number: string) => `It may call ${number} now.`,
    campaignMayNotCall: (number: string) => `It may not call ${number} now.`,
    missing: 'Missing in this archive',
    cut: (number: number) => `(the newest ${number}; there are more)`,
    whatIsIn:
      'calls/ has each call with its transcript, its receipt and its recording if there is one. A receipt proves what the ledger recorded: npx outdial verify FILE --key PUBLIC_KEY checks it without the server.',
    localTime: (time: string) => `their local time ${time}`,
    theyCalled: 'they called us',
    byCampaign: (name: string) => `by the campaign “${name}”`,
    refused: 'asked not to be called again',
    simulated: 'simulated, no phone rang',
    underRules: (version: string) => `under version ${version} of the calling rules`,
    call: (id: number) => `call ${id}`,
  },
  de: {
    historyOf: (number: string) => `Verlauf der Nummer ${number}`,
    made: (time: string) =>
      `Erstellt ${time}. Dieses Archiv enthält persönliche Daten: geben Sie es nur an Personen, die sie haben dürfen.`,
    mayCall: 'Ein Einzelanruf an die Nummer ist jetzt erlaubt.',
    mayNotCall: 'Ein Einzelanruf an die Nummer ist jetzt nicht erlaubt.',
    until: (time: string) => `Bis ${time}.`,
    attempts: 'Versuche',
    entries: 'Einträge der Sperrliste',
    entryUntil: (time: string) => `bis ${time}`,
    withoutEnd: 'ohne Ende',
    entry: (what: string, since: string, end: string, reason: string, source: string) =>
      `${what}, seit ${since}, ${end}. Grund: ${reason}. Herkunft: ${source}.`,
    consents: 'Einwilligungen',
    consent: (kind: string, at: string, end: string | null, source: string, author: string) =>
      `${kind}, ${at}${end ? `, bis ${end}` : ''}. Herkunft: ${source}. Festgehalten von ${author}.`,
    withoutEffect: 'Ohne Wirkung: später wurde jede Einwilligung widerrufen.',
    campaigns: 'Kampagnen mit dieser Nummer',
    campaign: (name: string, id: number, attempts: number) =>
      `${name} (Kampagne ${id}): ${de(attempts, 'Versuch', 'Versuche')}`,
    campaignMayCall: (number: string) => `Sie darf ${number} jetzt anrufen.`,
    campaignMayNotCall: (number: string) => `Sie darf ${number} jetzt nicht anrufen.`,
    missing: 'In diesem Archiv fehlt',
    cut: (number: number) => `(die neuesten ${number}; es gibt mehr)`,
    whatIsIn:
      'calls/ enthält jeden Anruf mit Wortlaut, Beleg und Aufnahme, falls es eine gibt. Ein Beleg beweist, was das Protokoll festhält: npx outdial verify FILE --key PUBLIC_KEY prüft ihn ohne den Server.',
    localTime: (time: string) => `Ortszeit der Person ${time}`,
    theyCalled: 'die Person rief uns an',
    byCampaign: (name: string) => `durch die Kampagne „${name}“`,
    refused: 'will nicht mehr angerufen werden',
    simulated: 'simuliert, kein Telefon klingelte',
    underRules: (version: string) => `nach Version ${version} der Anrufregeln`,
    call: (id: number) => `Anruf ${id}`,
  },
})
