// Renders what the people of the simulated carrier say, once, with the offline synthesizer: 8 kHz mu-law, brotli, base64. Needs a
// build of the server. Run it after changing the phrases below; the result is part of the source.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const TARGET = 'server/src/telephony/providers/simulator/generated/phrases.ts'
const FORMAT = { encoding: 'mulaw', sampleRateHz: 8000 }
/** The whole module; it is parsed at every start of the program. */
const BYTES_MAX = 410_000
/** Mu-law codes whose magnitude is below this are silence. */
const SILENCE_AMPLITUDE = 250
const TAIL_SAMPLES = 8000 * 0.08

/** Kal16 sounds like a machine, and speaks for one. */
const PEOPLE = ['rms', 'awb']

/** Phrase, what is said, and by which voices. */
const PHRASES = [
  ['hello', 'Hello?', PEOPLE],
  ['yes', 'Yes.', PEOPLE],
  ['yes', 'Yes, that works.', PEOPLE],
  ['yes', 'That is fine.', PEOPLE],
  ['no', 'No.', PEOPLE],
  ['noThanks', 'No, thank you.', PEOPLE],
  ['stopCalling', 'Stop calling me.', PEOPLE],
  ['takeMeOff', 'Take me off your list please.', PEOPLE],
  ['callBack', 'Call me back tomorrow.', PEOPLE],
  ['tomorrow', 'I will pay tomorrow.', PEOPLE],
  ['whoIsThis', 'Sorry, who is this?', PEOPLE],
  ['goodbye', 'Goodbye.', PEOPLE],
  ['rating', 'Four.', PEOPLE],
  ['rating', 'Five.', PEOPLE],
  ['digits', 'Four two seven nine.', PEOPLE],
  ['chatter', 'My sister said the very same thing and then she bought a new one', ['rms']],
  ['chatter', 'And the weather was so bad that we did not go', ['rms']],
  ['greeting', 'Hello, you have reached the Millers. Please leave a message after the tone.', ['rms']],
  ['greeting', 'The person you are calling is not available. Please record your message after the tone.', ['kal16']],
]

/**
 * Whoever mumbles says something, but behind a hand: backwards and dull. With less taken away the recognizer finds words in
 * it, and an agent could act on them.
 */
const MUMBLED = [
  ['Nobody understands', 'rms'],
  ['Mumble mumble mumble', 'awb'],
]
const MUMBLE = { bandHz: 150, passes: 3, gain: 2 }

const { FliteSynthesizer } = await import(pathToFileURL(join(root, 'server/dist/src/speech/synthesizer.js')).href)
const { decodeMuLaw, encodeMuLaw } = await import(pathToFileURL(join(root, 'server/dist/src/speech/g711.js')).href)

async function render(synthesizer, text, voice) {
  const pieces = []
  for await (const piece of synthesizer.speak(text, { format: FORMAT, voice })) pieces.push(piece)
  const codes = Buffer.concat(pieces)
  const last = decodeMuLaw(codes).findLastIndex((sample) => Math.abs(sample) > SILENCE_AMPLITUDE)
  return codes.subarray(0, Math.min(codes.length, last + 1 + TAIL_SAMPLES))
}

function mumble(codes) {
  const samples = Float64Array.from(decodeMuLaw(codes)).reverse()
  const share = 1 - Math.exp((-2 * Math.PI * MUMBLE.bandHz) / FORMAT.sampleRateHz)
  for (let pass = 0; pass < MUMBLE.passes; pass++) {
    let level = 0
    for (let index = 0; index < samples.length; index++) {
      level += share * (samples[index] - level)
      samples[index] = level
    }
  }
  return Buffer.from(encodeMuLaw(Int16Array.from(samples, (sample) => sample * MUMBLE.gain)))
}

async function renderAll() {
  const synthesizer = new FliteSynthesizer()
  const rendered = new Map()
  const keep = (phrase, text, voice, codes) => {
    const audio = brotliCompressSync(codes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).toString('base64')
    rendered.set(phrase, [...(rendered.get(phrase) ?? []), { voice, text, audio }])
  }
  try {
    for (const [phrase, text, voices] of PHRASES) {
      for (const voice of voices) keep(phrase, text, voice, await render(synthesizer, text, voice))
    }
    for (const [text, voice] of MUMBLED) keep('mumble', '', voice, mumble(await render(synthesizer, text, voice)))
  } finally {
    await synthesizer.close()
  }
  return rendered
}

function moduleOf(rendered) {
  const quoted = (text) => `'${text.replaceAll("'", "\\'")}'`
  const entry = ({ voice, text, audio }) =>
    `    { voice: ${quoted(voice)}, text: ${quoted(text)}, audio: ${quoted(audio)} },\n`
  const phrases = [...rendered].map(([phrase, variants]) => `  ${phrase}: [\n${variants.map(entry).join('')}  ],\n`)
  return [
    '// Made by `node scripts/render-phrases.mjs`; do not edit. 8 kHz mu-law, compressed by brotli, in base64.\n',
    '// The voices are those of flite (Carnegie Mellon University, free for any use).\n\n',
    `export const RENDERED = {\n${phrases.join('')}}\n`,
  ].join('')
}

const text = moduleOf(await renderAll())
if (text.length > BYTES_MAX) throw new Error(`${text.length} bytes are too many; ${BYTES_MAX} are allowed`)
await mkdir(dirname(join(root, TARGET)), { recursive: true })
await writeFile(join(root, TARGET), text)
console.log(`wrote ${TARGET}, ${text.length} bytes`)
