import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { english } from '../packs/en/pack.ts'
import { detectDoNotCall as hears } from './do-not-call.ts'

const hearsDoNotCall = (transcript: string) => hears(transcript, english)

const requests = [
  'Stop calling me.',
  'stop the calls',
  'Take me off your list.',
  'take my name off',
  "Don't call me.",
  "Don't call again",
  "don't call me back",
  'Do not ever call this number again',
  'Never call me again!',
  'remove my number',
  'Please remove me from the database',
  'no more calls please',
  'put me on your do not call list',
  'I asked you not to call me',
  "I don't want to be called",
  "I don't want any calls from you",
  'would you please not call this number anymore',
  "why don't you stop calling me",
  "Don't call me, I'll call you.",
  'I am not interested, don’t call me',
  'lose my number',
  'unsubscribe',
  'I want to opt out',
  'leave me alone',
  'quit bothering me',
  'Stop.',
  'stop it stop it please',
  "Don't, call me again.",
]

const misheard = [
  'Start calling me.',
  'Please start calling me',
  'Stopped calling me.',
  'Stock calling me',
  'Take me of your list',
  'Taking off your lists.',
  'Ta me off your list',
  'Do not cold me again',
]

const others = [
  '',
  'yes',
  'no',
  'hello who is calling',
  'call me back tomorrow',
  'call me back in my row',
  'please call me again tomorrow',
  'you can start calling me at nine',
  'start calling me after five',
  "I can't call you right now",
  'you did not call me',
  'thanks for calling me',
  "don't stop calling",
  "I'd like to stop by the office",
  "I'm not sure, call me later",
  'I am not sure call me later',
  'Not today, call me tomorrow',
  'no I did not get your call',
  'I was not expecting a call',
  'I will not be available, call me at five',
  'Is this not the call center?',
  'I need to reschedule',
  'I already paid',
  'wrong number',
]

describe('a wish not to be called', () => {
  test.each(requests)('is heard in: %s', (transcript) => {
    expect(hearsDoNotCall(transcript).caught).toBe(true)
  })

  test.each(misheard)('is heard through what recognisers make of it: %s', (transcript) => {
    expect(hearsDoNotCall(transcript).caught).toBe(true)
  })

  test.each(others)('is not heard in: %s', (transcript) => {
    expect(hearsDoNotCall(transcript).caught).toBe(false)
  })

  test('is heard whatever stands before it in another sentence', () => {
    const before = fc.constantFrom(
      'Hello.',
      'Who is this?',
      'Not interested.',
      'Listen,',
      'No, no, no.',
      'I told you before.',
    )
    fc.assert(
      fc.property(before, fc.constantFrom(...requests), (opening, request) => {
        expect(hearsDoNotCall(`${opening} ${request}`).caught).toBe(true)
      }),
    )
  })

  test('is heard in capitals and without punctuation', () => {
    for (const request of requests) {
      expect(hearsDoNotCall(request.toUpperCase()).caught).toBe(true)
      expect(hearsDoNotCall(request.replace(/[.,!?]/g, '')).caught).toBe(true)
    }
  })
})

describe('a refusal for a certain time', () => {
  test.each([
    "don't call me before noon",
    "Please don't call while I'm at work.",
    "don't call me before noon, call me later",
    "don't call me before noon call me later",
    "Don't call me now, call back later.",
    'I can not take calls at work, please call me after six',
  ])('leaves other times open: %s', (transcript) => {
    expect(hearsDoNotCall(transcript)).toEqual({ caught: false, reason: 'limited_in_time' })
  })

  test('at a certain place passes if another is named', () => {
    expect(hearsDoNotCall("Don't call my office, call my mobile.").reason).toBe('limited_in_time')
  })

  test.each([
    "don't call me at work",
    "don't call me before noon, and take me off your list",
    "don't call me again tomorrow, never call back",
    "don't call me now, don't call me later",
  ])('is a request if no other is meant: %s', (transcript) => {
    expect(hearsDoNotCall(transcript).caught).toBe(true)
  })
})
