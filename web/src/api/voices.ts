import type { Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type Voice = Schemas['VoiceList']['voices'][number]

/** Read once per page, because every read sends a request to each service. */
export const voiceList = () =>
  queryOptions({
    queryKey: ['voices'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => api().models.voices(),
  })

/** Voices and recognizers for the machine of the server; read every second while one is downloaded. */
export const speechModels = () =>
  queryOptions({
    queryKey: ['speech-models'],
    queryFn: () => api().models.speechModels(),
    refetchInterval: ({ state: { data } }) =>
      data?.models.some(({ installation }) => installation?.state === 'running') ? LOOK_MS : false,
  })

const LOOK_MS = 1_000

let playing: HTMLAudioElement | null = null

/** Plays a sample; a playing sample stops. Resolves when playback begins. */
export async function playVoiceSample({ engine, id, language }: Voice): Promise<void> {
  const audio = await api().models.sampleVoice({ engine, voice: id, ...(language ? { language } : {}) })
  playing?.pause()
  const url = URL.createObjectURL(audio)
  playing = new Audio(url)
  playing.addEventListener('ended', () => URL.revokeObjectURL(url))
  await playing.play()
}
