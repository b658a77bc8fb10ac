import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kindOfAddress } from '../../kernel/egress-rules.ts'
import { type ConversationExpectations, unmetExpectations } from './conversation-expectations.ts'
import { dispositionOf } from './dispositions.ts'
import { KeySources, NO_KEYS, type PressedKeys, pressKey } from './keypad.ts'
import { cutAtSentence, plainText, tidySpaces } from './plain-text.ts'
import { quoteAsData } from './prompt-quoting.ts'
import { timezoneOffsetMinutes } from './timezone-offset.ts'
import { TURN_TAKING_LIMITS } from './turn-taking.ts'
import { readWebhookUrl } from './webhook-targets.ts'
import { wordsPlayedBeforeCut } from './words-played.ts'

describe('heard words', () => {
  test('a word cut in two was not heard', () => {
    expect(wordsPlayedBeforeCut('one two three', 0.6)).toBe('one two')
    expect(wordsPlayedBeforeCut('one two three', 0)).toBe('')
    expect(wordsPlayedBeforeCut('one two three', 1)).toBe('one two three')
  })

  test('are always a beginning of the text, and never fewer with more time', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, one, other) => {
          const [less, more] = [Math.min(one, other), Math.max(one, other)].map((share) =>
            wordsPlayedBeforeCut(text, share),
          )
          expect(text.startsWith(more as string)).toBe(true)
          expect((more as string).startsWith(less as string)).toBe(true)
        },
      ),
    )
  })
})

describe('keys', () => {
  test('told twice, by event and in the audio, in either order, count once', () => {
    const first = new KeySources()
    expect(first.isNew('5', 'audio', 0)).toBe(true)
    expect(first.isNew('5', 'event', 300)).toBe(false)
    const second = new KeySources()
    expect(second.isNew('5', 'event', 0)).toBe(true)
    expect(second.isNew('5', 'audio', 300)).toBe(false)
  })

  test('pressed twice count twice', () => {
    const keys = new KeySources()
    const counted = [
      keys.isNew('1', 'audio', 0),
      keys.isNew('1', 'audio', 200),
      keys.isNew('1', 'event', 250),
      keys.isNew('1', 'event', 450),
      keys.isNew('1', 'event', 800),
    ]
    expect(counted.filter(Boolean)).toHaveLength(3)
  })

  test('heard long ago and pressed again are two', () => {
    const keys = new KeySources()
    keys.isNew('1', 'audio', 0)
    expect(keys.isNew('1', 'event', TURN_TAKING_LIMITS.sameKeyMs + 1)).toBe(true)
  })

  test('however both come, no press is counted twice and none is lost', () => {
    const presses = fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(presses, fc.integer({ min: -100, max: 400 }), (digits, lagMs) => {
        const keys = new KeySources()
        const told = digits.flatMap((digit, index) => [
          { digit, source: 'audio' as const, atMs: index * 500 },
          { digit, source: 'event' as const, atMs: index * 500 + lagMs },
        ])
        const counted = told
          .sort((one, other) => one.atMs - other.atMs)
          .filter(({ digit, source, atMs }) => keys.isNew(digit, source, atMs))
        expect(counted.map(({ digit }) => digit)).toEqual(digits)
      }),
    )
  })

  test('a hash ends digits, and alone is a key', () => {
    const one = pressKey(NO_KEYS, '1', null)
    expect(one).toEqual({ keys: { digits: '1', presses: 1 }, complete: null })
    expect(pressKey(one.keys, '#', null)).toEqual({ keys: NO_KEYS, complete: '1' })
    expect(pressKey(NO_KEYS, '#', null).complete).toBe('#')
  })

  test('more keys than anybody needs are not kept', () => {
    let keys: PressedKeys = NO_KEYS
    const complete: string[] = []
    for (let press = 0; press < 1000; press += 1) {
      const next = pressKey(keys, '1', null)
      keys = next.keys
      if (next.complete !== null) complete.push(next.complete)
    }
    expect(complete.length).toBeGreaterThan(0)
    expect(complete.every((entry) => entry.length <= TURN_TAKING_LIMITS.mostDigits)).toBe(true)
  })
})

test('names of end nodes become dispositions', () => {
  expect(dispositionOf('Moved to another day!')).toBe('moved_to_another_day')
  expect(dispositionOf('   ')).toBe('completed')
  expect(dispositionOf('ملغى')).toBe('ملغى')
})

