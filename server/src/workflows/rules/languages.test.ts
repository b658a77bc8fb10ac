import { describe, expect, test } from 'vitest'
import type { WorkflowDefinition } from './definition.ts'
import { definitionInLanguage, languageProblems, languageVariants } from './languages.ts'

const TEXTS = {
  'Hello {{first_name}}, will you come?': 'Hola {{first_name}}, ¿vendrá?',
  'I will be there': 'allí estaré',
  'See you.': 'Hasta luego.',
  'This call is recorded.': 'Esta llamada se graba.',
}
const workflow = (languages: unknown[] = [{ language: 'es', voice: 'lola', texts: TEXTS }]): WorkflowDefinition =>
  ({
    nodes: [
      { id: 'start', type: 'startCall', data: { name: 'See you.', greeting: 'Hello {{first_name}}, will you come? ' } },
      { id: 'end', type: 'endCall', data: { name: 'End', say: 'See you.' } },
    ],
    edges: [{ id: 'e', source: 'start', target: 'end', data: { label: 'See you.', examples: ['I will be there'] } }],
    settings: { voice: 'slt', recording_consent: 'This call is recorded.', languages },
  }) as unknown as WorkflowDefinition

describe('a workflow with another language', () => {
  test.each(['es', 'es-MX', 'ES', 'es_ES'])('is held in it for a person with the language %s', (language) => {
    const { definition, isOffered } = definitionInLanguage(workflow(), language)
    expect(isOffered).toBe(true)
    expect(definition.nodes.map(({ data }) => data)).toEqual([
      { name: 'See you.', greeting: 'Hola {{first_name}}, ¿vendrá?' },
      { name: 'End', say: 'Hasta luego.' },
    ])
    expect(definition.edges[0]?.data).toEqual({ label: 'See you.', examples: ['allí estaré'] })
    expect(definition.settings).toMatchObject({
      language: 'es',
      voice: 'lola',
      recording_consent: 'Esta llamada se graba.',
    })
  })

  test.each([
    ['', true],
    [undefined, true],
    ['en-GB', true],
    ['fr', false],
  ])('is held in its own language for %j', (language, isOffered) => {
    expect(definitionInLanguage(workflow(), language)).toEqual({ definition: workflow(), isOffered })
  })

  test('does not let its own voice speak the other language', () => {
    const { definition } = definitionInLanguage(workflow([{ language: 'es', texts: TEXTS }]), 'es')
    expect(definition.settings?.voice).toBeNull()
  })

  test('has one variant for each language', () => {
    expect(languageVariants(workflow()).map(({ settings }) => settings?.language)).toEqual([undefined, 'es'])
  })
})

test.each([
  ['a tag that is none', [{ language: 'Spanish!', texts: TEXTS }], /not a language tag/],
  ['its own language', [{ language: 'en-US', texts: TEXTS }], /named twice/],
  [
    'a language without one of the texts',
    [{ language: 'es', texts: { ...TEXTS, 'See you.': ' ' } }],
    /no text for "See you."/,
  ],
  ['a language without texts', [{ language: 'es', texts: 'none' }], /no text for "This call is recorded."/],
])('a workflow with %s cannot be saved', (_name, languages, message) => {
  expect(languageProblems(workflow(languages))).toMatchObject([{ message: expect.stringMatching(message) }])
})

test('a workflow with recordings has one language', () => {
  const definition = workflow()
  Object.assign(definition.nodes[1]?.data ?? {}, { say_recording_id: 'r' })
  expect(languageProblems(definition)).toMatchObject([{ message: expect.stringMatching(/Recordings speak one/) }])
})

test('a complete workflow has no problem', () => {
  expect(languageProblems(workflow())).toEqual([])
})
