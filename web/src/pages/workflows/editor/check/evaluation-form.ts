/** The form of an evaluation, and its conversion to a request. */
import type { EvaluationBody } from '../../../../api/evaluations.ts'

type Persona = NonNullable<EvaluationBody['personas']>[number]

/** `any`, `do_not_call`, `ends:hung_up`, or `reaches:` and the id of a step. */
export type ExpectedResult = string
export const ANY_RESULT: ExpectedResult = 'any'

export interface EvaluationForm {
  runs: number | null
  /** Minimum rate in percent. */
  rate: number | null
  dialogues: boolean
  judge: string
  /** Names of simulated people, each with the expected result. */
  people: Record<string, ExpectedResult>
  /** Personas that the form cannot show; they are sent back unchanged. */
  others: Persona[]
  withOthers: boolean
  /** Further fields of the request, such as expectations for all people. */
  rest: Pick<EvaluationBody, 'expect' | 'brain'>
}

export const NEW_FORM: EvaluationForm = {
  runs: 5,
  rate: 100,
  dialogues: true,
  judge: '',
  people: {},
  others: [],
  withOthers: true,
  rest: {},
}

function expectOf(expected: ExpectedResult): NonNullable<Persona['expect']> {
  if (expected === 'do_not_call') return { do_not_call: true }
  const [kind, ...rest] = expected.split(':')
  const value = rest.join(':')
  if (kind === 'ends') return { dispositions: [value] }
  return kind === 'reaches' ? { reaches: [value] } : {}
}

/** The expectation as a form value; null: the form cannot show it. */
function expectedOf(expect: Persona['expect']): ExpectedResult | null {
  const given = Object.entries(expect ?? {}).filter(([, value]) => value !== undefined && value !== null)
  if (given.length === 0) return ANY_RESULT
  const [name, value] = given[0]!
  if (given.length > 1) return null
  if (name === 'do_not_call') return value === true ? 'do_not_call' : null
  if (!Array.isArray(value) || value.length !== 1) return null
  if (name === 'reaches') return `reaches:${value[0]}`
  return name === 'dispositions' ? `ends:${value[0]}` : null
}

export function evaluationBodyOf(form: EvaluationForm, titles: Readonly<Record<string, string>>): EvaluationBody {
  const personas = Object.entries(form.people).map(([person, expected]) => ({
    name: titles[person] ?? person,
    person: person as never,
    expect: expectOf(expected),
  }))
  return {
    ...form.rest,
    runs: form.runs ?? NEW_FORM.runs!,
    minimum_rate: (form.rate ?? 100) / 100,
    dialogues: form.dialogues,
    personas: [...personas, ...(form.withOthers ? form.others : [])],
    ...(form.judge.trim() === '' ? {} : { judge: form.judge.trim() }),
  }
}

/** The form for an earlier request, so that it can be repeated. */
export function evaluationFormOf(request: EvaluationBody): EvaluationForm {
  const people: Record<string, ExpectedResult> = {}
  const others: Persona[] = []
  for (const persona of request.personas ?? []) {
    const { person, judge, variables, answers_with: answers, expect } = persona
    const expected = expectedOf(expect)
    const isPlain = !judge && !answers && Object.keys(variables ?? {}).length === 0
    if (person && isPlain && expected !== null && !(person in people)) people[person] = expected
    else others.push(persona)
  }
  return {
    runs: request.runs ?? 1,
    rate: Math.round((request.minimum_rate ?? 1) * 1000) / 10,
    dialogues: request.dialogues !== false,
    judge: request.judge ?? '',
    people,
    others,
    withOthers: true,
    rest: { ...(request.expect ? { expect: request.expect } : {}), ...(request.brain ? { brain: request.brain } : {}) },
  }
}
