/** How people ask in Portuguese not to be called again, in Brazil and in Portugal. */
import type { DoNotCallPack } from '../pack.ts'
import { type RefusalWords, refusalPatterns } from '../refusals.ts'

/** Endings of imperative and wish forms; narrative forms ("não ligaram", "não ligo") are not included. */
const WISH = '(?:e|em|es|emos|ar|ares|arem|armos|arme|ando|asse|assem|asses)'
const CALL = `(?:ligu(?:e|em|es|emos)|lig(?:ar|arem|armos|arme|ando|asse|assem)|disqu(?:e|em|es)|disc(?:ar|arem)|(?:telefon|contact|contat|incomod|perturb|cham|importun|procur|mac|assedi)${WISH}|(?:contact|contat|incomod|perturb|importun)ad[oa]s?|aborrec(?:a|am|er|erem)|chate(?:ie|iem|ar|arem|ando)|encham?|encher|insist(?:a|am|ir|irem|isse|issem)|acionem?|fazer spam|voltasse a ligar)`
const CALLS =
  '(?:conta?c?tos? telefonicos?|ligacoes|chamadas|ligacao|chamada|telefonemas?|contatos?|contactos?|telemarketing|propaganda|assedio)'
const LATER = '(?:amanha|mais tarde|depois|a tarde|a noite|segunda|terca|quarta|quinta|sexta|as|daqui)'
const WHEN =
  '(?:agora|ainda|hoje|amanha|de (?:manha|tarde|noite|madrugada)|a noite|a tarde|esta (?:semana|noite)|antes|depois d\\w+|ate|enquanto|quando|durante|tao (?:cedo|tarde)|a (?:esta|essa) hora|entre|aos (?:domingos|sabados)|n[oa]s? (?:fim|fins|segunda|terca|quarta|quinta|sexta|domingo|sabado|horario|hora)|as)'
const WHERE =
  '(?:(?:para|pra|pro|no|na|ao) ?(?:o |a |meu |minha )?(?:trabalho|escritorio|fixo|casa|empresa|servico|marido|mulher|chefe))'

