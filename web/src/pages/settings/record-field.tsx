/** Records a voice with the microphone of this computer, in place of a file. */
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { clockDuration } from '../../ui/format.ts'
import { recordingWords as w } from '../../words/recordings.ts'
import { RECORDING_SECONDS_MAX, recordVoice, type VoiceRecording } from './record-voice.ts'

type State =
  | { at: 'idle' }
  | { at: 'opening' }
  | { at: 'recording'; seconds: number; level: number }
  | { at: 'recorded'; address: string }
  | { at: 'refused' }

export function RecordField({ onRecorded }: { onRecorded(file: File | null): void }) {
  const [state, setState] = useState<State>({ at: 'idle' })
  const running = useRef<VoiceRecording | null>(null)
  const address = state.at === 'recorded' ? state.address : null
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address])
  useEffect(() => () => running.current?.cancel(), [])
  const stop = () => {
    const file = running.current?.stop()
    running.current = null
    if (!file) return
    setState({ at: 'recorded', address: URL.createObjectURL(file) })
    onRecorded(file)
  }
  const start = async () => {
    onRecorded(null)
    setState({ at: 'opening' })
    try {
      running.current = await recordVoice({
        onProgress: (seconds, level) => setState({ at: 'recording', seconds, level }),
        onFull: stop,
      })
    } catch {
      setState({ at: 'refused' })
    }
  }
  return (
    <fieldset className="stack m-0 gap-1 border-0 p-0" aria-label={w.orRecord}>
      <span className="strong">{w.orRecord}</span>
      {state.at === 'recording' ? (
        <span className="row gap-2">
          <Button small icon="mic" onClick={stop}>
            {w.stopRecording}
          </Button>
          <meter min={0} max={1} value={state.level} aria-label={w.level} />
          <span role="timer" className="mute">
            {w.recordedSoFar(clockDuration(state.seconds), clockDuration(RECORDING_SECONDS_MAX))}
          </span>
        </span>
      ) : (
        <span className="row gap-2">
          <Button small icon="mic" disabled={state.at === 'opening'} onClick={() => void start()}>
            {state.at === 'recorded' ? w.recordAgain : w.record}
          </Button>
          {address !== null && (
            // biome-ignore lint/a11y/useMediaCaption: the person has just said it
            <audio controls src={address} aria-label={w.listenToRecorded} className="recording" />
          )}
        </span>
      )}
      {state.at === 'refused' && <p className="small warn">{w.noMicrophone}</p>}
    </fieldset>
  )
}
