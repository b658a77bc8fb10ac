import { useQuery } from '@tanstack/react-query'
import { toCurrentOrigin } from '../../api/current-origin.ts'
import { api } from '../../api/session.ts'

/** The waveform of a recording: one value from 0 to 1 per bucket, for the person and the agent separately. */
export interface Peaks {
  agent: number[]
  person: number[]
  seconds: number
}

export interface RecordingFile {
  url: string
  peaks: Peaks
}

const LOUDEST = 255
const POINTS_AT_MOST = 270
/** Links are renewed after this time; they are valid for a quarter of an hour. */
const LINK_MS = 14 * 60_000

async function load(callId: number, signal: AbortSignal): Promise<RecordingFile> {
  const path = { call_id: callId }
  const [outline, link] = await Promise.all([
    api().GET('/api/v1/calls/{call_id}/peaks', { params: { path, query: { limit: POINTS_AT_MOST } }, signal }),
    api().GET('/api/v1/calls/{call_id}/recording', { params: { path }, signal }),
  ])
  const { person, agent, duration_seconds } = outline.data!
  const shares = (figures: number[]) => figures.map((figure) => figure / LOUDEST)
  return {
    url: toCurrentOrigin(link.data!.download_url),
    peaks: { person: shares(person), agent: shares(agent), seconds: duration_seconds },
  }
}

/** The waveform, which the server computes once; the audio itself is loaded only as far as it is played. */
export function useRecording(callId: number, there: boolean) {
  return useQuery({
    queryKey: ['recording', callId],
    queryFn: ({ signal }) => load(callId, signal),
    enabled: there,
    staleTime: LINK_MS,
    gcTime: LINK_MS,
    retry: 1,
  })
}
