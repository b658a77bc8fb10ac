import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/session.ts'
import { type Peaks, peaksOf, readWav } from './read-wav.ts'

export interface RecordingFile {
  url: string
  /** Null where the file is too long to be looked through here. */
  peaks: Peaks | null
}

/** About twenty minutes; beyond it the sound is played as it comes, without a waveform. */
const MOST_BYTES = 40_000_000

async function load(callId: number, signal: AbortSignal): Promise<RecordingFile> {
  const { data } = await api().GET('/api/v1/calls/{call_id}/recording', {
    params: { path: { call_id: callId } },
    signal,
  })
  const url = new URL(data!.download_url, window.location.origin).href
  const stop = new AbortController()
  const answer = await fetch(url, { signal: AbortSignal.any([signal, stop.signal]) })
  if (!answer.ok) throw new Error('The recording is not on this server any more.')
  if (Number(answer.headers.get('content-length')) > MOST_BYTES) {
    stop.abort()
    return { url, peaks: null }
  }
  const bytes = await answer.arrayBuffer()
  const sound = readWav(bytes)
  // A file of our own in memory: links expire, and only there one can jump about at once.
  const own = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }))
  return { url: own, peaks: sound ? peaksOf(sound) : null }
}

export function useRecording(callId: number, there: boolean) {
  const file = useQuery({
    queryKey: ['recording', callId],
    queryFn: ({ signal }) => load(callId, signal),
    enabled: there,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 1,
  })
  const url = file.data?.url
  useEffect(() => {
    if (!url?.startsWith('blob:')) return
    // Strict mode mounts twice; what is still shown must not be let go of.
    return () => {
      setTimeout(() => !document.querySelector(`audio[src="${url}"]`) && URL.revokeObjectURL(url), 1_000)
    }
  }, [url])
  return file
}
