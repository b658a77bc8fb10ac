import { CORRECTIONS, type CorrectionWords } from '../corrections.ts'
import type { LanguagePack } from '../pack.ts'
import { frenchAnswers } from './answers.ts'
import { frenchDates } from './dates.ts'
import { frenchDoNotCall } from './do-not-call.ts'
import { frenchNumbers } from './numbers.ts'
import { frenchSpokenForms } from './spoken.ts'

export const french: LanguagePack = {
  tag: 'fr',
  name: 'French',
  languageRequests:
    'en sil s il te vous plaît parlez parler parle parlons peut on pouvons pouvez nous je seulement préfère voudrais plutôt bonjour pardon oui que le'.split(
      ' ',
    ),
  sentences: {
    fillers: ['Un instant, je vous prie.', 'Merci de patienter, je cherche encore.'],
    fallback: 'Je suis désolé, j’ai un problème technique. Nous vous rappellerons. Au revoir.',
    doNotCall: 'Je comprends. Nous ne vous rappellerons plus. Au revoir.',
    transferFailed: 'Je suis désolé, je n’ai pas pu vous mettre en relation. Réessayez plus tard. Au revoir.',
    takeOver: { opening: 'Bonjour. J’ai une personne en ligne pour vous.', connecting: 'Je vous mets en relation.' },
    stillThere: 'Êtes-vous toujours là ?',
    takeYourTime: 'Bien sûr, prenez votre temps.',
    notUnderstood: 'Pardon, je n’ai pas compris.',
    readBack: {
      date: 'J’ai noté {value}.',
      amount: 'Cela fait {value}.',
      code: 'J’ai compris : {value}.',
      question: 'Est-ce exact ?',
    },
    farewell: 'Merci de votre temps. Au revoir.',
    timeIsUp: 'Je suis désolé, notre temps est écoulé. Au revoir.',
  },
  listening: 'hum mm mhm hm ah oh euh okay oui ouais daccord dac bien bon entendu je vois tres voila ben'.split(' '),
  openings: 'allo oui bonjour bonsoir salut jecoute moi meme cest lui elle a lappareil qui est la'.split(' '),
  greetings: 'allo bonjour bonsoir salut jecoute'.split(' '),
  answers: 'oui ouais non'.split(' '),
  closings: 'merci beaucoup au revoir bonne journee soiree a bientot vous aussi et'.split(' '),
  holdOn: [
    '^(?:(?:oui|euh|pardon|ah|ben|sil vous plait) )*(?:attendez|attends|patientez|un instant|une seconde|une minute|un moment|deux secondes|deux minutes|ne quittez pas|je regarde|laissez moi (?:voir|regarder|chercher)|je vais (?:chercher|voir))(?: (?:un instant|une seconde|une minute|un moment|deux secondes|deux minutes|un peu|sil vous plait|je vous prie))*$',
  ],
  asksBack: [
    'qui (?:est ce|etes vous|appelle|parle|est a lappareil)',
    'cest (?:qui|de la part de qui|quoi|pour quoi|a quel sujet)',
    'de la part de qui',
    'dou (?:appelez|mappelez) vous',
    '(?:que|quest ce que) (?:voulez vous|vous voulez)',
    'pourquoi (?:vous )?(?:m)?appelez',
    '(?:vous etes|etes vous|cest) (?:un |une )?(?:robot|machine|repondeur|arnaque)',
    '(?:pouvez|pourriez) vous repeter',
    'je (?:ne )?(?:vous )?(?:entends|comprends) (?:pas|mal)',
    'je nai pas (?:compris|entendu)',
    '^(?:comment|pardon|quoi|hein|repetez)(?: sil vous plait)?$',
  ],
  hesitations: 'euh ben alors et ou mais le la les un une mon ma est cest de que je en a pour parce'.split(' '),
  answerForms: frenchAnswers,
  negations: 'ne pas non jamais rien sans ni aucun aucune personne'.split(' '),
  numbers: frenchNumbers,
  digits: {},
  dates: frenchDates,
  corrections: CORRECTIONS.fr as CorrectionWords,
  spoken: frenchSpokenForms,
  machineWords: {
    machine: [
      'apres le (?:bip|signal)(?: sonore)?',
      '(?:laissez|laisser) (?:un|votre) message',
      'messagerie (?:vocale|de)',
      'repondeur (?:de|du|automatique)',
      'enregistrez votre message',
    ],
    doubtful: [
      '(?:ne |n)(?:suis|sommes|est|es) pas disponibles?',
      'ne (?:suis|sommes) pas (?:disponible|la)',
      'indisponible',
      'vous etes bien (?:chez|sur)',
      'ne (?:peux|pouvons) (?:pas )?(?:vous )?repondre',
      'messagerie',
      'des que possible',
      'vous rappell?er\\w*',
    ],
    person: [
      'qui (?:est ce|etes vous|appelle|parle)',
      'de la part de qui',
      'que puis je',
      'cest a quel sujet',
      'voulez vous que',
    ],
  },
  doNotCall: frenchDoNotCall,
}
