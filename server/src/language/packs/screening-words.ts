/**
 * Services that answer before a person, as data: screening services that ask who is calling and why, and menus. Patterns as in
 * the packs: lower case, without accents and apostrophes, words joined by single spaces.
 */
export interface ScreeningWords {
  /** An automatic request to say who is calling or why. */
  screening: readonly string[]
  /** Sentences that offer keys to press. */
  menu: readonly string[]
  /** Sentences that ask to stay on the line. */
  hold: readonly string[]
  /** Sentences of a mailbox, which is neither a screening service nor a menu. */
  mailbox: readonly string[]
}

const KEY = '(?:\\d|zero|one|two|three|four|five|six|seven|eight|nine|star|pound|hash)'

export const SCREENING_WORDS: Readonly<Record<string, ScreeningWords>> = {
  en: {
    screening: [
      '(?:say|state|record|give|tell (?:me|us)) your (?:full )?name(?: and .{0,30}(?:reason|why|purpose|calling|business))',
      '(?:say|state|record|tell (?:me|us)) (?:the )?(?:reason|why|purpose) .{0,20}(?:call|calling)',
      '(?:using|uses|use) (?:a )?(?:call )?screening',
      '(?:call|screening) assistant',
      'see if (?:this|the) person is available',
      // Follow-me services, which look for the person at other numbers.
      '(?:try|trying) to (?:locate|find|reach) (?:them|the person you(?: a)?re calling|your party)',
      '(?:try|trying) to (?:connect|transfer) (?:you|your call)',
      '(?:you have an )?incoming call(?: from|$)',
      '(?:say|tell (?:me|us)|announce) who is calling',
    ],
    menu: [
      `(?:for|to) [\\w ]{2,60}(?:press|dial|say|push) ${KEY}`,
      `(?:press|dial|push) ${KEY} (?:for|to)`,
      '(?:following|menu) options',
    ],
    hold: [
      '(?:please )?(?:hold|stay on)',
      'one moment',
      '(?:connecting|transferring|trying|checking|checking to see)',
      '^thank(?:s| you)$',
      'see if .{0,30}available',
    ],
    mailbox: ['(?:tone|beep)', 'leave (?:me |us |them )?(?:a|your) .{0,20}message', 'voice ?mail'],
  },
  es: {
    screening: [
      '(?:diga|indique|grabe) su nombre .{0,40}(?:motivo|razon|por que)',
      '(?:filtro|filtrado) de llamadas',
      'motivo de (?:su|la) llamada',
    ],
    menu: [
      '(?:para|si) [\\w ]{2,60}(?:marque|pulse|presione|oprima) (?:el )?\\w+',
      '(?:marque|pulse|presione|oprima) (?:el )?\\w+ para',
    ],
    hold: ['(?:espere|permanezca|no cuelgue)', 'un momento', 'transfiriendo'],
    mailbox: ['(?:tono|senal)', 'deje (?:su|un) mensaje', 'buzon'],
  },
  fr: {
    screening: [
      '(?:dites|indiquez|enregistrez) votre nom .{0,40}(?:raison|motif|objet|pourquoi)',
      'filtrage d ?appels?',
      'motif de votre appel',
    ],
    menu: [
      '(?:pour|si) [\\w ]{2,60}(?:tapez|appuyez|composez|faites)',
      '(?:tapez|appuyez sur|composez|faites) (?:le )?\\w+ pour',
    ],
    hold: ['(?:patientez|ne quittez pas|restez en ligne)', 'un (?:instant|moment)', 'mise en relation'],
    mailbox: ['(?:bip|signal)', 'laiss\\w+ (?:un|votre) message', 'messagerie'],
  },
  de: {
    screening: [
      '(?:nennen|sagen|sprechen) sie (?:bitte )?(?:ihren|den) namen .{0,40}(?:grund|anliegen|anrufs?)',
      'anruf(?:filter|prufung)',
      'grund (?:ihres|des) anrufs',
    ],
    menu: ['(?:fur|wenn|um) [\\w ]{2,60}drucken sie', 'drucken sie (?:die )?\\w+ (?:fur|um|wenn)'],
    hold: ['(?:bleiben sie|warten sie)', 'einen (?:moment|augenblick)', 'verbinden?'],
    mailbox: ['(?:signalton|piepton|ton)', 'nachricht', 'mailbox'],
  },
  pt: {
    screening: [
      '(?:diga|informe|grave) (?:o )?seu nome .{0,40}(?:motivo|razao|por que)',
      'filtro de chamadas',
      'motivo d[ae] (?:sua |a )?(?:ligacao|chamada)',
    ],
    menu: [
      '(?:para|se) [\\w ]{2,60}(?:digite|pressione|tecle|disque)',
      '(?:digite|pressione|tecle|disque) (?:o )?\\w+ para',
    ],
    hold: ['(?:aguarde|permaneca|nao desligue)', 'um momento', 'transferindo'],
    mailbox: ['(?:sinal|bipe|tom)', 'deixe (?:sua|uma) mensagem', 'caixa postal'],
  },
}
