import { sentenceOf } from '../../api/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { clockDuration } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { callWords as w } from '../../words/call.ts'
import type { WaveformFlag } from './call-story.ts'
import type { Player as PlayerState } from './use-player.ts'
import type { RecordingFile } from './use-recording.ts'
import { Waveform } from './waveform.tsx'

/** The key that plays and pauses. */
const SPACE = 'space'

interface PlayerProps {
  callId: number
  person: string
  file: RecordingFile
  player: PlayerState
  flags: readonly WaveformFlag[]
  /** Called when the link to the recording has expired. */
  onExpired(): void
}

export function Player({ callId, person, file, player, flags, onExpired }: PlayerProps) {
  const { audio, at, seconds, playing, toggle, seek, speed, nextSpeed, skips, toggleSkips, events } = player
  return (
    <section className="sheet player" aria-label={w.recording}>
      <audio ref={audio} src={file.url} preload="metadata" {...events} onError={onExpired} />
      <div className="row mb-[26px]">
        <Button
          kind="primary"
          className="round"
          icon={playing ? 'pause' : 'play'}
          aria-label={playing ? w.pause : w.play}
          title={SPACE}
          onClick={toggle}
        />
        <span className="strong nowrap">
          {clockDuration(at)} <span className="mute">/ {clockDuration(seconds)}</span>
        </span>
        <div className="legend ml-2">
          <span>
            <i className="sw ag" />
            {w.agent}
          </span>
          <span>
            <i className="sw pe" />
            {person}
          </span>
        </div>
        <div className="row ml-auto">
          <button type="button" className="chip wide-only" onClick={nextSpeed} aria-label={w.speed(speed)}>
            {speed}×
          </button>
          <button type="button" className="chip wide-only" aria-pressed={skips} onClick={toggleSkips}>
            {w.skipSilence}
          </button>
          <a
            className="btn sm quiet icon"
            href={file.url}
            download={`call-${callId}.wav`}
            aria-label={w.downloadRecording}
          >
            <Icon name="download" small />
          </a>
        </div>
      </div>
      <Waveform peaks={file.peaks} at={at} seconds={seconds} flags={flags} onSeek={(to) => seek(to)} />
    </section>
  )
}

/** A text that says why there is no recording. */
export function NoRecording({ why }: { why: string }) {
  return (
    <section className="sheet p-3.5 soft row" aria-label={w.recording}>
      <Icon name="info" small />
      {why}
    </section>
  )
}

export function RecordingFault({ error, retry }: { error: unknown; retry(): void }) {
  return (
    <Note
      tone="bad"
      title={w.recordingUnread}
      acts={
        <Button small onClick={retry}>
          {w.tryNow}
        </Button>
      }
    >
      {sentenceOf(error)} {w.transcriptSafe}
    </Note>
  )
}