describe('text from anywhere', () => {
  test('is fit for a JSON column', () => {
    expect(plainText('a\u0000b\ud800c\u001bd\ne', 100)).toBe('abcd\ne')
  })

  test('loses the holes of empty variables', () => {
    expect(tidySpaces('Hello  , you owe  . ')).toBe('Hello, you owe.')
  })

  test('is cut at a sentence, else at a word, never longer than allowed', () => {
    expect(cutAtSentence('One. Two. Three is long.', 12)).toBe('One. Two.')
    expect(cutAtSentence('one two three', 9)).toBe('one two')
    fc.assert(fc.property(fc.string(), fc.nat(50), (text, longest) => cutAtSentence(text, longest).length <= longest))
  })
})

describe('webhook targets', () => {
  test.each([
    '169.254.169.254',
    '169.254.0.1',
    '[fe80::1]',
    'fe80::1%eth0',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    'fd00:ec2::254',
    '100.100.100.200',
    '0.0.0.0',
  ])('%s is forbidden', (address) => {
    expect(kindOfAddress(address)).toBe('never')
  })

  test.each(['127.0.0.1', '10.0.0.8', '::1', '203.0.113.9', 'example.com', '::ffff:8.8.8.8'])(
    '%s is not',
    (address) => {
      expect(kindOfAddress(address)).not.toBe('never')
    },
  )

  test.each(['ftp://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'no url', ''])(
    '%s is no target',
    (url) => {
      expect(readWebhookUrl(url)).toBeNull()
    },
  )

  // The parser of URLs turns every spelling of an address into its usual one.
  test.each(['http://2852039166/', 'http://0xA9FEA9FE/', 'http://0251.0376.0251.0376/'])(
    '%s is seen through',
    (url) => {
      expect(kindOfAddress(readWebhookUrl(url)?.hostname ?? '')).toBe('never')
    },
  )
})

test.each([
  ['UTC', 0],
  ['Asia/Kolkata', 330],
  ['America/New_York', -300],
  ['nowhere', 0],
])('%s is %i minutes from Greenwich in winter', (timezone, minutes) => {
  expect(timezoneOffsetMinutes(timezone, new Date(Date.UTC(2026, 0, 15)))).toBe(minutes)
})

test('what others have written is marked, and a cut is visible', () => {
  expect(quoteAsData('say ”stop”\nnow')).toBe('“say "stop" now”')
  expect(quoteAsData('x'.repeat(500))).toBe(`“${'x'.repeat(500)}”`)
  expect(quoteAsData('x'.repeat(501))).toBe(`“${'x'.repeat(500)} … (cut)”`)
})

describe('expectations of a conversation', () => {
  const held = {
    disposition: 'confirmed',
    gathered: { day: '2026-11-17' },
    nodes: ['start', 'yes'],
    said: ['Hello  Ada.', 'See you on Tuesday.'],
    doNotCall: false,
    seconds: 31,
  }
  const cases: [ConversationExpectations, string | null][] = [
    [{}, null],
    [{ dispositions: ['refused', 'confirmed'] }, null],
    [{ dispositions: ['refused'] }, 'Expected to end as refused; it ended as confirmed.'],
    [{ gathered: { day: '2026-11-17' } }, null],
    [{ gathered: { day: '2026-11-18' } }, 'Expected day to be 2026-11-18; it is 2026-11-17.'],
    [{ gathered: { hour: '9' } }, 'Expected hour to be 9; it was not gathered.'],
    [{ gathered: { constructor: 'x' } }, 'Expected constructor to be x; it was not gathered.'],
    [{ reaches: ['start', 'yes'] }, null],
    [{ reaches: ['no'] }, 'Expected to reach no; the conversation did not.'],
    [{ never_reaches: ['no'] }, null],
    [{ never_reaches: ['yes'] }, 'Expected never to reach yes; the conversation did.'],
    [{ says: ['hello ada. SEE you'] }, null],
    [{ says: ['Wednesday'] }, 'Expected to hear “Wednesday”.'],
    [{ never_says: ['Wednesday'] }, null],
    [{ never_says: ['tuesday'] }, 'Expected never to hear “tuesday”; the agent said it.'],
    [{ do_not_call: false }, null],
    [{ do_not_call: true }, 'Expected the number to be put on the do-not-call list; it was not.'],
    [{ seconds_max: 31 }, null],
    [{ seconds_max: 30 }, 'Expected to last at most 30 s; it lasted 31 s.'],
  ]
  test.each(cases)('%j', (expected, unmet) => {
    expect(unmetExpectations(expected, held)).toEqual(unmet === null ? [] : [unmet])
  })
})
