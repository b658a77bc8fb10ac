import { CORRECTIONS, type CorrectionWords } from '../corrections.ts'
import type { LanguagePack } from '../pack.ts'
import { spanishAnswers } from './answers.ts'
import { spanishDates } from './dates.ts'
import { spanishDoNotCall } from './do-not-call.ts'
import { spanishNumbers } from './numbers.ts'
import { spanishSpokenForms } from './spoken.ts'

export const spanish: LanguagePack = {
  tag: 'es',
  name: 'Spanish',
  languageRequests:
    'en por favor puede podemos podría hablar habla hablo hablamos hablas usted yo solo prefiero quiero quisiera cambiar a al hola perdón sí mejor me gustaría'.split(
      ' ',
    ),
  sentences: {
    fillers: ['Un momento, por favor.', 'Gracias por esperar, sigo buscando.'],
    fallback: 'Lo siento, tengo un problema técnico. Le volveremos a llamar. Adiós.',
    doNotCall: 'Entiendo. No le volveremos a llamar. Adiós.',
    transferFailed: 'Lo siento, no he podido pasar su llamada. Inténtelo más tarde, por favor. Adiós.',
    takeOver: { opening: 'Hola. Tengo a una persona en línea para usted.', connecting: 'Le paso ahora.' },
    stillThere: '¿Sigue ahí?',
    takeYourTime: 'Por supuesto, tómese su tiempo.',
    notUnderstood: 'Perdone, no le he entendido.',
    readBack: {
      date: 'He anotado {value}.',
      amount: 'Son {value}.',
      code: 'He entendido: {value}.',
      question: '¿Es correcto?',
    },
    farewell: 'Gracias por su tiempo. Adiós.',
    timeIsUp: 'Lo siento, se nos ha acabado el tiempo. Adiós.',
  },
  listening: 'aja aha mm mhm hm eh ah oh ya vale bueno bien claro si okay entiendo de acuerdo muy'.split(' '),
  openings: 'hola alo bueno diga digame si buenos buenas dias tardes noches quien habla mande aqui soy yo'.split(' '),
  greetings: 'hola alo diga digame mande buenos buenas'.split(' '),
  answers: 'si no claro'.split(' '),
  closings: 'gracias muchas adios hasta luego chao igualmente que tenga buen dia y un'.split(' '),
  holdOn: [
    '^(?:(?:si|eh|perdon|ay|oiga|por favor) )*(?:espere?n?|espera|aguarde|un momento|un momentito|un segundo|un minuto|deme un (?:momento|segundo|minuto)|no cuelgue|ahora (?:lo )?miro|dejeme (?:ver|mirar|buscar))(?: (?:un momento|un momentito|un segundo|un minuto|por favor|por un pluma|que (?:busco|miro)\\w*|ahora))*$',
  ],
  asksBack: [
    '(?:quien|con quien) (?:es|habla|llama|hablo|eres)',
    'de parte de quien',
    'de donde (?:llama|habla|me llama)',
    '(?:que|de que) (?:quiere|desea|se trata|es esto)',
    'por que (?:me )?llama',
    'es (?:usted )?(?:un |una )?(?:robot|maquina|grabacion|estafa)',
    '(?:puede|podria) repetir\\w*',
    'no (?:le|lo|te) (?:oigo|escucho|entiendo)(?: bien)?',
    'no (?:entiendo|entendi|escuche|oi)',
    '^(?:como|perdon|que|mande|repita)(?: dice| por favor)?$',
  ],
  hesitations: 'eh em pues bueno y o pero el la los las un una mi es de que en a para porque como con'.split(' '),
  answerForms: spanishAnswers,
  negations: 'no nunca jamas nadie nada ni sin tampoco'.split(' '),
  numbers: spanishNumbers,
  digits: {},
  dates: spanishDates,
  corrections: CORRECTIONS.es as CorrectionWords,
  spoken: spanishSpokenForms,
  machineWords: {
    machine: [
      '(?:despues|luego) (?:de|del) (?:la )?(?:senal|tono)',
      'al (?:oir|escuchar) (?:la )?(?:senal|el tono|tono)',
      'deje (?:su|un|el) (?:nombre|mensaje)',
      'puede dejar(?:le)? (?:su|un) mensaje',
      'grabe su mensaje',
      '(?:buzon|contestador) (?:de voz|lleno|automatico)',
    ],
    doubtful: [
      'no (?:esta|estoy|se encuentra) disponible',
      'no (?:puedo|podemos) (?:atender|contestar)\\w*',
      'ha llamado (?:a|al)',
      'buzon',
      'contestador',
      'lo antes posible',
    ],
    person: ['quien (?:es|habla|llama)', 'de parte de quien', 'en que (?:le )?puedo', 'que desea', 'quiere que'],
  },
  doNotCall: spanishDoNotCall,
}
