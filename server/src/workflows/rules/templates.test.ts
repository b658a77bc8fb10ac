import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WorkflowDefinition } from './definition.ts'
import { emptyVariables, missingVariables, requiredVariables } from './missing-variables.ts'
import { parseTemplate, render, templateVariables } from './templates.ts'

describe('rendering', () => {
  test('puts in values, defaults, and nothing for what is missing, which it reports', () => {
    const rendered = render('Hi {{name}}, {{ title | friend }}, {{ city }}{{city}}!', { name: 'Ada' })
    expect(rendered).toEqual({ text: 'Hi Ada, friend, !', missing: ['city'] })
  })

  test('finds a column whatever its case and spacing, an exact name first', () => {
    const variables = { 'First Name': 'Ada', first_name: 'Grace', APPOINTMENT_DATE: 'Monday' }
    expect(render('{{first_name}} {{First Name}} {{appointment date}}', variables).text).toBe('Grace Ada Monday')
    expect(render('{{FIRST-NAME}}', variables).text).toBe('Ada')
  })

  test('takes an empty cell for a missing value', () => {
    expect(render('{{name | there}}{{x}}', { name: '  ', x: '' })).toEqual({ text: 'there', missing: ['x'] })
  })

  test('speaks zero and false', () => {
    expect(render('{{a}} {{b}}', { a: 0, b: false }).text).toBe('0 false')
  })

  test('never reads a value as a template, and never an inherited property as a value', () => {
    expect(render('{{a}}', { a: '{{b}}', b: 'secret' }).text).toBe('{{b}}')
    expect(render('{{constructor}}{{__proto__}}', {})).toEqual({ text: '', missing: ['constructor', '__proto__'] })
  })

  test('works in right-to-left text and with names in any script', () => {
    const rendered = render('مرحبا {{الاسم}}، موعدك يوم {{יום | الإثنين}} 👋', { الاسم: 'فريد' })
    expect(rendered).toEqual({ text: 'مرحبا فريد، موعدك يوم الإثنين 👋', missing: [] })
  })

  test('takes the merge-tag spelling of a default', () => {
    expect(render('{{name | fallback: "you"}} {{name|default:there}}', {}).text).toBe('you there')
  })

  test('leaves JSON in a prompt alone', () => {
    const text = 'Answer as {"a": {"b": 1}} only'
    expect(parseTemplate(text).mistakes).toEqual([])
    expect(render(text, {}).text).toBe(text)
  })

  test('keeps every text without placeholders, and every value, to the letter', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        (before, after, value) => {
          fc.pre(!before.includes('{') && !after.includes('{') && !after.startsWith('}') && value.trim() !== '')
          expect(render(`${before}{{x}}${after}`, { x: value }).text).toBe(`${before}${value}${after}`)
        },
      ),
    )
  })

  test('parsing loses no text, whatever the braces', () => {
    const bracy = fc.string({ unit: fc.constantFrom('{', '}', '|', 'a', ' ', 'ñ') })
    fc.assert(
      fc.property(bracy, (text) => {
        const { parts } = parseTemplate(text)
        const literal = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
        expect(parts.some((part) => part.kind === 'variable') ? literal.length < text.length : literal === text).toBe(
          true,
        )
      }),
    )
  })
})

const definition: WorkflowDefinition = {
  nodes: [
    {
      id: 's',
      type: 'startCall',
      data: { greeting: 'Hi {{First Name}} from {{company | us}}', collect: { variable: 'code', kind: 'digits' } },
    },
    {
      id: 'a',
      type: 'agentNode',
      data: { say: '{{first_name | you}}, your code is {{code}}, your plan {{plan}}', prompt: '{{phone_number}}' },
    },
    { id: 'e', type: 'endCall', data: { say: '{{outcome}}' } },
    {
      id: 'w',
      type: 'webhook',
      data: { url: 'https://example.com', payload: { deep: ['{{outcome}} {{transcript}}', 4] } },
    },
  ],
  edges: [],
}

describe('variables of a workflow', () => {
  test('are named once, with their places, and have a default only if every use has one', () => {
    const found = templateVariables(definition)
    expect(found.map(({ name, hasDefault }) => [name, hasDefault])).toEqual([
      ['First Name', false],
      ['company', true],
      ['phone_number', false],
      ['code', false],
      ['plan', false],
      ['outcome', false],
      ['transcript', false],
    ])
    expect(found[0]?.where).toEqual([
      { kind: 'node', id: 's', field: 'greeting' },
      { kind: 'node', id: 'a', field: 'say' },
    ])
  })

  test('must come from the list unless defaulted, gathered, ours, or known to a webhook after the call', () => {
    expect(missingVariables(requiredVariables(definition), []).map(({ name }) => name)).toEqual([
      'First Name',
      'plan',
      'outcome',
    ])
    expect(
      missingVariables(requiredVariables(definition), ['FIRST_NAME', 'Plan', ' outcome ']).map(({ name }) => name),
    ).toEqual([])
  })

  test('may be empty in a single row', () => {
    const row = { 'first name': 'Ada', plan: ' ' }
    expect(emptyVariables(requiredVariables(definition), row)).toEqual(['plan', 'outcome'])
  })
})

describe('values as they are said', () => {
  const row = {
    due: '2026-11-17',
    at: '2026-11-17T15:30',
    amount: '1,250.50',
    account: '42-79',
    note: 'soon',
    empty: '',
  }
  const said = (text: string, language?: string) => render(text, row, { language }).text

  test('dates, amounts and digits, in the language of the workflow', () => {
    expect(said('{{say_date(due)}}')).toBe('Tuesday, November 17')
    expect(said('{{ say_date( due ) }}', 'es-MX')).toBe('martes, 17 de noviembre')
    expect(said('{{say_money(amount, EUR)}}')).toBe('1,250 euros and 50 cents')
    expect(said('{{say_money(Amount, eur)}}', 'de')).toBe('1250 Euro und 50 Cent')
    expect(said('{{say_digits(account)}}')).toBe('4, 2, 7, 9')
  })

  test('what is none of these is said as it stands, and what is empty has its default', () => {
    expect(said('{{say_date(note)}} {{say_money(note, EUR)}}')).toBe('soon soon')
    expect(said('{{say_date(empty) | some day}}')).toBe('some day')
    expect(render('{{say_date(nowhere)}}', row).missing).toEqual(['nowhere'])
  })

  test('mistakes are named; a column may be called what it likes', () => {
    expect(parseTemplate('{{say_time(due)}}').mistakes).toEqual([
      'say_time is not known; there are say_date, say_money, say_digits.',
    ])
    expect(parseTemplate('{{say_date()}}').mistakes).toHaveLength(1)
    expect(parseTemplate('{{say_date(due, EUR)}} {{say_money(amount, euros)}}').mistakes).toHaveLength(1)
    expect(render('{{Amount (EUR)}}', { 'Amount (EUR)': '5' }).text).toBe('5')
  })
})
