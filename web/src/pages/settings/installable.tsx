/** Voices and recognizers that can be added to the machine of the server, each with a button and the progress. */
import type { Schemas } from '@outdial/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { speechModels } from '../../api/voices.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { Button } from '../../ui/button.tsx'
import { bytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { voicesWords as w } from '../../words/voices.ts'

type SpeechModel = Schemas['SpeechModel']

export function Installable() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="mt-3" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="link">{w.natural}</summary>
      {isOpen && <ModelList />}
    </details>
  )
}

function ModelList() {
  const query = useQuery(speechModels())
  const forbidden = useWhyScopeDenied('admin')
  return (
    <QueryContent of={query} what={w.theModels} rows={3}>
      {({ models }) => (
        <>
          <p className="small soft">{w.naturalHelp}</p>
          {forbidden && <p className="small mute">{forbidden}</p>}
          <ul className="sheet packs voices">
            {models.map((model) => (
              <OneModel
                key={model.name}
                model={model}
                mayInstall={!forbidden}
                isBusy={models.some(({ installation }) => installation?.state === 'running')}
              />
            ))}
          </ul>
        </>
      )}
    </QueryContent>
  )
}

interface OneModelProps {
  model: SpeechModel
  mayInstall: boolean
  /** One is downloaded at a time. */
  isBusy: boolean
}

function OneModel({ model, mayInstall, isBusy }: OneModelProps) {
  const { name, use, language, description, megabytes, licence, is_installed, installation } = model
  const [chosen, setChosen] = useState('')
  const install = useMutation({
    mutationFn: () => api().models.installSpeechModel(name, chosen === '' ? {} : { language: chosen }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['speech-models'] }),
  })
  const fault = install.error ? sentenceOf(install.error) : installation?.message
  const isRunning = installation?.state === 'running'
  return (
    <li aria-label={name}>
      <span className="mute">
        <Icon name="mic" />
      </span>
      <div>
        <p className="strong">
          {description} <span className="tag">{w.uses[use]}</span>{' '}
          {is_installed && <span className="tag">{w.installed}</span>}
        </p>
        <p className="small mute">{w.size(megabytes, licence)}</p>
        {!is_installed && <p className="small code break-all">outdial models add {name}</p>}
        {isRunning && <Progress name={name} model={model} />}
        {installation?.state === 'installed' && (
          <p className="small good" role="status">
            {w.restart}
          </p>
        )}
        {fault && !isRunning && (
          <p className="small bad" role="alert">
            {w.notAdded(fault)}
          </p>
        )}
      </div>
      {mayInstall && !is_installed && !isRunning && (
        <span className="row">
          {language === null && (
            <input
              className="input w-s"
              aria-label={w.languageOf(name)}
              placeholder={w.languageHint}
              maxLength={3}
              value={chosen}
              onChange={({ target }) => setChosen(target.value.trim().toLowerCase())}
            />
          )}
          <Button
            small
            icon="download"
            aria-label={w.addNamed(name)}
            busy={install.isPending}
            disabled={isBusy || (language === null && chosen === '')}
            onClick={() => install.mutate()}
          >
            {w.add}
          </Button>
        </span>
      )}
    </li>
  )
}

function Progress({ name, model: { installation, megabytes } }: { name: string; model: SpeechModel }) {
  const done = installation?.done_bytes ?? 0
  const total = installation?.total_bytes ?? megabytes * 1_000_000
  return (
    <p className="small soft" role="status">
      <progress aria-label={w.downloading(name)} max={total} value={Math.min(done, total)} />{' '}
      {w.downloaded(bytes(done), bytes(total))}
    </p>
  )
}
