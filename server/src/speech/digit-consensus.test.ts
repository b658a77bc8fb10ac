import { expect, test } from 'vitest'
import { findDigitConsensus, findWordConsensus } from './digit-consensus.ts'

test.each([
  ['Six, four, two, seven.', 'Six, four, two, seven.', 'Six, four, two, seven.', false],
  ['6, 4, 2, 7', 'Six four two seven', '6, 4, 2, 7', false],
  ['Six, four, two, seven, eight,', 'Six, four, two, seven.', 'Six, four, two, seven.', true],
  ['Six, four, two, seven.', '', 'Six, four, two, seven.', true],
  ['Six, four, two, seven.', 'Six, four, nine, seven.', 'Six, four, two, seven.', true],
])('%j heard again as %j is %j, doubtful: %j', (first, second, text, doubtful) => {
  expect(findDigitConsensus(first, [() => second])).toEqual({ text, doubtful })
})

const FOUR = { least: 4, most: 4 }

test.each([
  // Two hearings of the right length that agree are believed, whatever the others are.
  [['6427', '6427', '9999'], '6427', false],
  [['603-809-2867', '6427', '6427'], '6427', false],
  [['Six, four, tube, seven.', '6427', '6427'], '6427', false],
  [['6427', '6497', '6497'], '6497', false],
  // One alone is read back.
  [['603-809-2867', '6427', '64'], '6427', true],
  [['6427', '6497', '64'], '6427', true],
  // None fits: the step asks again.
  [['603-809-2867', '603-809-2867', '603-809-2867'], '603-809-2867', true],
])('of four digits, %j is %j, doubtful: %j', ([first = '', ...again], text, doubtful) => {
  const hearings = again.map((heard) => () => heard)
  expect(findDigitConsensus(first, hearings, FOUR)).toEqual({ text, doubtful })
})

test('other words and short numbers are heard once', () => {
  const again = [() => expect.fail('heard again')]
  for (const text of ['', 'Yes.', 'Five.', 'I will be there at nine.', 'one two three']) {
    expect(findDigitConsensus(text, again)).toEqual({ text, doubtful: false })
  }
  for (const text of ['', 'Yes.', 'Who is this?', 'I will be there at nine.', 'Stop calling me.']) {
    expect(findDigitConsensus(text, again, FOUR)).toEqual({ text, doubtful: false })
  }
  expect(findDigitConsensus('one two three', again, { least: 3, most: 3 })).toEqual({
    text: 'one two three',
    doubtful: false,
  })
})

const hearings = (...texts: string[]) => texts.map((text) => () => text)

test.each([
  // Two agree.
  [['Yes.', 'Yes.', 'Yeah.'], 'Yes.'],
  [['Uh-huh', 'uh huh', ''], 'uh huh'],
  [['', 'No.', 'No'], 'No'],
  // None agree: as noise.
  [['No', '', ''], ''],
  [['Yellow', 'Yeah', 'Yes'], ''],
  [['', '', ''], ''],
])('a word that was not recognized, heard again as %j, is %j', (again, text) => {
  expect(findWordConsensus('', hearings(...again))).toEqual({ text, doubtful: false })
})

test.each([
  ['Fine.', ['I', 'Um.', 'Aw'], true],
  ['All right.', ['R. R. R.', 'Um.', 'Alright.'], true],
  ['All right.', ['All right', 'Alright', ''], false],
  ['Fine.', ['Fine.', 'On.', 'On.'], true],
  ['Sure.', ['Sure', 'Sure.', ''], false],
])('the agreement %j, heard again as %j, is doubtful: %j', (first, again, doubtful) => {
  expect(findWordConsensus(first, hearings(...again))).toEqual({ text: first, doubtful })
})

test('a plain yes, a no and other words are heard once', () => {
  const again = [() => expect.fail('heard again')]
  for (const text of ['Yes.', 'Yeah, sure.', 'No.', 'Nope', 'Five.', 'Who is this?']) {
    expect(findWordConsensus(text, again)).toBeNull()
  }
})
