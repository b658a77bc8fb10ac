import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packOf } from '../../language/packs/packs.ts'
import type { CollectKind } from '../../workflows/rules/definition.ts'
import { collectValue } from './collect-values.ts'

/** A Sunday, half past seven in the morning UTC. */
const reference = { instant: new Date('2026-03-08T07:30:00Z'), timezoneOffsetMinutes: 0 }

function heard(kind: CollectKind, transcript: string, maxLength?: number, timezoneOffsetMinutes = 0) {
  return collectValue(
    { variable: 'x', kind, max_length: maxLength },
    { transcript },
    { ...reference, timezoneOffsetMinutes },
  )
}

function pressed(kind: CollectKind, digits: string, maxLength?: number) {
  return collectValue({ variable: 'x', kind, max_length: maxLength }, { digits }, reference)
}

describe('digits', () => {
  test.each([
    ['four two seven nine', '4279'],
    ['It is 4 2 7 9.', '4279'],
    ['double five one', '551'],
    ['triple zero one', '0001'],
    ['oh four two', '042'],
    ['forty two seventy nine', '4279'],
    ['to for seven', '247'],
    ['my number is four two seven nine for the account', '4279'],
    ['٤٢٧٩', '4279'],
    ['४२७९', '4279'],
  ])('"%s" is %s', (transcript, digits) => {
    expect(heard('digits', transcript)).toBe(digits)
  })

  test.each(['', 'oh', 'hello there', 'I want to talk to you'])('"%s" holds none', (transcript) => {
    expect(heard('digits', transcript)).toBeNull()
  })

  test('more than asked for are asked again, not cut; a loop of a lost recognizer counts once', () => {
    expect(heard('digits', 'four two seven nine five', 4)).toBeNull()
    expect(heard('digits', '4279-202-202-202', 4)).toBeNull()
    expect(heard('digits', '4279 4279 4279 4279', 6)).toBe('4279')
    expect(heard('digits', '4279 4279 4279 4279')).toBe('4279')
    expect(heard('digits', 'five five five five', 4)).toBe('5555')
    expect(pressed('digits', '1234#', 4)).toBe('1234')
    expect(pressed('digits', '12345#', 4)).toBeNull()
    expect(pressed('digits', '#')).toBeNull()
  })

  test.each([
    ['four two seven nine, no sorry, four two seven eight', '4278'],
    ['four two seven nine no sorry four two seven eight', '4278'],
    ['four two seven, sorry, I meant four two eight nine', '4289'],
    ['no, four two seven eight', '4278'],
    ['four two seven eight, not four two seven nine', '4278'],
    ['it is not four two seven nine, it is four two seven eight', '4278'],
    ['four two seven nine, wait', null],
    ['four two something nine', null],
    ['four two seven nine or four two seven eight', null],
  ])('corrected: "%s" is %s', (transcript, digits) => {
    expect(heard('digits', transcript, 4)).toBe(digits)
  })

  test('spoken one by one come back as they were', () => {
    const names = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }), (digits) => {
        expect(heard('digits', digits.map((digit) => names[digit]).join(' '), 8)).toBe(digits.join(''))
      }),
    )
  })

  test('are never more than asked for', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 12 }), (transcript, most) => {
        expect(String(heard('digits', transcript, most) ?? '')).toMatch(new RegExp(`^\\d{0,${most}}$`))
      }),
    )
  })
})

describe('a code', () => {
  test.each([
    ['en', 'A as in apple, B as in boy, seven two', 'AB72'],
    ['en', 'alpha bravo seven two', 'AB72'],
    ['en', 'The code is A B 7 2.', 'AB72'],
    ['en', 'AB72', 'AB72'],
    ['en', 'double T four oh nine', 'TT409'],
    ['en', 'my order number is x-ray kilo double you five', 'XKW5'],
    ['en', 'A B seven, no sorry, A C seven', 'AC7'],
    ['en', 'B as in apple seven', null],
    ['en', 'the blue one seven', null],
    ['en', 'B four banana', null],
    ['de', 'A wie Anton, Berta, sieben zwei', 'AB72'],
    ['es', 'A de Antonio, B de Barcelona, siete dos', 'AB72'],
    ['fr', 'A comme Anatole, B comme Berthe, sept deux', 'AB72'],
    ['pt', 'A de amor, B de bola, sete dois', 'AB72'],
  ])('in %s: "%s" is %s', (language, transcript, code) => {
    const collect = { variable: 'x', kind: 'code' } as const
    expect(collectValue(collect, { transcript }, { ...reference, pack: packOf(language) })).toBe(code)
  })

  test('of another length than asked for is asked again', () => {
    const collect = { variable: 'x', kind: 'code', exact_length: 4 } as const
    expect(collectValue(collect, { transcript: 'alpha bravo seven' }, reference)).toBeNull()
    expect(collectValue(collect, { transcript: 'alpha bravo seven two' }, reference)).toBe('AB72')
  })
})

