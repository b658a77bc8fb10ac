/**
 * Network announcements, as data. Patterns as in the packs: lower case, without accents and apostrophes, words joined by single
 * spaces. Each is a sentence that only a network says: a false match would end a call with a person.
 */
export interface AnnouncementWords {
  /** The number does not exist, or no longer exists. */
  noSuchNumber: readonly string[]
  /** The call was not connected. */
  unreachable: readonly string[]
  /** The person cannot be reached at present. Mailbox greetings begin like this too: it counts only if nothing follows. */
  unavailable: readonly string[]
}

export const ANNOUNCEMENTS: Readonly<Record<string, AnnouncementWords>> = {
  en: {
    noSuchNumber: [
      'number (?:you (?:have |ve )?(?:dialed|dialled|called|reached) )?(?:is|has been|was) (?:not in service|no longer in service|not a working number|disconnected|not (?:been )?assigned|changed|not valid|invalid|unallocated|temporarily disconnected)',
      'number (?:you (?:have |ve )?(?:dialed|dialled|called|reached) )?does not exist',
      'check the number and (?:try|dial)(?: your call)? again',
    ],
    unreachable: [
      'call (?:can ?not|could not|can not) be completed',
      'all circuits (?:are|is) busy',
      '(?:please )?try your call again later',
      'unable to locate the person you(?: a)?re calling',
    ],
    unavailable: [
      'all (?:of our )?lines are busy (?:now|at this time)',
      'number (?:you (?:have |ve )?(?:dialed|dialled|called) )?is (?:not answering|not reachable|unreachable|switched off)',
      '(?:subscriber|customer|mobile|cellular customer|person) you (?:are|have|re) (?:calling|called|dialed|dialled|trying to reach) is (?:not (?:available|reachable|in range)|unavailable|unreachable|switched off|out of (?:range|the coverage area))',
    ],
  },
  de: {
    noSuchNumber: [
      'kein anschluss unter dieser nummer',
      '(?:gewahlte|diese) (?:ruf)?nummer ist (?:nicht (?:vergeben|bekannt|gultig)|ungultig)',
      'rufnummer hat sich geandert',
    ],
    unreachable: [
      '(?:ihr )?anruf kann (?:zurzeit |zur zeit |momentan )?nicht (?:verbunden|ausgefuhrt|vermittelt) werden',
    ],
    unavailable: [
      '(?:teilnehmer|gesprachspartner|anschluss|kunde) ist (?:zurzeit|zur zeit|momentan|vorubergehend|derzeit)? ?nicht (?:erreichbar|zu erreichen)',
      'alle leitungen sind (?:zurzeit |zur zeit |momentan )?(?:besetzt|belegt)',
    ],
  },
  es: {
    noSuchNumber: [
      'numero (?:que (?:usted )?ha marcado |marcado |que marco )?(?:no existe|no esta (?:en servicio|asignado)|no corresponde|es incorrecto|ha (?:sido )?cambiado)',
      'telefono (?:al )?que (?:usted )?llama no existe',
    ],
    unreachable: ['llamada no puede (?:ser )?(?:completad[ao]|completarse)'],
    unavailable: [
      '(?:telefono|numero|movil|abonado|cliente) (?:al )?(?:que )?(?:usted )?(?:llama|marco|ha marcado)? ?(?:esta apagado|no se encuentra disponible|no esta disponible|se encuentra apagado)',
      'todas las (?:lineas|circuitos) (?:estan|se encuentran) ocupadas',
    ],
  },
  fr: {
    noSuchNumber: [
      'numero (?:que vous (?:avez )?(?:demande|compose|demandez|composez) )?n ?(?:est (?:pas|plus) (?:attribue|en service|valide)|existe pas)',
      'numero n ?est pas attribue',
    ],
    unreachable: ['appel ne peut (?:pas )?(?:aboutir|etre (?:etabli|achemine))'],
    unavailable: [
      '(?:correspondant|abonne) (?:que vous (?:demandez|appelez) |demande )?(?:n ?est pas|est) (?:joignable|injoignable|disponible|indisponible)',
      'toutes les lignes (?:de votre correspondant )?sont occupees',
    ],
  },
  pt: {
    noSuchNumber: [
      'numero (?:chamado|discado|que voce (?:ligou|discou|chamou))? ?(?:nao existe|nao esta (?:atribuido|em servico)|esta incorreto|foi alterado|mudou)',
    ],
    unreachable: ['chamada nao p(?:o|u)de ser (?:completada|concluida)'],
    unavailable: [
      '(?:numero|telefone|cliente|assinante|celular) (?:chamado |discado |que voce (?:ligou|chamou) )?(?:esta desligado|encontra se desligado|nao esta disponivel|esta fora da area|encontra se indisponivel)',
      'todas as linhas estao ocupadas',
    ],
  },
}
