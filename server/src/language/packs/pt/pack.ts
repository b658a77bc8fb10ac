import { CORRECTIONS, type CorrectionWords } from '../corrections.ts'
import type { LanguagePack } from '../pack.ts'
import { portugueseAnswers } from './answers.ts'
import { portugueseDates } from './dates.ts'
import { portugueseDoNotCall } from './do-not-call.ts'
import { portugueseNumbers } from './numbers.ts'
import { portugueseSpokenForms } from './spoken.ts'

export const portuguese: LanguagePack = {
  tag: 'pt',
  name: 'Portuguese',
  languageRequests:
    'em por favor pode podemos poderia falar fala falo falamos você eu só prefiro quero queria mudar para o melhor olá desculpe sim gostaria de'.split(
      ' ',
    ),
  sentences: {
    fillers: ['Um momento, por favor.', 'Obrigado por esperar, ainda estou procurando.'],
    fallback: 'Desculpe, estou com um problema técnico. Voltaremos a ligar. Até logo.',
    doNotCall: 'Entendi. Não ligaremos mais para você. Até logo.',
    transferFailed: 'Desculpe, não consegui transferir a ligação. Tente mais tarde, por favor. Até logo.',
    takeOver: { opening: 'Olá. Tenho uma pessoa na linha para você.', connecting: 'Vou conectar agora.' },
    stillThere: 'Você ainda está aí?',
    takeYourTime: 'Claro, fique à vontade.',
    notUnderstood: 'Desculpe, não entendi.',
    readBack: {
      date: 'Anotei {value}.',
      amount: 'São {value}.',
      code: 'Entendi: {value}.',
      question: 'Está correto?',
    },
    farewell: 'Obrigado pelo seu tempo. Até logo.',
    timeIsUp: 'Desculpe, nosso tempo acabou. Até logo.',
  },
  listening: 'hum aham uhum mm hm ah oh ta bom certo sim okay entendi claro pois e isso sei beleza'.split(' '),
  openings: 'alo oi ola pronto sim bom dia boa tarde noite quem fala estou eu mesmo mesma diga'.split(' '),
  greetings: 'alo oi ola pronto bom boa'.split(' '),
  answers: 'sim nao claro'.split(' '),
  closings: 'obrigado obrigada muito tchau ate logo mais igualmente tenha um bom dia e voce tambem'.split(' '),
  holdOn: [
    '^(?:(?:sim|ah|oi|desculpe|por favor|entao) )*(?:espere?|espera|aguarde|so um (?:momento|minuto|segundo|instante|momentinho|minutinho)|um (?:momento|minuto|segundo|instante|momentinho|minutinho)|perai|pera ai|nao desligue|deixa eu (?:ver|pegar|procurar)|deixe me ver|vou (?:ver|pegar|procurar))(?: (?:um (?:momento|minuto|segundo|instante|pouco)|por favor|ai|so))*$',
  ],
  asksBack: [
    'quem (?:e|fala|esta|ta|gostaria)(?: falando| ligando)?',
    'com quem (?:eu )?(?:falo|estou falando)',
    'de onde (?:fala|e|esta|liga)\\w*',
    '(?:o que|que) (?:voce |voces )?(?:quer|deseja|e isso)',
    '(?:sobre|do) que se trata',
    'por que (?:esta|ta|voce)? ?lig\\w*',
    '(?:voce e|isso e|e) (?:um |uma )?(?:robo|maquina|gravacao|golpe)',
    '(?:pode|poderia) repetir',
    'nao (?:entendi|estou (?:ouvindo|entendendo)|ouvi|escutei)',
    '^(?:como|desculpe|o que|que|repita|oi)(?: por favor)?$',
  ],
  hesitations: 'e eh ne entao bom ou mas o a os as um uma meu minha de que em para porque com'.split(' '),
  answerForms: portugueseAnswers,
  negations: 'nao nunca jamais nada nem sem ninguem'.split(' '),
  numbers: portugueseNumbers,
  digits: { meia: '6' },
  dates: portugueseDates,
  corrections: CORRECTIONS.pt as CorrectionWords,
  spoken: portugueseSpokenForms,
  machineWords: {
    machine: [
      '(?:apos|depois d)o? ?(?:o )?(?:sinal|bipe|bip|tom)',
      'deixe (?:o seu|seu|um|a sua|sua) (?:recado|mensagem|nome)',
      'pode deixar (?:o seu|seu|um|uma|a sua|sua) (?:recado|mensagem)',
      'grave (?:o seu|seu|sua|a sua) (?:recado|mensagem)',
      'caixa postal',
      'correio de voz',
    ],
    doubtful: [
      'nao (?:esta|estou|se encontra) disponivel',
      'nao (?:posso|podemos) atender',
      'voce ligou para',
      'assim que possivel',
      'secretaria eletronica',
      'retorno a (?:sua )?ligacao',
    ],
    person: ['quem (?:fala|e|gostaria)', 'com quem', 'em que posso', 'o que deseja', 'quer que eu'],
  },
  doNotCall: portugueseDoNotCall,
}