describe('yes or no', () => {
  test.each([
    ['Yeah.', 'yes'],
    ['well, sure', 'yes'],
    ['no problem', 'yes'],
    ['why not', null],
    ['that is correct', 'yes'],
    ['I agree', 'yes'],
    ['Sí', 'yes'],
    ['नहीं', 'no'],
    ['No. No. No.', 'no'],
    ['No thank you', 'no'],
    ['absolutely not', 'no'],
    ["I don't think so", 'no'],
    ['I do not agree', 'no'],
    ['that is not correct', 'no'],
  ])('"%s" is %s', (transcript, answer) => {
    expect(heard('yes_no', transcript)).toBe(answer)
  })

  test.each([
    '',
    "I don't know",
    'I have no idea',
    'not sure',
    'maybe',
    'yes no',
    'there is no heating',
    'okay who is this',
    'no one is home',
  ])('"%s" is neither', (transcript) => {
    expect(heard('yes_no', transcript)).toBeNull()
  })

  test('by keys: one and two', () => {
    expect([pressed('yes_no', '1'), pressed('yes_no', '2'), pressed('yes_no', '3')]).toEqual(['yes', 'no', null])
  })
})

describe('a number', () => {
  test.each([
    ['twenty five', 25],
    ["I'm forty-five years old", 45],
    ['one hundred and twenty', 120],
    ['two hundred and six thousand twelve', 206012],
    ['a hundred', 100],
    ['three point five', 3.5],
    ['two and a half', 2.5],
    ['minus five', -5],
    ['about 1,250.50 dollars', 1250.5],
    ['zero', 0],
    ['twenty dollars and fifty cents', 20.5],
    ['fifty cents', 0.5],
    ['no, five, not four', 5],
    ['four, I mean five', 5],
    ['twenty, twenty', 20],
    ['four or five', null],
    ['between twenty and thirty', null],
    ['twenty elephants', null],
    ['twenty if I can', null],
  ])('"%s" is %s', (transcript, number) => {
    expect(heard('number', transcript)).toBe(number)
  })

  test('is null in words without one', () => {
    expect(heard('number', 'many, and a few')).toBeNull()
  })

  test('keyed takes the star for a decimal point', () => {
    expect([pressed('number', '12*5#'), pressed('number', '7'), pressed('number', '*')]).toEqual([12.5, 7, null])
  })

  test('written in figures comes back as it is', () => {
    fc.assert(
      fc.property(fc.nat(1e9), (number) => {
        expect(heard('number', `it is ${number.toLocaleString('en')}.`)).toBe(number)
      }),
    )
  })
})

describe('a date', () => {
  test.each([
    ['tomorrow', '2026-03-09'],
    ['call me to Monroe', '2026-03-09'],
    ['next Friday at 3 pm', '2026-03-13T15:00'],
    ['the fifth of May 1980', '1980-05-05'],
    ['in two weeks', '2026-03-22'],
  ])('"%s" is %s', (transcript, date) => {
    expect(heard('date', transcript)).toBe(date)
  })

  test('is counted from the day where the person lives', () => {
    expect(heard('date', 'tomorrow', undefined, -480)).toBe('2026-03-08')
    expect(heard('date', 'tomorrow', undefined, 1000)).toBe('2026-03-10')
  })

  test('is null in words without one', () => {
    expect(heard('date', 'whenever you like')).toBeNull()
  })

  test('keyed is year, month, day, and must exist', () => {
    expect([pressed('date', '20260315'), pressed('date', '20260230'), pressed('date', '0315')]).toEqual([
      '2026-03-15',
      null,
      null,
    ])
  })
})

describe('free text', () => {
  test('is kept as said, without loops, cut at its length between characters', () => {
    expect(heard('text', '  The food was   cold. ')).toBe('The food was cold.')
    expect(heard('text', 'thank you thank you thank you thank you bye')).toBe('thank you bye')
    expect(heard('text', '👋👋👋👋', 2)).toBe('👋👋')
    expect(heard('text', 'الطعام كان باردا')).toBe('الطعام كان باردا')
    expect(heard('text', '   ')).toBeNull()
  })
})
