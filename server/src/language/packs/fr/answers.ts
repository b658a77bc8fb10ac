import { type AnswerWords, splitAtCommas } from '../answers.ts'

export const frenchAnswers: AnswerWords = {
  yes: splitAtCommas(`
    oui, ouais, ouaip, mouais oui, oui oui, oui oui oui, mais oui, eh oui, ben oui, bah oui, oui bien sûr, d'accord, je suis d'accord, bien sûr, bien sûr que oui, bien entendu, tout à fait, exactement, exact, c'est exact, absolument, certainement, volontiers, avec plaisir, avec grand plaisir, parfait, c'est parfait, très bien, c'est très bien, bien, c'est bien, super, génial, impeccable, entendu,
    c'est ça, c'est bien ça, c'est cela, c'est moi, c'est bien moi, c'est moi-même, moi-même, lui-même, elle-même, c'est lui-même, c'est elle-même, à l'appareil, je suis à l'appareil, en personne, c'est bon pour moi, c'est vrai, c'est correct, correct, c'est juste, effectivement, en effet, affirmatif, naturellement, évidemment, carrément, assurément, sans problème, pas de problème, aucun problème, pas de souci, aucun souci, sans souci, pourquoi pas oui,
    je confirme, je le confirme, confirmé, j'accepte, je viendrai, je viens, j'y serai, je serai là, je serai présent, je serai présente, nous viendrons, on viendra, on y sera, nous serons là, je veux bien, je suis partant, je suis partante, ça marche, ça me va, ça me convient, ça me va bien, ça me convient bien, ça me convient parfaitement, cela me convient, cela me va, ça roule, okay, voilà, vas-y, allez-y, faites, faites donc, c'est noté, marché conclu, yes`),
  statements: splitAtCommas('je peux, je veux, je le veux, on peut, nous pouvons, vous pouvez'),
  afterYes: splitAtCommas(`
    je le suis, je suis, je veux bien, c'est bon, je viens, je viendrai, je le confirme, c'est ça, c'est moi, c'est bien moi, allez-y, faites-le, faites, j'y serai, je serai là, on est d'accord, je l'ai, j'ai, ça me va, c'est le cas, pour moi`),
  beforeEcho: splitAtCommas("c'est, je suis, ici, je m'appelle, c'est bien"),
  accentDoubts: [],
  polite: splitAtCommas(
    "s'il vous plaît, s'il te plaît, merci, merci beaucoup, merci bien, monsieur, madame, mademoiselle, je vous prie, je vous en prie, je vous remercie",
  ),
  fillers: splitAtCommas('euh, heu, hum, ah, oh, hm, mm, ben, bah, alors, et, bon, eh bien'),
  doubts: {
    denials: splitAtCommas(
      "non, pas, ne, n'est, jamais, rien, sans, ni, aucun, aucune, personne, plus, faux, fausse, erreur, trompé, trompez, arrêtez, arrête, stop, annuler, annulez, annule, refuse, refuser, mort, morte, décédé, décédée, déjà, hélas, malheureusement, laissez, retirez, enlevez, assez, revoir, mauvais, mauvaise, blague, plaisante, importe, n'importe",
    ),
    questions: splitAtCommas(
      "qui, quoi, que, pourquoi, où, quand, comment, quel, quelle, quels, combien, qu'est, allô, est-ce",
    ),
    conditions: splitAtCommas(
      'mais, si je, si vous, si possible, sauf, seulement, sous réserve, attendez, attends, moment, instant, dépend, après, plus tard, tard, quoique, cependant, toutefois, presque, avant, sinon, à condition, condition, ou',
    ),
    thirdPersons: splitAtCommas(
      "il, elle, ils, elles, lui, leur, son, sa, ses, mari, femme, époux, épouse, mère, père, maman, papa, fils, fille, frère, soeur, sœur, compagnon, compagne, conjoint, conjointe, copain, copine, colocataire, voisin, voisine, patron, patronne, chef, collègue, secrétaire, assistant, assistante, infirmière, ami, amie, oncle, tante, grand-mère, grand-père, quelqu'un, enfant, enfants, locataire, nom",
    ),
    hedges: splitAtCommas(
      'peut-être, éventuellement, crois, pense, pensais, suppose, imagine, probablement, sans doute, doute, possiblement, espère, essaie, essaierai, essayerai, pourrais, devrais, dirais, plutôt, dit, entendu dire, sais, parfois, vaguement, mouais',
    ),
  },
  alternatives: splitAtCommas('ou'),
  firstPersons: splitAtCommas("je, j'y, j'accepte, nous, on, mon, ma"),
  echoes: {
    êtes: ['suis'],
    pouvez: ['peux'],
    voulez: ['veux'],
    avez: ['ai'],
    vous: ['je', 'moi'],
    votre: ['mon', 'ma', 'le', 'la'],
    viendrez: ['viendrai'],
  },
  means: {
    yes: splitAtCommas("oui, ouais, d'accord, exact, exactement, absolument, volontiers, effectivement"),
    no: splitAtCommas('non, jamais, négatif'),
  },
  noNegatesVerb: false,
  no: [
    'non(?: .*)?',
    '(?:pas du tout|jamais|certainement pas|absolument pas|surement pas|bien sur que non|negatif|pas (?:interesse|interessee|maintenant|question|possible|aujourdhui|vraiment))(?: .*)?',
    '(?:je|cest|ca|ce|on|nous) (?:\\w+ ){0,4}?pas(?: .*)?',
  ],
  unsure: [
    '(?:je )?(?:ne )?sais pas',
    'je (?:ne )?suis pas (?:trop |tres |tout a fait )?(?:sure?|certaine?)',
    'peut etre',
    'ca depend',
    'aucune idee',
    'je (?:ne )?(?:vous )?(?:comprends|entends) (?:pas|mal)',
  ],
}
