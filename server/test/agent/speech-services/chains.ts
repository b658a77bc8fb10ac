import type { Clock } from '../../../src/kernel/clock.ts'
import { VirtualClock } from '../../../src/kernel/virtual-clock.ts'
import type { Recognizer } from '../../../src/speech/recognizer.ts'
import { ChainRecognizer, ChainSynthesizer, ServiceHealth } from '../../../src/speech/service-chain.ts'
import { SERVICE_CHAIN_LIMITS } from '../../../src/speech/streaming.ts'
import type { Synthesizer } from '../../../src/speech/synthesizer.ts'

/** One service, with this machine behind it. */
export function chainSynthesizer(clock: Clock, synthesizer: Synthesizer, local: Synthesizer | null): ChainSynthesizer {
  const service = { name: 'first', key: 'first', synthesizer, firstAudioMs: SERVICE_CHAIN_LIMITS.streamMs }
  return new ChainSynthesizer(clock, [service], local, new ServiceHealth(clock))
}

export function chainRecognizer(recognizer: Recognizer, local: Recognizer | null): ChainRecognizer {
  const clock = new VirtualClock()
  const recognize: Recognizer['recognize'] = (...asked) => recognizer.recognize(...asked)
  return new ChainRecognizer(clock, [{ name: 'first', key: 'first', recognize }], local, new ServiceHealth(clock))
}
