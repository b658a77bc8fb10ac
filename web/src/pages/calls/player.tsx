import { sentenceOf } from '../../api/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { clockDuration } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import type { Flag } from './call-story.ts'
import type { Player as PlayerState } from './use-player.ts'
import type { RecordingFile } from './use-recording.ts'
import { Waveform } from './waveform.tsx'

interface PlayerProps {
  callId: number
  person: string
  file: RecordingFile
  player: PlayerState
  flags: readonly Flag[]
  /** The link has expired. */
  onExpired(): void
}

export function Player({ callId, person, file, player, flags, onExpired }: PlayerProps) {
  const { audio, at, seconds, playing, toggle, seek, speed, nextSpeed, skips, toggleSkips, events } = player
  return (
    <section className="sheet player" aria-label="Recording">
      <audio ref={audio} src={file.url} preload="metadata" {...events} onError={onExpired} />
      <div className="row mb-[26px]">
        <Button
          kind="primary"
          className="round"
          icon={playing ? 'pause' : 'play'}
          aria-label={playing ? 'Pause' : 'Play'}
          title="space"
          onClick={toggle}
        />
        <span className="strong nowrap">
          {clockDuration(at)} <span className="mute">/ {clockDuration(seconds)}</span>
        </span>
        <div className="legend ml-2">
          <span>
            <i className="sw ag" />
            Agent
          </span>
          <span>
            <i className="sw pe" />
            {person}
          </span>
        </div>
        <div className="row ml-auto">
          <button type="button" className="chip wide-only" onClick={nextSpeed} aria-label={`Speed ${speed} times`}>
            {speed}×
          </button>
          <button type="button" className="chip wide-only" aria-pressed={skips} onClick={toggleSkips}>
            Skip silence
          </button>
          <a
            className="btn sm quiet icon"
            href={file.url}
            download={`call-${callId}.wav`}
            aria-label="Download recording"
          >
            <Icon name="download" small />
          </a>
        </div>
      </div>
      <Waveform peaks={file.peaks} at={at} seconds={seconds} flags={flags} onSeek={(to) => seek(to)} />
    </section>
  )
}

/** Says why there is no recording. */
export function NoRecording({ why }: { why: string }) {
  return (
    <section className="sheet p-3.5 soft row" aria-label="Recording">
      <Icon name="info" small />
      {why}
    </section>
  )
}

export function RecordingFault({ error, retry }: { error: unknown; retry(): void }) {
  return (
    <Note
      tone="bad"
      title="The recording could not be read"
      acts={
        <Button small onClick={retry}>
          Try now
        </Button>
      }
    >
      {sentenceOf(error)} The transcript is not affected.
    </Note>
  )
}
