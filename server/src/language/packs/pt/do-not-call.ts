/** How people ask in Portuguese not to be called again. */
import type { DoNotCallPack } from '../pack.ts'

const CALL =
  '(?:lig(?:ar|arem|a)|ligu(?:e|em|es)|telefon(?:e|em|ar)|contact?(?:e|em|ar)|incomod(?:e|em|ar)|perturb(?:e|em|ar)|cham(?:e|em|ar))'
const LIST = '(?:listas?|sistema|cadastro|base(?: de dados)?|registros?|arquivos?)'
const REMOVE = '(?:tir|remov|retir|exclu|apagu|delet|elimin|risqu|tira)\\w*'
const MINE = '(?:(?:o )?meu (?:numero|nome|telefone|contato|contacto)|(?:os )?meus dados|este numero|esse numero)'

export const portugueseDoNotCall: DoNotCallPack = {
  requests: [
    `nao (?:me )?${CALL} (?:mais|nunca|por favor)(?! tarde)`,
    `nao (?:me )?(?:ligue|liguem|telefone|telefonem|contacte|contactem|incomode|incomodem)(?: mais| nunca mais| para (?:mim|ca|este numero))*$`,
    `(?:nunca|jamais) mais (?:me )?${CALL}`,
    `nao (?:volte|voltem|torne|tornem) a (?:me )?${CALL}`,
    'nao entrem? (?:mais )?em conta[c]?to(?: comigo)?',
    `(?:pare|parem|para|deixe|deixem|chega) de (?:me )?${CALL}`,
    '(?:pare|parem|para) de (?:me )?(?:encher|perturbar|incomodar|importunar)',
    '(?:pare|parem|para) com (?:as|essas|estas|suas) (?:ligacoes|chamadas)',
    `nao quero (?:mais )?que (?:voces? )?(?:me )?${CALL}`,
    'nao (?:quero|desejo|queremos) (?:mais )?(?:receber )?(?:mais )?(?:essas |estas |suas |nenhuma )?(?:ligacoes|chamadas|ligacao)',
    'nao (?:quero|desejo) (?:mais )?ser (?:contacta|contata|incomoda|perturba)d[oa]',
    'nao quero mais ouvir',
    '(?:chega de|sem mais|nada de) (?:ligacoes|chamadas)',
    `(?:para|pra) (?:voces? )?nao (?:me )?${CALL}`,
    `nao e (?:para|pra) (?:me )?${CALL}`,
    `(?:para|pra) (?:de me |parar de |parar de me |pararem de )${CALL}`,
    'parar(?:em)? de (?:me )?ligar',
    'nao quero (?:mais )?(?:nenhum )?conta[c]?to',
    `que nao (?:me )?${CALL}`,
    `(?:me )?${REMOVE} (?:me )?(?:${MINE} )?(?:d[aoe]|das|desta) (?:sua |suas |minha )?${LIST}(?! de espera)`,
    `${REMOVE} (?:me )?${MINE}`,
    `(?:ser|quero|me) (?:removid[oa]|retirad[oa]|excluid[oa]|tirar|remover|excluir|sair) (?:d[ao])? ?(?:sua )?${LIST}(?! de espera)`,
    'sair da lista(?! de espera)',
    '(?:me )?descadastr\\w*',
    'cancelar o recebimento',
    `(?:proibo|proibidos?) (?:voces? )?(?:de )?(?:me )?${CALL}`,
    '(?:tirem?|removam?|retirem?) (?:a gente|nos) d[ae]',
    'nao (?:me |nos )?procurem? mais',
    'nao insistam?(?: mais)?',
    '(?:isso|isto) e assedio',
    'vou (?:denunciar|processar)\\w*',
    '(?:retiro|revogo|cancelo) (?:o )?(?:meu )?consentimento',
    'nao (?:autorizo|autorizei|tem autorizacao|dei (?:meu )?consentimento|tem permissao)',
    'nao (?:me )?perturbe',
    'lista de nao (?:ligar|perturbar)',
    '(?:esqueca|esquecam|bloqueie|bloqueiem) (?:o )?meu numero',
    '(?:me )?(?:deixe|deixa|deixem) (?:me )?(?:em paz|sossegad[oa])',
    'se (?:me )?(?:ligarem|ligar|voltarem a ligar) (?:de novo|outra vez|mais)',
  ],
  exemptions: [
    'lista de espera',
    'por que nao (?:me )?lig\\w*',
    'nao me incomoda$',
    '(?:telefone|celular|aparelho|luz|carro) nao liga',
  ],
  always: [],
  limitedRefusals: ['nao (?:me )?liguem? (?:agora|hoje|de manha|a noite|antes|depois|no trabalho|tao cedo)'],
  invitations: [
    '(?:me )?(?:ligue|liga|liguem)(?: me)? ?(?:amanha|mais tarde|depois|a tarde|a noite|segunda|terca|quarta|quinta|sexta|de novo)',
  ],
  final: ['nunca', 'jamais', 'lista'],
  unfinished: ['nao', 'de', 'meu', 'me', 'que', 'nunca', 'da'],
  phrases: [
    'nao me ligue mais',
    'pare de me ligar',
    'me tire da lista',
    'remova meu numero',
    'nao quero mais receber ligacoes',
  ],
}
