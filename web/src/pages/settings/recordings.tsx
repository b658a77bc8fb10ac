/** Recordings that agents play instead of their voice; recordings of calls are separate. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { oneRecording, type Recording, recordingList } from '../../api/knowledge.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { UsedBy, whyNotDeletable } from '../../components/used-by.tsx'
import { Field } from '../../forms/field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { clockDuration, count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { recordingWords as w } from '../../words/recordings.ts'
import { RecordField } from './record-field.tsx'

type Asked = { what: 'upload' } | { what: 'change' | 'delete'; one: Recording } | null

export default function Recordings() {
  const recordings = useQuery(recordingList())
  const forbidden = useWhyScopeDenied('operate')
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const add = (
    <Button small kind="primary" icon="upload" onClick={() => setAsked({ what: 'upload' })}>
      {w.upload}
    </Button>
  )
  return (
    <>
      <Section
        help={helpGroup('recordings')}
        title={w.title}
        count={recordings.data && count(recordings.data.length)}
        aside={forbidden ? <span className="small mute">{forbidden}</span> : add}
      >
        <p className="soft">{w.text}</p>
      </Section>
      <QueryContent of={recordings} what={w.theRecordings}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={w.none} acts={!forbidden && add}>
              {w.noneText}
            </Empty>
          ) : (
            <ul className="sheet packs">
              {all.map((one) => (
                <OneRecording key={one.recording_id} one={one} canChange={!forbidden} onAsk={setAsked} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {asked?.what === 'upload' && <UploadRecording onClose={close} onStored={(one) => setAsked(checkOf(one))} />}
      {asked?.what === 'change' && <ChangeRecording key={asked.one.recording_id} one={asked.one} onClose={close} />}
      {asked?.what === 'delete' && <DeleteRecording one={asked.one} onClose={close} />}
    </>
  )
}

/** A person must check the recognizer's transcript before it is used. */
const checkOf = (one: Recording): Asked => (one.transcript_source === 'given' ? null : { what: 'change', one })

const SOURCES: Record<Recording['transcript_source'], string | null> = {
  given: null,
  recognized: w.recognized,
  none: w.noTranscript,
}

interface RowProps {
  one: Recording
  canChange: boolean
  onAsk(asked: Asked): void
}

function OneRecording({ one, canChange, onAsk }: RowProps) {
  const { name, duration_ms } = one.metadata
  const doubt = SOURCES[one.transcript_source]
  return (
    <li aria-label={name}>
      <span className="mute">
        <Icon name="mic" />
      </span>
      <div className="stack gap-1">
        <p>
          <span className="strong">{name}</span> <span className="mute">{clockDuration(duration_ms / 1000)}</span>
        </p>
        {one.transcript && <p className="soft">{w.quoted(one.transcript)}</p>}
        {doubt && <p className="small warn">{doubt}</p>}
        <Listen one={one} />
      </div>
      {canChange && (
        <span className="row wrap">
          <Button small kind="quiet" aria-label={w.changeNamed(name)} onClick={() => onAsk({ what: 'change', one })}>
            {w.change}
          </Button>
          <Button small kind="quiet" aria-label={w.deleteNamed(name)} onClick={() => onAsk({ what: 'delete', one })}>
            {w.delete}
          </Button>
        </span>
      )}
    </li>
  )
}

function Listen({ one }: { one: Recording }) {
  const address = `/api/v1/workflow-recordings/${encodeURIComponent(one.recording_id)}/audio`
  return (
    // biome-ignore lint/a11y/useMediaCaption: its transcript is beside it
    <audio controls preload="none" src={address} aria-label={w.listen(one.metadata.name)} className="recording" />
  )
}

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['recordings'] })

function Transcript({ value, onChange, note }: { value: string; onChange(text: string): void; note?: string }) {
  return (
    <Field label={w.transcript} note={note} help={w.transcriptHelp}>
      {(ids) => (
        <textarea
          {...ids}
          className="input area"
          rows={3}
          maxLength={5000}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

function UploadRecording({ onClose, onStored }: { onClose(): void; onStored(stored: Recording): void }) {
  const [chosen, setFile] = useState<File | null>(null)
  const [recorded, setRecorded] = useState<File | null>(null)
  // What was recorded last is what the person has just heard.
  const file = recorded ?? chosen
  const [name, setName] = useState('')
  const [language, setLanguage] = useState('en')
  const [transcript, setTranscript] = useState('')
  const called = name.trim() || file?.name.replace(/\.\w+$/, '') || ''
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.upload}
      verb={w.uploadVerb}
      keepOpen
      whyNot={file ? null : w.fileFirst}
      act={async () => {
        if (!file) return
        const words = transcript.trim()
        const query = { name: called, language: language.trim() || 'en', ...(words ? { transcript: words } : {}) }
        const stored = await api().recordings.upload(file, query)
        await readAgain()
        const next = SOURCES[stored.transcript_source]
        toast(next ? w.stored(stored.metadata.name, next) : w.usable(stored.metadata.name))
        onStored(stored)
      }}
    >
      <label className="stack gap-1">
        <span className="strong">{w.file}</span>
        <input
          type="file"
          accept=".wav,.mp3,audio/wav,audio/mpeg"
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </label>
      <RecordField onRecorded={setRecorded} />
      <TextField label={w.name} placeholder={called} maxLength={200} value={name} onChange={setName} />
      <TextField
        label={w.language}
        help={w.languageHelp}
        className="w-s"
        maxLength={35}
        value={language}
        onChange={setLanguage}
      />
      <Transcript value={transcript} onChange={setTranscript} note={w.transcriptEmpty} />
    </Confirm>
  )
}

interface OneProps {
  one: Recording
  onClose(): void
}

function ChangeRecording({ one, onClose }: OneProps) {
  const [name, setName] = useState(one.metadata.name)
  const [transcript, setTranscript] = useState(one.transcript)
  const [isConfirmed, setConfirmed] = useState(false)
  const details = useQuery(oneRecording(one.recording_id))
  const doubt = SOURCES[one.transcript_source]
  // The server treats a sent transcript as checked by a person, so a change of the name alone must not send it.
  const isChecked = isConfirmed || transcript.trim() !== one.transcript
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.changeTitle(one.metadata.name)}
      verb={w.save}
      whyNot={name.trim() === '' ? w.nameFirst : null}
      act={async () => {
        const words = isChecked ? { transcript: transcript.trim() } : {}
        await api().recordings.update(one.recording_id, { name: name.trim(), ...words })
        await readAgain()
        toast(isChecked ? w.savedTranscript : w.saved)
      }}
    >
      {doubt && <p className="warn">{doubt}</p>}
      <Listen one={one} />
      <TextField label={w.name} maxLength={200} value={name} onChange={setName} />
      <Transcript value={transcript} onChange={setTranscript} />
      {one.transcript_source === 'recognized' && (
        <label className="row gap-2">
          <input type="checkbox" checked={isConfirmed} onChange={({ target }) => setConfirmed(target.checked)} />
          {w.confirmed}
        </label>
      )}
      <UsedBy of={details} />
    </Confirm>
  )
}

function DeleteRecording({ one, onClose }: OneProps) {
  const details = useQuery(oneRecording(one.recording_id))
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.deleteTitle(one.metadata.name)}
      verb={w.deleteVerb}
      kind="danger fill"
      safe={w.keep}
      whyNot={whyNotDeletable(details)}
      act={async () => {
        await api().recordings.delete(one.recording_id)
        await readAgain()
        toast(w.deleted)
      }}
    >
      <UsedBy of={details} />
      <p className="soft">{w.noUndo}</p>
    </Confirm>
  )
}
