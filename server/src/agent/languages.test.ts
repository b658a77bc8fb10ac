/** A conversation by rote in each language that has a pack. */
import { expect, test } from 'vitest'
import { end, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import { packOf } from '../language/packs/packs.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'

interface Talk {
  language: string
  question: string
  opening: string
  yes: string
  no: string
  hold: string
  digitsQuestion: string
  digits: string
  stop: string
}

const TALKS: readonly Talk[] = [
  {
    language: 'es',
    question: 'Le llamamos de la clínica. ¿Vendrá usted a su cita?',
    opening: 'Sí, ¿diga?',
    yes: 'sí, claro',
    no: 'no, no puedo',
    hold: 'espere un momento',
    digitsQuestion: 'Dígame su número.',
    digits: 'cuatro dos siete nueve',
    stop: 'no me llamen más',
  },
  {
    language: 'fr-FR',
    question: 'Ici la clinique. Viendrez-vous à votre rendez-vous ?',
    opening: 'Oui, allô ?',
    yes: 'oui, bien sûr',
    no: 'non merci',
    hold: 'un instant s’il vous plaît',
    digitsQuestion: 'Quel est votre numéro ?',
    digits: 'quatre deux sept neuf',
    stop: 'ne m’appelez plus',
  },
  {
    language: 'de',
    question: 'Hier ist die Klinik. Kommen Sie zu Ihrem Termin?',
    opening: 'Ja, hallo?',
    yes: 'ja, ich komme',
    no: 'nein',
    hold: 'einen Moment bitte',
    digitsQuestion: 'Wie ist Ihre Nummer?',
    digits: 'vier zwei sieben neun',
    stop: 'rufen Sie mich nicht mehr an',
  },
  {
    language: 'pt-BR',
    question: 'Aqui é da clínica. Você vem à sua consulta?',
    opening: 'Sim, alô?',
    yes: 'sim, com certeza',
    no: 'não posso',
    hold: 'só um momento',
    digitsQuestion: 'Qual é o seu número?',
    digits: 'quatro dois sete nove',
    stop: 'não me ligue mais',
  },
]

function definitionOf({ language, question, digitsQuestion, yes, no }: Talk) {
  const [first] = yes.split(/[ ,]/)
  const [none] = no.split(/[ ,]/)
  return {
    ...workflow(
      [
        start(question),
        step('number', digitsQuestion, { collect: { variable: 'number', kind: 'digits', exact_length: 4 } }),
        end('done', 'OK.'),
        end('cancelled', 'OK.'),
      ],
      [
        { source: 'start', target: 'number', examples: [first ?? ''] },
        { source: 'start', target: 'cancelled', examples: [none ?? ''] },
        { source: 'number', target: 'done' },
      ],
    ),
    settings: { language },
  }
}

test.each(TALKS)('in $language: an opening answers nothing, a yes does, digits are digits', async (talk) => {
  const call = testCall({ definition: definitionOf(talk) })
  const result = await call.play(async (person) => {
    await person.pause(300)
    await person.say(talk.opening)
    await person.untilAgentWaits()
    expect(call.agentSaid()).toHaveLength(1)
    await person.say(talk.yes)
    await person.until(() => call.agentSaid().length > 1)
    await person.untilAgentWaits()
    await person.say(talk.digits)
  })
  expect(result.disposition).toBe('done')
  expect(call.journal.record.gathered).toEqual({ number: '4279' })
})

test.each(TALKS)('in $language: a moment is given, no is no, and "do not call me" is heard', async (talk) => {
  const call = testCall({ definition: definitionOf(talk) })
  const result = await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.say(talk.hold)
    await person.pause(9000)
    await person.say(talk.no)
  })
  expect(result.disposition).toBe('cancelled')
  expect(call.agentSaid()[1]).toBe(packOf(talk.language).sentences.takeYourTime)
  const asked = testCall({ definition: definitionOf(talk) })
  expect(
    await asked.play(async (person) => {
      await person.pause(500)
      await person.say(talk.stop)
    }),
  ).toMatchObject({ disposition: DISPOSITIONS.doNotCall })
  expect(asked.suppressions).toBe(1)
  expect(asked.agentSaid().at(-1)).toBe(packOf(talk.language).sentences.doNotCall)
})