const WORDS: RefusalWords = {
  never: '(?:nao|ninguem|nunca|jamais|nem)',
  gap: '(?:(?!(?:se|quando|porque|mas|falar|posso|agora|estou|sei|quem|onde|como|melhor|entao|pode|iam|tenho|tinha|vou|ia|fui|foi|mudar|cancelar|certeza|desligue|espera|ouvi|entendi|obrigad[oa]|esqueca|esquecam|pare|deixe|hoje|amanha|hesite|pedi|pedimos|importo|importa|incomoda)(?: ))\\w+)',
  call: CALL,
  notCall: `(?:atencao|importancia|o carro|a luz|(?:pra minha|para a minha|pro meu|para o meu) (?:chefe|escritorio|trabalho)|de (?:senhora?|doutora?|voce)|(?:senhora?|doutora?|dona)(?: |$)|${LATER})`,
  calling: '(?:lig(?:a|am|as)|telefon(?:a|am|as)|perturb(?:a|am)|incomod(?:a|am)|chat(?:eia|eiam)|disca)',
  again: '(?:mais(?! tarde| cedo)|outra vez|de novo|novamente|nunca|jamais|no futuro)',
  calls: CALLS,
  notCalls: '(?:perdidas?|em espera|de ontem)',
  stop: '(?:par(?:ar|e|em|a|ando|assem?)|cheg|bast|deix(?:e|em|ar|assem?|a)|cess|desist|termin|acab|evit)\\w*(?: logo| ja)? (?:de|com|que|os|as|d[aeo]ss?[ae]s?|n?ess[ae]s?)',
  cease: '(?:par|cess|termin|acab)(?:em|e|ar|arem|assem)',
  none: '(?:sem(?: mais)?|nada de|nem|chega d\\w+|basta d\\w+|cancel\\w*|suspend\\w*|recus\\w*)',
  enough: '(?:fart[oa]s?|cansad[oa]s?|chei[oa]s?|sac[oa]d[oa]s?|ja (?:deu|chega|basta)|de saco cheio)',
  want: '(?:quer\\w*|quis\\w*|aceit\\w*|desej\\w*|pedi\\w*|precis\\w*|receber|recebendo|receba|toler\\w*|suport\\w*|aguent\\w*|admit\\w*|permit\\w*|as quero|bem vindas?)',
  nobody: '(?:ninguem)',
  remove: '(?:tir|remov|retir|exclu|apag|delet|elimin|risc|risqu)\\w*',
  removed: '(?:apagad|excluid|removid|eliminad|deletad|riscad|tirad|retirad)[oa]s?',
  mine: '(?:(?:o )?(?:meu|nosso) (?:numero|nome|telefone|contato|contacto|celular|telemovel|cadastro|registo)|(?:os )?(?:meus|nossos) dados|(?:este|esse) (?:numero|telefone|nome))',
  list: '(?:listas?|sistemas?|cadastros?|bases?(?: de dados)?|registros?|registos?|arquivos?|ficheiros?|bancos? de dados|agendas?|mailing|contatos|contactos|computador)',
  notList: '(?:de espera|de compras)',
  forget: '(?:(?<!eu |sempre |me )esquec(?:a|am|e|er)|bloquei\\w*|perc?[ac]m?|rasgu\\w*)',
  number: '(?:(?:meu|este|esse|nosso) (?:numero|telefone)(?! d)|de mim|que (?:eu )?existo)',
  revoke: '(?:retir|revog|cancel|anul)\\w*',
  consent: '(?:consentimentos?|autorizac\\w*|permiss\\w*)',
  permission:
    '(?:consentimento|consenti\\w*|autoriz\\w+|permissao|permiti\\w*|permito|(?:o )?direito de (?:me |nos )?(?:lig|telefon|incomod|perturb|chama)\\w*)',
  forbid: '(?:proib\\w*|exij\\w*|oponho(?: me)?|me oponho|opor me|peco que|recuso|nego|rejeito)',
  use: '(?:us\\w+ (?:\\w+ ){0,2}?(?:numero|telefone|dados)|utiliz\\w+|tratamento|parem|pare|cessem)',
  ifCall: `se (?:\\w+ ){0,3}?(?:ligar|ligarem|telefonar|telefonarem|voltar|voltarem|insistir|insistirem)(?: a ligar)?(?! ${LATER})`,
  later: LATER,
  ifOn: 'se (?:\\w+ ){0,2}?(?:continu|seguir|insist)\\w*',
  threat:
    '(?:(?:vou|vamos|vo|irei|eu) (?:\\w+ ){0,2}?(?:denunci|process|reclamar no|acion|apresentar queixa|fazer queixa|a justica)\\w*|(?:meu|um) advogado|bloqueei|(?:cham\\w*|vou) (?:a|na) policia|(?:isso|isto|ja) e (?:\\w+ )?(?:assedio|perturbacao|abuso))',
  law: '(?:procon|anatel|anacom|lgpd|rgpd|nao (?:me )?perturbe|lista de (?:nao (?:ligar|perturbar)|(?:quem|pessoas que|gente que) nao)|direito (?:de|a|ao) (?:oposicao|apagamento|esquecimento|eliminacao)|(?:descadastr|desinscrev|desinscri)\\w*)',
  alone:
    '(?:deix|larg)\\w* (?:(?:a |o )?(?:minha|meu|nossa) )?(?:\\w+ ){0,2}?(?:em paz|sossegad[oa]|quiet[oa]|do meu pe|da mao)',
  hear: '(?:(?:ouvir|saber|falar|noticias) (?:\\w+ ){0,2}?(?:de|d) ?(?:voces?|si|vos|vossa|sua empresa)|(?:ouvir|saber|contato|contacto)(?!o preco|quanto|se|agora|nada|a hora))',
  oneMore: '(?:mais uma?|outra)',
  and: '(?:e|ou)',
  neverAgain: '^(?:\\w+ ){0,3}?nunca mais(?: por favor| obrigad[oa])*$',
  last: '(?:(?:seja|e|foi|sera) (?:\\w+ )?(?:a |sua )?ultima (?:vez que (?:\\w+ ){0,2}?(?:lig|telefon|incomod)\\w*|chamada|ligacao)|ultima vez que (?:\\w+ ){0,2}?(?:falo|digo|aviso|peco))',
}

