/** How people ask in Portuguese not to be called again, in Brazil and in Portugal. */
import type { DoNotCallPack } from '../pack.ts'

/** Forms that ask; those that tell ("não ligaram", "não ligo") are not among them. */
const CALL =
  '(?:lig(?:ar|arem|armos|arme|ando)|ligu(?:e|em|es|emos)|telefon(?:e|em|es|ar|arem|arme|ando|em)|conta?c?t(?:e|em|es|ar|arem|arme|ado|ada|ando)|contat(?:e|em|ar|arem|ado|ada|ando)|incomod(?:e|em|ar|arem|ado|ada|ando)|perturb(?:e|em|ar|arem|ado|ada|ando)|procur(?:e|em|ar|arem)|cham(?:e|em|ar)|importun(?:e|em|ar|arem|ado|ada)|aborrec(?:a|am|er|erem)|chate(?:ie|iem|ar|arem)|mac(?:e|em|ar)|encham?|encher|insist(?:a|am|ir|irem)|acionem?)'
/** Words between the refusal and the calling; what begins another thought ends the refusal. */
const GAP =
  '(?:(?!(?:se|quando|porque|mas|falar|posso|agora|estou|sei|quem|onde|como|melhor|entao|pode|iam|tenho|tinha|vou|ia|fui|foi|mudar|cancelar|certeza|desligue|espera|ouvi|entendi|obrigad[oa])(?: ))\\w+)'
const LATER = '(?:amanha|mais tarde|depois|a tarde|a noite|segunda|terca|quarta|quinta|sexta|as|daqui)'
const NEVER = '(?:nao|nunca|jamais|nem)'
const LIST =
  '(?:listas?|sistemas?|cadastros?|bases?(?: de dados)?|registros?|registos?|arquivos?|ficheiros?|bancos? de dados|agendas?|mailing|contatos|contactos)'
const REMOVE = '(?:tir|remov|retir|exclu|apag|delet|elimin|risc|risqu|sair)\\w*'
const MINE =
  '(?:(?:o )?(?:meu|nosso) (?:numero|nome|telefone|contato|contacto|celular|telemovel|cadastro|registo)|(?:os )?(?:meus|nossos) dados|(?:este|esse) (?:numero|telefone))'
const CALLS = '(?:ligacoes|chamadas|ligacao|chamada|telefonemas?|contatos?|contactos?|telemarketing|propaganda)'

