import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf, serverSentence } from '../../api/error-words.ts'
import { playVoiceSample, type Voice, voiceList } from '../../api/voices.ts'
import { helpGroup } from '../../components/help.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { voicesWords as w } from '../../words/voices.ts'
import { Installable } from './installable.tsx'
import { SERVICE_NAMES } from './model-fields.ts'

/** Number of voices shown; others are found by searching. */
const SHOWN_MAX = 30

interface VoicesProps {
  engine: string
  /** The chosen voice; null: the default one. */
  voice: string | null
  onUse(voice: Voice): void
}

/** All voices that can be chosen, with a sample to play. */
export function Voices({ engine, voice, onUse }: VoicesProps) {
  const list = useQuery(voiceList())
  const [words, setWords] = useState('')
  return (
    <Section help={helpGroup('speech')} title={w.title} aside={w.about}>
      <QueryContent of={list} what={w.theVoices}>
        {({ voices, services }) => {
          const fitting = voices.filter((each) => fits(each, words))
          // Without a choice, a call uses the first voice of this machine.
          const used = voice ?? voices.find((each) => each.engine === engine)?.id
          const isChosen = (each: Voice) => each.engine === engine && each.id === used
          return (
            <>
              {services
                .filter(({ ok, is_cut }) => !ok || is_cut)
                .map(({ engine: name, ok, message }) => (
                  <Note
                    key={name}
                    tone={ok ? '' : 'warn'}
                    title={ok ? w.cut(nameOf(name)) : w.failed(nameOf(name), serverSentence(message))}
                  />
                ))}
              {voices.length > SHOWN_MAX && (
                <input
                  className="input mb-2"
                  type="search"
                  aria-label={w.filter}
                  placeholder={w.filter}
                  value={words}
                  onChange={({ target }) => setWords(target.value)}
                />
              )}
              <ul className="sheet packs voices">
                {fitting.slice(0, SHOWN_MAX).map((each) => (
                  <OneVoice
                    key={`${each.engine} ${each.id}`}
                    voice={each}
                    isChosen={isChosen(each)}
                    onUse={() => onUse(each)}
                  />
                ))}
              </ul>
              {fitting.length === 0 && <p className="soft">{w.none}</p>}
              {fitting.length > SHOWN_MAX && <p className="small mute">{w.more(fitting.length - SHOWN_MAX)}</p>}
              <Installable />
            </>
          )
        }}
      </QueryContent>
    </Section>
  )
}

const nameOf = (engine: string) => (engine === 'local' ? w.here : (SERVICE_NAMES[engine] ?? engine))

const fits = ({ name, id, engine, language }: Voice, words: string) =>
  `${name} ${id} ${nameOf(engine)} ${language ?? ''}`.toLowerCase().includes(words.trim().toLowerCase())

function OneVoice({ voice, isChosen, onUse }: { voice: Voice; isChosen: boolean; onUse(): void }) {
  const hear = useMutation({
    mutationFn: () => playVoiceSample(voice),
    onError: (error) => toast(w.notHeard(voice.name, sentenceOf(error)), { tone: 'fault' }),
  })
  return (
    <li aria-label={voice.name}>
      <Button small icon="play" aria-label={w.hear(voice.name)} busy={hear.isPending} onClick={() => hear.mutate()} />
      <div>
        <p className="strong">
          {voice.name} {isChosen && <span className="tag">{w.chosen}</span>}
        </p>
        <p className="small mute" role="status">
          {hear.isPending ? w.preparing : [nameOf(voice.engine), voice.language].filter(Boolean).join(', ')}
        </p>
      </div>
      <Button small kind="quiet" aria-label={w.use(voice.name)} disabled={isChosen} onClick={onUse}>
        {w.useIt}
      </Button>
    </li>
  )
}