export const portugueseDoNotCall: DoNotCallPack = {
  requests: [
    ...refusalPatterns(WORDS),
    '(?:nao|nunca) se liga',
    '(?:liguem?|telefonem?|incomodem?|perturbem?) nunca mais',
    'nao entrem? (?:\\w+ ){0,2}?em conta[c]?to',
    '(?:me|nos) (?:tirem?|tira|removam?|retirem?|retira|excluam?|exclui|apaguem?)(?: (?:dai|disso|disto|ja|agora|por favor))*$',
    `(?:sair|fora|constar|estar|ficar) (?:\\w+ ){0,2}?(?:d[ao]|n[ao]|dest[ae]|dess[ae]|ness[ae]|nest[ae]) (?:\\w+ )?${WORDS.list}(?! de espera)`,
    '(?:(?:tir|retir|apag|risqu)(?:e|em|a|am)|remov(?:a|am)|exclu(?:a|am)) (?:me|nos)(?: (?:dai|dali|disso|disto|ja|agora|por favor))*$',
    '(?:quero|preciso de) (?:paz|sossego)',
    '^(?:me esquece|me esquecam?|esquecam? me|esqueca de mim)$',
    'nao (?:usem?|utilizem?) (?:\\w+ )?(?:este|esse|meu|o meu)',
    'nunca mais (?:\\w+ ){0,3}?(?:contato|contacto)',
    '^(?:pare|parem|para)(?: (?:por favor|ja|agora|com isso))*$',
    'par(?:e|em|a) com (?:isso|isto)',
    `(?:nenhuma?|nem uma) (?:\\w+ )?${CALLS} (?:a )?mais`,
    'nao (?:\\w+ )?nao (?:me )?liga$',
    'nao (?:me|nos) liga(?! (?:ha|faz|desde|nunca|de volta))',
    '(?:me|nos) (?:tir|retir|apag|risc)(?:arem|assem)',
    'nem (?:pensem?|ousem?|se atrevam?|tentem?)',
    'nao (?:o )?fac(?:a|am|as) (?:isso |isto )?(?:nunca )?(?:mais|de novo|outra vez)',
    'nao (?:\\w+ )?(?:tent|insist)\\w* (?:de novo|outra vez|mais)',
    'se (?:eu )?ouvir falar (?:\\w+ ){0,2}?outra vez',
    'ja nao e (?:pra|para) ligar|nao e (?:pra|para) (?:\\w+ )?ligar',
    '(?:ja )?(?:disse|falei|pedi) (?:\\w+ ){0,4}?(?:para )?(?:parar|pararem|pare|parem)',
    'quantas vezes (?:\\w+ ){0,6}?(?:parar|parem|nao)',
    '(?:apag|elimin|exclu|remov|tir)\\w+ (?:o )?(?:meu|meus|este|nosso|esse) (?:numero|dados|nome|telefone|contato)',
    'nao (?:aceito|aceitamos|atendo|quero) (?:ligacoes |chamadas )?(?:de vendas|comerciais|de telemarketing|publicidade)',
  ],
  candidates: [
    'vai embora',
    'some daqui',
    'sumam?',
    'va se \\w+',
    'nao tenho interesse',
    'nao me interessa',
    'golpe',
    'perda de tempo',
    'vao para o inferno',
    'que saco',
  ],
  exemptions: [
    '(?:\\w+ ){0,3}lentes de conta?c?to',
    '(?:termin|acab|encerr)\\w* (?:a|esta) (?:chamada|ligacao)',
    '(?:\\w+ ){0,5}lista de espera',
    'por ?que (?:\\w+ )?nao (?:me |nos )?lig\\w*',
    'nao (?:me|nos) incomoda(?:m)?(?! mais)',
    'nao incomoda(?! mais)',
    'nao (?:se )?incomode se',
    'nao se (?:incomode|preocupe|chateie)',
    '(?:ele|ela|eles|elas|filh[oa]|medic[oa]|banco|voces?) nao (?:me|nos) lig\\w*(?! mais)',
    '(?:telefone|celular|aparelho|luz|carro|televisao|computador|ele|ela) nao liga',
    // Statements about the person: "não posso ligar", "não consegui ligar".
    '(?:eu )?nao (?:posso|pude|podia|consegui|consigo|vou|ia|pretendo|sei) (?:\\w+ )?(?:ligar|telefonar|contatar|contactar)(?: (?:para|pra|agora|hoje|a) ?(?:voces?|ele|ela|o senhor|a senhora)?)?',
    'nao (?:precisa|e preciso|precisam) (?:\\w+ )?(?:me |nos )?(?:ligar|telefonar|chamar)(?! mais)(?! nunca)',
    'se (?:voces? )?nao (?:me |nos )?lig\\w*(?! mais| de novo| outra vez)',
    'nao (?:me |nos )?(?:tir|apag|risqu|remov|exclu|elimin)\\w*',
  ],
  always: [`nunca mais (?:me |nos )?${CALL}`],
  limitedRefusals: [
    `nao (?:\\w+ ){0,3}?(?:lig|telefon)\\w* ${WHEN}`,
    '(?:hoje|agora|amanha) (?:\\w+ )?nao (?:me |nos )?lig\\w*(?: mais(?! tarde))?',
  ],
  elsewhereRefusals: [`nao (?:me |nos )?(?:lig|telefon)\\w* ${WHERE}`],
  invitations: [
    '(?:me )?(?:ligue|liga|liguem|tente|melhor)(?: me)? ?(?:amanha|mais tarde|depois|a tarde|a noite|segunda|terca|quarta|quinta|sexta|de novo|as|na|outro dia|daqui|(?:para |pra )?(?:o |meu )?(?:celular|telemovel|outro))',
    'use est[ea]',
    'ligue[m]? (?:para|pra) est[ea]',
    'fale[m]? comigo',
  ],
  final: ['nunca', 'jamais', 'lista'],
  unfinished: ['nao', 'de', 'meu', 'me', 'que', 'nunca', 'da', 'por', 'mais', 'pare', 'para', 'parem'],
  phrases: [
    'nao me ligue mais',
    'pare de me ligar',
    'me tire da lista',
    'remova meu numero',
    'nao quero mais receber ligacoes',
  ],
}
