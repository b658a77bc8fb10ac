/** Passes the agent's outgoing audio to the recording and to the echo detector. */
import type { OwnEcho } from '../speech/own-echo.ts'
import { type OpenResampler, resampleAll } from '../speech/resample.ts'
import { decodeAudio } from '../speech/wire-audio.ts'
import type { AudioFormat } from '../telephony/media.ts'
import type { PlayoutTap } from './playout.ts'

const TELEPHONE_HZ = 8000

/** Passes the agent's outgoing audio to the echo detector, at 8 kHz. */
export function openEchoTap(echo: OwnEcho, format: AudioFormat, openResampler: OpenResampler): PlayoutTap {
  return {
    agent(audio, startMs) {
      const samples = decodeAudio(audio, format.encoding)
      if (format.sampleRateHz === TELEPHONE_HZ) return echo.sent(samples, startMs)
      // Resampled piece by piece: small errors between pieces do not affect the detector, and nothing has to be closed.
      echo.sent(resampleAll(openResampler, samples, format.sampleRateHz, TELEPHONE_HZ), startMs)
    },
    agentCut: (atMs) => echo.cut(atMs),
  }
}

export function combineTaps(...taps: readonly (PlayoutTap | null)[]): PlayoutTap {
  return {
    agent(audio, startMs) {
      for (const tap of taps) tap?.agent(audio, startMs)
    },
    agentCut(atMs) {
      for (const tap of taps) tap?.agentCut(atMs)
    },
  }
}
