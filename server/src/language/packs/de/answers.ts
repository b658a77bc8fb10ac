import { type AnswerWords, splitAtCommas } from '../answers.ts'

export const germanAnswers: AnswerWords = {
  yes: splitAtCommas(`
    ja, jawohl, jo, joa ja, jep, jap, jup, ja doch, doch, ja klar, ja gerne, ja gern, ja genau, ja sicher, ja natürlich, ja bitte, genau, ganz genau, richtig, das ist richtig, ist richtig,
    stimmt, das stimmt, stimmt genau, korrekt, das ist korrekt, exakt, natürlich, klar, na klar, aber klar, alles klar, sicher, aber sicher, sicherlich, selbstverständlich,
    gerne, gern, sehr gerne, sehr gern, aber gerne, in ordnung, das ist in ordnung, das geht in ordnung, geht in ordnung, einverstanden, ich bin einverstanden, bin einverstanden, okay, ist okay, das ist okay, ist gut, gut, sehr gut, das ist gut, das ist gut so,
    prima, super, perfekt, wunderbar, toll, bestens, auf jeden fall, auf alle fälle, absolut, unbedingt, bestimmt, definitiv, passt, das passt, das passt mir, passt mir, das passt mir gut, passt mir gut, passt gut, das passt gut, passt so,
    das bin ich, der bin ich, die bin ich, ich bins, das bin ich selbst, ich bin es, ich bin das, am apparat, selbst am apparat, ich bin am apparat, persönlich, ja am apparat, am telefon,
    ich komme, ich werde kommen, ich bin da, ich werde da sein, ich bin dabei, wir kommen, wir sind da, wir sind dabei, ich stimme zu, ich bestätige, ich bestätige das, das bestätige ich, ich akzeptiere, ich willige ein, das machen wir, machen wir, machen wir so, so machen wir das, mache ich, das mache ich, mach ich,
    kein problem, gar kein problem, überhaupt kein problem, kein thema, das geht, das geht gut, geht klar, das klingt gut, klingt gut, hört sich gut an, das wäre gut, das wäre toll, das wäre super, das wäre schön, so ist es, das ist so, das ist wahr, das ist mir recht, ist mir recht, mit vergnügen, abgemacht, bestätigt, nur zu, bitte gerne,
    freilich, mhm, aha ja, yes`),
  statements: splitAtCommas(`
    ich will, ich möchte, ich möchte das, ich will das, das will ich, das möchte ich, ich kann, ich habe, das kann ich`),
  afterYes: splitAtCommas(`
    bin ich, das bin ich, habe ich, will ich, möchte ich, kann ich, mache ich, werde ich, tue ich, bin ich selbst, ist es, ist er, das ist es, ist das, das ist mein name, möchte ich gerne, will ich gerne,
    können sie, dürfen sie, machen sie das, tun sie das, machen sie, sind wir, wollen wir, können wir, machen wir, haben wir, auf jeden fall, das wäre nett, das wäre ich, bitte machen sie das, so ist es, hier, selbst`),
  beforeEcho: splitAtCommas('ich bin, hier ist, hier spricht, das ist, mein name ist, ich heiße'),
  accentDoubts: [],
  polite: splitAtCommas(
    'bitte, danke, dankeschön, danke schön, vielen dank, danke sehr, herzlichen dank, besten dank, bitte schön, mein herr, gnädige frau',
  ),
  fillers: splitAtCommas('äh, ähm, ah, oh, ach, hm, hmm, mm, und, also, nun'),
  doubts: {
    denials: splitAtCommas(
      'nein, nicht, nee, nö, ne, kein, keine, keinen, keiner, keinem, keines, keinerlei, nie, niemals, nimmer, nichts, niemand, ohne, falsch, falsche, falscher, verwählt, stopp, stop, absagen, stornieren, kündigen, ablehnen, lehne, leider, gestorben, verstorben, tot, bereits, schluss, lass, lassen, weg, löschen, wiederhören, wiedersehen, tschüss, genug, egal, irrtum, verarschen, witz, scherz, statt, sondern',
    ),
    questions: splitAtCommas(
      'wer, was, warum, wieso, weshalb, wo, woher, wohin, wann, wie, welche, welcher, welches, wessen, wem, wen, worum, wozu, hallo',
    ),
    conditions: splitAtCommas(
      'wenn, falls, aber, sofern, außer, nur, erst, bis, warten, warte, moment, später, kommt drauf an, obwohl, allerdings, jedoch, sonst, vorausgesetzt, fast, beinahe, oder, nachdem, bevor',
    ),
    thirdPersons: splitAtCommas(
      'er, sie, ihm, ihn, ihr, ihre, ihrem, ihren, sein, seine, seinem, seiner, mann, frau, ehemann, ehefrau, mutter, vater, mama, papa, sohn, tochter, bruder, schwester, partner, partnerin, freund, freundin, mitbewohner, nachbar, nachbarin, chef, chefin, kollege, kollegin, sekretärin, assistent, assistentin, pfleger, pflegerin, oma, opa, onkel, tante, enkel, jemand, kind, kinder, mieter, auftrag, vertretung',
    ),
    hedges: splitAtCommas(
      'vielleicht, eventuell, glaube, denke, dachte, vermute, vermutlich, wahrscheinlich, möglicherweise, hoffe, hoffentlich, mal sehen, versuche, könnte, würde, dürfte, sollte, eigentlich, irgendwie, ungefähr, naja, na ja, sozusagen, sagte, gesagt, gehört, weiß, manchmal',
    ),
  },
  alternatives: splitAtCommas('oder'),
  firstPersons: splitAtCommas('ich, wir, mein, meine'),
  echoes: {
    sind: ['bin'],
    haben: ['habe'],
    können: ['kann'],
    möchten: ['möchte'],
    wollen: ['will'],
    kommen: ['komme'],
    werden: ['werde'],
    spreche: ['sprechen'],
    ihren: ['meinen', 'den'],
    ihre: ['meine', 'die'],
    ihr: ['mein'],
    ihnen: ['mir'],
  },
  means: {
    yes: splitAtCommas(
      'ja, jawohl, jo, jep, genau, richtig, stimmt, korrekt, natürlich, klar, gerne, gern, einverstanden, selbstverständlich',
    ),
    no: splitAtCommas('nein, ne, nee, no, nö, niemals, keinesfalls'),
  },
  noNegatesVerb: false,
  no: [
    '(?:nein|ne|nee|no|noe)(?: .*)?',
    '(?:auf keinen fall|niemals|keineswegs|keinesfalls|leider nicht|gar nicht|lieber nicht|kein interesse|kein bedarf|das bin ich nicht|ich nicht)(?: .*)?',
    'ich (?:kann|will|komme|mochte|moechte|habe|bin) (?:\\w+ ){0,4}?(?:nicht|kein|keine|keinen)(?: .*)?',
    '(?:das |es )?(?:passt|geht|stimmt|klappt) (?:\\w+ ){0,3}?nicht(?: .*)?',
  ],
  unsure: [
    'weiss (?:ich )?(?:\\w+ )?(?:noch )?nicht',
    'nicht (?:ganz |so )?sicher',
    'vielleicht',
    'kommt drauf an',
    'keine ahnung',
    'verstehe (?:\\w+ )?nicht',
    'nicht verstanden',
  ],
}
