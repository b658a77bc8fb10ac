import { OutdialError } from '@outdial/sdk'
import { expect, test } from 'vitest'
import { SessionCookieMissing } from '../../api/cookie-dropped.ts'
import { signInWords } from '../../words/sign-in.ts'
import { signInFault } from './sign-in-fault.ts'

test('over plain http the right key is not blamed: the page says to open it by https', () => {
  const said = signInFault(new SessionCookieMissing(), false)
  expect(said).toMatch(/^The key is right/)
  expect(said).toContain('https')
})

test('with cookies switched off the right key is not blamed either', () => {
  expect(signInFault(new SessionCookieMissing(), true)).toMatch(/^The key is right.*Allow cookies/)
})

test('a wrong key is blamed', () => {
  const refused = new OutdialError(401, { code: 'unauthorized', message: 'Wrong.' }, null)
  expect(signInFault(refused, true)).toMatch(/^This key is not valid here/)
})

test('the command for a new key is given for the folder of the installation, where npx runs this program and no other', () => {
  expect(signInWords.printed).toContain('in the folder of the installation')
})
