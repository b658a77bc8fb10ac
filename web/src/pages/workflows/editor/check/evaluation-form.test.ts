import { expect, test } from 'vitest'
import { evaluationBodyOf, evaluationFormOf, NEW_FORM } from './evaluation-form.ts'

const titles = { agrees: 'Agrees', objects: 'Asks never to be called again' }

test('an evaluation asked for again is the same, also with personas that the form cannot show', () => {
  const request = {
    runs: 10,
    minimum_rate: 0.9,
    dialogues: false,
    judge: 'The agent is polite.',
    personas: [
      { name: 'Agrees', person: 'agrees', expect: { reaches: ['yes:1'] } },
      { name: titles.objects, person: 'objects', expect: { do_not_call: true } },
      { name: 'Doubts', prompt: 'You doubt everything.', expect: { dispositions: ['agreed'] } },
      { name: 'Agrees twice', person: 'agrees', expect: { says: ['thanks'], dispositions: ['agreed'] } },
    ],
  } as unknown as Parameters<typeof evaluationFormOf>[0]
  const form = evaluationFormOf(request)
  expect(form.people).toEqual({ agrees: 'reaches:yes:1', objects: 'do_not_call' })
  expect(form.others.map(({ name }) => name)).toEqual(['Doubts', 'Agrees twice'])
  expect(evaluationBodyOf(form, titles)).toEqual(request)
})

test('a common expectation that the form cannot show is not lost', () => {
  const request = { runs: 1, minimum_rate: 1, dialogues: true, personas: [], expect: { never_says: ['guaranteed'] } }
  expect(evaluationBodyOf(evaluationFormOf(request), titles)).toEqual(request)
})

test('a new form asks for nobody', () => {
  expect(evaluationBodyOf(NEW_FORM, titles)).toEqual({ runs: 5, minimum_rate: 1, dialogues: true, personas: [] })
})
