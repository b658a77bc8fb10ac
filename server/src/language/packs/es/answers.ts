import { type AnswerWords, splitAtCommas } from '../answers.ts'

export const spanishAnswers: AnswerWords = {
  yes: splitAtCommas(`
    sí, sip, sí señor, sí señora, sí sí, sí claro, claro, claro que sí, claro sí, por supuesto, por supuesto que sí, desde luego, desde luego que sí, de acuerdo, estoy de acuerdo, vale, correcto, es correcto, eso es correcto, está correcto, exacto, exactamente, así es, eso es, eso mismo, es así,
    afirmativo, está bien, me parece bien, me parece perfecto, bien, muy bien, perfecto, estupendo, excelente, genial, okay, con gusto, con mucho gusto, encantado, encantada, cómo no, seguro, segurísimo, sin duda, sin problema, sin ningún problema, ningún problema, no hay problema, no hay ningún problema,
    soy yo, yo soy, soy yo mismo, soy yo misma, yo mismo, yo misma, el mismo, la misma, el mismo que habla, la misma que habla, al habla, con él habla, con ella habla, con el mismo, con la misma, él habla, ella habla, habla con él, habla con ella,
    allí estaré, ahí estaré, estaré allí, estaré ahí, confirmo, lo confirmo, confirmado, acepto, lo acepto, acepto la cita, voy a ir, iré, allí estaremos, iremos, ajá, efectivamente, en efecto, cierto, es cierto, verdad, es verdad, adelante, dale, hecho, trato hecho, me viene bien, me va bien, me queda bien, me conviene, me sirve, órale, sale, cabal, totalmente, absolutamente, definitivamente, yes`),
  statements: splitAtCommas('quiero, lo quiero, puedo, sí puedo, sí quiero, podemos, queremos, lo haré, voy'),
  afterYes: splitAtCommas(`
    lo soy, soy, estoy, lo estoy, lo hago, la tengo, lo tengo, tengo, voy, iré, confirmo, lo confirmo, puede, puede hacerlo, hágalo, es, lo es, está bien, me parece bien, que sí, yo, vamos, estamos de acuerdo`),
  beforeEcho: splitAtCommas('soy, yo soy, aquí, habla, me llamo, mi nombre es'),
  accentDoubts: [
    'si (?:puedo|puede|podemos|quiero|quiere|tengo|estoy|soy|voy|es|est[aá]|me|lo|la|ir[eé]|hay)',
    // A transcript that has one accent has all of them.
    'sí(?=.*[\\s,]si(?![\\p{L}])).*',
  ],
  polite: splitAtCommas(
    'por favor, gracias, muchas gracias, señor, señora, señorita, muy amable, mil gracias, caballero, amigo, joven',
  ),
  fillers: splitAtCommas('eh, em, ah, oh, mm, hm, hmm, este, pues, ay, y, bueno'),
  doubts: {
    denials: splitAtCommas(
      'no, nunca, jamás, nadie, nada, ni, sin, tampoco, ningún, ninguna, ninguno, equivocado, equivocada, equivocó, incorrecto, falso, pare, basta, cancelar, cancele, cancelo, rechazo, deje, dejen, quite, borre, murió, falleció, muerto, ya, adiós, chao, lamentablemente, lástima, mentira, broma, error, suficiente',
    ),
    questions: splitAtCommas(
      'quién, qué, por qué, dónde, cuándo, cuál, cómo, cuánto, cuánta, hola, diga, dígame, mande',
    ),
    conditions: splitAtCommas(
      'pero, si puedo, si puede, salvo, excepto, solo, sólo, siempre que, a menos, hasta, espere, espera, momento, depende, luego, después, más tarde, aunque, casi, antes, sino, o',
    ),
    thirdPersons: splitAtCommas(
      'él, ella, ellos, ellas, le, su, sus, esposo, esposa, marido, mujer, madre, padre, mamá, papá, hijo, hija, hermano, hermana, pareja, novio, novia, compañero, compañera, vecino, vecina, jefe, jefa, colega, secretaria, asistente, cuidador, cuidadora, enfermera, abuelo, abuela, tío, tía, primo, prima, nieto, nieta, alguien, niño, niños, inquilino, nombre',
    ),
    hedges: splitAtCommas(
      'quizá, quizás, tal vez, a lo mejor, creo, supongo, pienso, pensaba, probablemente, posiblemente, espero, ojalá, intentaré, trataré, podría, debería, sería, igual, más o menos, dije, dijo, oí, sé, veces, imagino',
    ),
  },
  alternatives: splitAtCommas('o, u'),
  firstPersons: splitAtCommas('yo, nosotros, mi, voy, estaré, quiero, puedo, acepto, confirmo'),
  echoes: {
    puede: ['puedo'],
    quiere: ['quiero'],
    es: ['soy'],
    está: ['estoy'],
    tiene: ['tengo'],
    va: ['voy'],
    hablo: ['habla'],
    su: ['mi', 'la', 'el'],
  },
  means: {
    yes: splitAtCommas('sí, claro, vale, correcto, exacto, afirmativo'),
    no: splitAtCommas('no, negativo, nunca, jamás'),
  },
  noNegatesVerb: true,
  no: [
    'no(?: .*)?',
    '(?:para nada|negativo|nunca|jamas|de ninguna manera|en absoluto|tampoco|ni hablar|ni pensarlo)(?: .*)?',
    '(?:claro|por supuesto|desde luego) que no',
    '(?:ya|pues|que|eh|yo|ella|el|hoy|manana|lamentablemente|desgraciadamente) (?:\\w+ )?no(?: .*)?',
  ],
  unsure: [
    'no (?:lo )?se',
    'no (?:lo )?(?:tengo|estoy) (?:muy |tan )?(?:claro|segur[oa])',
    'quizas?',
    'tal vez',
    'depende',
    'a lo mejor',
    'ni idea',
    'no (?:le |lo )?(?:entiendo|entendi|oigo|escucho)',
  ],
}
