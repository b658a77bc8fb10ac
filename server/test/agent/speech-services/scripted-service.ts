import type { Clock } from '../../../src/kernel/clock.ts'
import { connectionLostError } from '../../../src/speech/services/service-error.ts'
import type { RecognitionService } from '../../../src/speech/streaming.ts'
import { earsOf } from './stand-in.ts'

export interface ScriptedService extends RecognitionService {
  /** Milliseconds of sound it was given. */
  heardMs: number
  opened: number
  trouble: 'none' | 'hangs' | 'drops'
}

/** A streaming service in virtual time: every stretch of sound says the next of these, first in part and then for good. */
export function scriptedService(
  clock: Clock,
  name: string,
  says: { partly?: string; finally: string }[],
  trouble: ScriptedService['trouble'] = 'none',
): ScriptedService {
  let next = 0
  const service: ScriptedService = {
    name,
    key: name,
    heardMs: 0,
    opened: 0,
    trouble,
    recognize: () => Promise.reject(new Error('only by streaming')),
    open(format, listener) {
      service.opened++
      let isOver = false
      let told = ''
      let said: number[] = []
      const ears = earsOf(format, () => {
        said.push(next++)
        return 'x'
      })
      return {
        push(audio) {
          if (isOver) return
          service.heardMs += (audio.length / (format.encoding === 'l16' ? 2 : 1) / format.sampleRateHz) * 1000
          ears.push(audio)
          const text = said.map((at) => says[at]?.partly ?? says[at]?.finally ?? '').join(' ')
          if (text === '' || text === told) return
          if (service.trouble === 'drops') {
            isOver = true
            // The utterance is still to be heard.
            next -= said.length
            return listener.failed(connectionLostError())
          }
          told = text
          clock.after(60, () => isOver || listener.partial(text))
        },
        final() {
          if (service.trouble === 'hangs') return new Promise(() => {})
          const text = said.map((at) => says[at]?.finally ?? '').join(' ')
          return new Promise((resolve) => {
            clock.after(100, () => resolve({ text, confidence: text === '' ? 0 : 0.95, ms: 100 }))
          })
        },
        nextTurn() {
          said = []
          told = ''
        },
        close() {
          isOver = true
        },
      }
    },
  }
  return service
}