export const portugueseDoNotCall: DoNotCallPack = {
  requests: [
    `${NEVER} (?:${GAP} ){0,7}?${CALL}(?! (?:atencao|importancia|o carro|a luz|pra minha|para a minha|pro meu|para o meu|${LATER}))`,
    'nao (?:me |nos )?liga(?:m)? (?:nunca )?mais(?! tarde)',
    `(?:liguem?|telefonem?|incomodem?|perturbem?) nunca mais`,
    `(?:par|cheg|bast|deix|cess|cans|desist|farto|farta|termin|acab|ch)\\w* (?:\\w+ ){0,2}?(?:de|com|que) (?:\\w+ ){0,3}?(?:lig\\w*|telefon\\w*|encher|incomod\\w*|perturb\\w*|import\\w*|aborrec\\w*|chate\\w*|insist\\w*|${CALLS})`,
    `(?:nao|nunca) (?:\\w+ ){0,3}?(?:receber|recebendo|querer|quero|quer|aceito|desejo|pedi|preciso) (?:\\w+ ){0,5}?${CALLS}`,
    `(?:sem mais|nada de|cancelar o recebimento|cancelem|suspendam|bloqueiem) (?:\\w+ ){0,2}?${CALLS}`,
    'nao (?:quero|queremos|desejo) (?:\\w+ ){0,3}?(?:ouvir|saber|contato|contacto)(?! (?:o preco|quanto|se))',
    'nao entrem? (?:\\w+ ){0,2}?em conta[c]?to',
    '(?:proib|exijo|peco|pedi)\\w* (?:\\w+ ){0,5}?(?:lig\\w*|telefon\\w*|contat\\w*|contact\\w*|parem|pare)',
    `(?:me )?${REMOVE} (?:\\w+ ){0,4}?(?:d[aoe]s?|dest[ae]|dess[ae]|do seu|da sua) (?:\\w+ ){0,2}?${LIST}(?! de espera)`,
    `${REMOVE} (?:\\w+ ){0,2}?${MINE}`,
    '(?:me|nos) (?:tirem?|tira|removam?|retirem?|retira|excluam?|exclui|apaguem?)(?: (?:dai|disso|disto|ja|agora|por favor))*$',
    `(?:sair|fora|constar|estar|ficar) (?:\\w+ ){0,2}?(?:d[ao]|n[ao]|dest[ae]|dess[ae]|ness[ae]|nest[ae]) (?:\\w+ )?${LIST}(?! de espera)`,
    '(?:me )?(?:descadastr|desinscrev|desinscri)\\w*',
    '(?:isso|isto|ja) e (?:\\w+ )?(?:assedio|perturbacao|abuso)',
    '(?:vou|vamos|vo|irei) (?:\\w+ ){0,2}?(?:denunciar|processar|reclamar no procon|acionar|apresentar queixa|fazer queixa)\\w*',
    '(?:procon|anatel|anacom|lgpd|rgpd)',
    '(?:meu|um) advogado',
    '(?:retiro|revogo|cancelo|retirar|revogar|cancelar|anulo) (?:\\w+ ){0,2}?(?:consentimento|autorizacao)',
    `${NEVER} (?:\\w+ ){0,4}?(?:autoriz\\w*|consent\\w*|permissao|permiti)`,
    '(?:direito de oposicao|oponho me|me oponho|opor me)',
    'nao (?:me )?perturbe',
    'lista de nao (?:ligar|perturbar)',
    '(?:esquecam?|esquece|bloquei\\w*|apagu\\w*|apaga|delet\\w*|percam?|risqu\\w*) (?:\\w+ ){0,2}?(?:meu|este|esse) (?:numero|telefone)(?! d)',
    '(?:deix|larg)\\w* (?:\\w+ ){0,2}?(?:em paz|sossegad[oa]|quiet[oa]|do meu pe|da mao)',
    '(?:quero|preciso de) (?:paz|sossego)',
    // Whoever refuses calls refuses to be called.
    `(?:recuso|nego|rejeito|aguento|suporto|tolero) (?:\\w+ ){0,4}?${CALLS}`,
    '(?:meus|nossos) dados (?:\\w+ ){0,3}?(?:apagad|exclui|removid|eliminad|deletad)\\w*',
    '^(?:me esquece|me esquecam?|esquecam? me|esqueca de mim)$',
    '(?:deix|larg)\\w* (?:a |o )?(?:minha|meu|nossa) \\w+ (?:em paz|sossegad[oa]|quiet[oa])',
    'nao (?:usem?|utilizem?|disquem?) (?:\\w+ )?(?:este|esse|meu|o meu)',
    `(?:cancel|recus)\\w* (?:\\w+ ){0,2}?${CALLS}`,
    `${CALLS} (?:\\w+ ){0,4}?nao (?:quero|aceito|desejo)`,
    'nunca mais (?:\\w+ ){0,3}?(?:contato|contacto)',
    'nao (?:permito|autorizo|aceito|dei) (?:\\w+ ){0,4}?(?:dados|numero|telefone)(?! (?:errado|de conta))',
    '^(?:pare|parem|para)(?: (?:por favor|ja|agora|com isso))*$',
    'par(?:e|em|a) com (?:isso|isto)',
    '(?:fart|cansad)[oa]s? (?:\\w+ ){0,3}?(?:chamadas|liga\\w*|lig\\w*|telefon\\w*)',
    'esque[cs]\\w* (?:de )?que (?:eu )?existo',
    'lista de (?:quem|pessoas que|gente que) nao',
    'nem (?:pensem?|ousem?|se atrevam?|tentem?)',
    'ultima vez (?:\\w+ ){0,3}?(?:lig|telefon|incomod)\\w*',
    'se (?:voces? )?(?:me |nos )?(?:ligarem|ligar|voltarem a ligar|insistirem) (?:de novo|outra vez|mais|novamente)',
  ],
  exemptions: [
    'lista de espera',
    'por ?que (?:\\w+ )?nao (?:me |nos )?lig\\w*',
    'nao (?:me|nos) incomoda(?:m)?',
    'nao incomoda',
    'nao (?:se )?incomode se',
    'nao se (?:incomode|preocupe|chateie)',
    '(?:telefone|celular|aparelho|luz|carro|televisao|computador|ele|ela) nao liga',
    // Of themselves: "não posso ligar", "não consegui ligar".
    '(?:eu )?nao (?:posso|pude|podia|consegui|consigo|vou|ia|pretendo|sei) (?:\\w+ )?(?:ligar|telefonar|contatar|contactar)(?: (?:para|pra|agora|hoje|a) ?(?:voces?|ele|ela|o senhor|a senhora)?)?',
    'nao (?:precisa|e preciso|precisam) (?:\\w+ )?(?:me |nos )?(?:ligar|telefonar|chamar)(?! mais)(?! nunca)',
    'se (?:voces? )?nao (?:me |nos )?lig\\w*',
  ],
  always: [`nunca mais (?:me |nos )?${CALL}`],
  limitedRefusals: [
    'nao (?:me |nos )?(?:liguem?|ligues|telefonem?) (?:agora|hoje|de manha|a noite|antes|depois|no trabalho|tao cedo|tao tarde|a esta hora|a essa hora|aos (?:domingos|sabados)|no fim)',
  ],
  invitations: [
    '(?:me )?(?:ligue|liga|liguem|tente|melhor)(?: me)? ?(?:amanha|mais tarde|depois|a tarde|a noite|segunda|terca|quarta|quinta|sexta|de novo|as|na)',
  ],
  final: ['nunca', 'jamais', 'lista'],
  unfinished: ['nao', 'de', 'meu', 'me', 'que', 'nunca', 'da', 'por', 'mais'],
  phrases: [
    'nao me ligue mais',
    'pare de me ligar',
    'me tire da lista',
    'remova meu numero',
    'nao quero mais receber ligacoes',
  ],
}
