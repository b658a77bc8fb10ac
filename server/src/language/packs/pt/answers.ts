import { type AnswerWords, splitAtCommas } from '../answers.ts'

export const portugueseAnswers: AnswerWords = {
  yes: splitAtCommas(`
    sim, sim senhor, sim senhora, sim sim, siim, claro, claro que sim, com certeza, certeza, com toda a certeza, isso, isso mesmo, é isso, é isso mesmo, é isso aí, isso aí, exato, exatamente, correto, está correto, é correto, certo, está certo, tá certo, certinho, está bem, tá bem, tá bom, está bom, tudo certo, pode sim, positivo, afirmativo, é sim,
    confirmo, eu confirmo, confirmado, aceito, eu aceito, concordo, eu concordo, de acordo, estou de acordo, vou sim, irei, estarei lá, vou estar lá, estarei aí, vou comparecer, nós vamos, a gente vai, vamos sim, sou eu, sou eu mesmo, sou eu mesma, sou sim, eu mesmo, eu mesma, o próprio, a própria, é o próprio, é a própria, ele mesmo, ela mesma, é ele mesmo, é ela mesma, quero sim, aceito sim, posso sim, consigo sim,
    perfeito, ótimo, excelente, beleza, okay, pois sim, aham, uhum, ahã, muito bem, muito bom, combinado, fechado, sem problema, sem problemas, não tem problema, nenhum problema, sem dúvida, sem dúvidas, com prazer, com todo o prazer, com muito gosto, por mim tudo bem, por mim está bem, me serve, dá certo, dá sim, é verdade, efetivamente, naturalmente, evidentemente, lógico, lógico que sim, absolutamente sim, à vontade, fique à vontade, pode mandar, bora, yes`),
  statements: splitAtCommas(
    'eu vou, vou, quero, eu quero, posso, eu posso, consigo, sou, pode, podem, dá, serve, vamos',
  ),
  afterYes: splitAtCommas(`
    sou eu, eu sou, sou sim, estou, tenho, pode sim, faça isso, faz isso, é, é isso, é isso mesmo, é verdade, está bem, está bom, tá bom, tudo bem, por mim, eu, podemos, queremos, que sim, com certeza`),
  beforeEcho: splitAtCommas('é, sou, eu sou, aqui é, meu nome é, sou o, sou a, é o, é a'),
  accentDoubts: [],
  polite: splitAtCommas(
    'por favor, por gentileza, obrigado, obrigada, muito obrigado, muito obrigada, obrigadão, senhor, senhora, moço, moça, meu amigo, minha amiga, agradeço, se faz favor',
  ),
  fillers: splitAtCommas('ah, eh, oh, hm, hum, mm, hã, ué, e, então, bom, pois'),
  doubts: {
    denials: splitAtCommas(
      'não, nunca, jamais, nada, nem, sem, ninguém, nenhum, nenhuma, errado, errada, engano, enganado, pare, parem, chega, cancelar, cancele, cancela, recuso, tira, tirem, remova, morreu, faleceu, falecido, falecida, já, tchau, infelizmente, mentira, brincadeira, falso, deixa, deixe, tanto faz',
    ),
    questions: splitAtCommas(
      'quem, quê, por que, porque, onde, quando, qual, como, quanto, quanta, alô, oi, olá, diga',
    ),
    conditions: splitAtCommas(
      'mas, se, só, somente, apenas, exceto, a menos, até, espere, espera, aguarde, momento, minuto, depende, depois, mais tarde, tarde, embora, porém, quase, antes, senão, desde, caso, ou',
    ),
    thirdPersons: splitAtCommas(
      'ele, ela, eles, elas, dele, dela, seu, sua, lhe, marido, esposo, esposa, mulher, mãe, pai, filho, filha, irmão, irmã, parceiro, parceira, namorado, namorada, colega, vizinho, vizinha, chefe, patrão, patroa, secretária, assistente, cuidador, cuidadora, enfermeira, amigo dele, avô, avó, tio, tia, primo, prima, neto, neta, alguém, criança, crianças, inquilino, nome',
    ),
    hedges: splitAtCommas(
      'talvez, quem sabe, acho, penso, pensava, suponho, imagino, provavelmente, possivelmente, espero, tomara, tento, tentarei, vou tentar, poderia, deveria, seria, acredito, creio, mais ou menos, disse, falou, sei, vezes, vou ver, vou pensar',
    ),
  },
  alternatives: splitAtCommas('ou'),
  firstPersons: splitAtCommas('eu, nós, meu, minha, vou, estarei, quero, posso, aceito, confirmo'),
  echoes: {
    pode: ['posso'],
    quer: ['quero'],
    está: ['estou'],
    tem: ['tenho'],
    vai: ['vou'],
    falo: ['fala'],
    sua: ['minha', 'a'],
    seu: ['meu', 'o'],
  },
  means: {
    yes: splitAtCommas('sim, claro, isso, exato, exatamente, correto, confirmo'),
    no: splitAtCommas('não, nunca, jamais, negativo'),
  },
  noNegatesVerb: true,
  no: [
    'nao(?: .*)?',
    '(?:de jeito nenhum|nunca|jamais|negativo|nem pensar|de forma alguma|de modo algum)(?: .*)?',
    '(?:claro|logico|obvio) que nao',
    '(?:eu|hoje|amanha|ainda|ja|ela|ele|infelizmente|acho que|quero|posso|vou|sei|tenho) (?:\\w+ ){0,2}?nao(?: .*)?',
  ],
  unsure: [
    '(?:nao sei|sei la)',
    'nao tenho (?:muita |tanta )?certeza',
    'talvez',
    'depende',
    'quem sabe',
    'nao faco ideia',
    'nao (?:entendi|ouvi|escutei)',
  ],
}
