/** Why a contact was finished without a conversation: a text for each rule that `held_by` can name. */
import { catalogue } from './catalogue.ts'

export const exclusionWords = catalogue({
  en: {
    rules: {
      suppressed: {
        title: 'on the do-not-call list',
        reason: 'The number was on the do-not-call list when it was this contact’s turn.',
      },
      never_open: {
        title: 'no permitted hour',
        reason: 'The calling rules leave no hour of the week in which this contact may be called.',
      },
      zone_unknown: {
        title: 'time zone unknown',
        reason: 'The time zone of the number is not known, and the calling rules refuse such numbers.',
      },
      uncovered: {
        title: 'no rules for this country',
        reason: 'None of the selected rule packs covers the country of this number.',
      },
      suspension: { title: 'calling suspended', reason: 'Calls to this place were suspended by the calling rules.' },
      cap: { title: 'call limit reached', reason: 'The calling rules allow no further attempt to this number.' },
      least_gap: { title: 'called too recently', reason: 'The shortest gap between two calls had not passed.' },
      cooldown: {
        title: 'cool-down',
        reason: 'A cool-down of the calling rules keeps this number from being called.',
      },
      registry: {
        title: 'registry check missing',
        reason: 'The list was not checked against a registry that the calling rules require.',
      },
      control_group: {
        title: 'control group',
        reason: 'The person is in the control group of the experiment, whose people are not called.',
      },
      campaign_finished: {
        title: 'campaign finished',
        reason: 'An operator finished the campaign while this contact was waiting.',
      },
      consent: {
        title: 'no valid consent',
        reason:
          'The calling rules require a consent. None is recorded for this number, or it was taken back or has ended.',
      },
      not_after: { title: 'too late', reason: 'The time until which the list allows a call (not_after) was over.' },
      number_check: {
        title: 'refused by the number check',
        reason: 'The number check that the calling rules require did not allow this number.',
      },
      contact_hours: {
        title: 'outside permitted hours',
        reason: 'The contact could not be called within permitted hours.',
      },
    },
    canceled: { title: 'call cancelled', reason: 'The call was cancelled before it was answered.' },
    unknown: (rule: string) => `The calling rule “${rule}” left this contact out.`,
    noOpenHours: 'no permitted hour',
    beyondHorizon: 'not within the time that the forecast covers',
  },
  de: {
    rules: {
      suppressed: {
        title: 'auf der Sperrliste',
        reason: 'Die Nummer stand auf der Sperrliste, als dieser Kontakt an der Reihe war.',
      },
      never_open: {
        title: 'keine erlaubte Stunde',
        reason: 'Die Anrufregeln lassen keine Stunde der Woche, in der dieser Kontakt angerufen werden darf.',
      },
      zone_unknown: {
        title: 'Zeitzone unbekannt',
        reason: 'Die Zeitzone der Nummer ist nicht bekannt, und die Anrufregeln lassen solche Nummern nicht zu.',
      },
      uncovered: {
        title: 'keine Regeln für dieses Land',
        reason: 'Keines der gewählten Regelpakete gilt für das Land dieser Nummer.',
      },
      suspension: {
        title: 'Anrufe ausgesetzt',
        reason: 'Anrufe an diesen Ort waren durch die Anrufregeln ausgesetzt.',
      },
      cap: {
        title: 'Anrufgrenze erreicht',
        reason: 'Die Anrufregeln erlauben keinen weiteren Versuch an diese Nummer.',
      },
      least_gap: { title: 'erst kürzlich angerufen', reason: 'Der Mindestabstand zweier Anrufe war nicht vergangen.' },
      cooldown: { title: 'Ruhezeit', reason: 'Eine Ruhezeit der Anrufregeln verhindert Anrufe an diese Nummer.' },
      registry: {
        title: 'Abgleich mit Register fehlt',
        reason: 'Die Liste wurde nicht mit einem Register abgeglichen, das die Anrufregeln verlangen.',
      },
      control_group: {
        title: 'Kontrollgruppe',
        reason: 'Die Person ist in der Kontrollgruppe des Experiments, die nicht angerufen wird.',
      },
      campaign_finished: {
        title: 'Kampagne beendet',
        reason: 'Die Kampagne wurde von Hand beendet, während dieser Kontakt wartete.',
      },
      consent: {
        title: 'keine gültige Einwilligung',
        reason:
          'Die Anrufregeln verlangen eine Einwilligung. Für diese Nummer ist keine festgehalten, oder sie wurde widerrufen oder ist abgelaufen.',
      },
      not_after: { title: 'zu spät', reason: 'Die Zeit, bis zu der die Liste Anrufe erlaubt (not_after), war vorbei.' },
      number_check: {
        title: 'von der Nummernprüfung abgelehnt',
        reason: 'Die Nummernprüfung, die die Anrufregeln verlangen, hat diese Nummer nicht zugelassen.',
      },
      contact_hours: {
        title: 'außerhalb der erlaubten Zeiten',
        reason: 'Der Kontakt konnte innerhalb der erlaubten Zeiten nicht angerufen werden.',
      },
    },
    canceled: { title: 'Anruf abgebrochen', reason: 'Der Anruf wurde abgebrochen, bevor abgehoben wurde.' },
    unknown: (rule: string) => `Die Anrufregel „${rule}“ hat diesen Kontakt ausgelassen.`,
    noOpenHours: 'keine erlaubte Stunde',
    beyondHorizon: 'nicht in der Zeit, die die Vorhersage umfasst',
  },
})
