import type { Schemas } from '@outdial/sdk'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faultsByField } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { ActionError } from '../../forms/action-error.tsx'
import { MetadataFields, type Values } from '../../forms/metadata-fields.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { Section, Sheet } from '../../ui/section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { engineWords as w } from '../../words/model.ts'
import { ChatEndpoints } from './chat-endpoints.tsx'
import { type Headers, HeadersField, headersFault } from './headers-field.tsx'
import {
  BRAINS,
  type Brain,
  MODEL_PART_FIELDS,
  MODEL_PART_TITLES,
  MODEL_PARTS,
  type ModelPart,
  SENTENCE_FIELDS,
} from './model-fields.ts'
import { ModelPrices } from './model-prices.tsx'
import { ModelTest } from './model-test.tsx'
import { SpeechServices } from './speech-services.tsx'
import { Voices } from './voices.tsx'

type Configuration = Schemas['ModelConfiguration']

const configuration = () =>
  queryOptions({
    queryKey: ['model-configuration'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/organizations/model-configuration', { signal })).data!,
  })

export default function Model() {
  const query = useQuery(configuration())
  return (
    <QueryContent of={query} what={w.what} rows={6}>
      {(stored) => <ModelForm key={stored.updated_at} stored={stored} />}
    </QueryContent>
  )
}

/** Values that differ from the stored ones; an emptied field is sent as null and returns to its default. */
function changed(values: Values, stored: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== undefined && value !== (stored[name] ?? ''))
      .map(([name, value]) => [name, value === '' ? null : value]),
  )
}

/** The fields for an engine: local models need no address, and hosted services have their own keys. */
const fieldsOf = (part: ModelPart, { engine }: Values) =>
  MODEL_PART_FIELDS[part].filter(({ name }) => {
    if (engine === undefined || engine === 'openai' || name === 'engine' || name === 'voice') return true
    return engine !== 'local' && name === 'model'
  })

function ModelForm({ stored }: { stored: Configuration }) {
  const [brain, setBrain] = useState<Brain>(stored.brain)
  const [values, setValues] = useState<Partial<Record<ModelPart, Values>>>({})
  const [sentences, setSentences] = useState<Values>({})
  const [discards, setDiscards] = useState(0)
  const parts = MODEL_PARTS.map((part) => [part, changed(values[part] ?? {}, stored[part] as Values)] as const)
  const said = changed(sentences, stored as unknown as Values)
  const count =
    (brain === stored.brain ? 0 : 1) +
    Object.keys(said).length +
    parts.reduce((sum, [, changes]) => sum + Object.keys(changes).length, 0)
  const save = useMutation({
    mutationFn: async () => {
      const sections = Object.fromEntries(parts.filter(([, changes]) => Object.keys(changes).length > 0))
      const { data } = await api().PUT('/api/v1/organizations/model-configuration', {
        body: { ...sections, ...said, ...(brain === stored.brain ? {} : { brain }) },
      })
      return data!
    },
    onSuccess: (next) => {
      queryClient.setQueryData(configuration().queryKey, next)
      toast(w.saved)
    },
  })
  // Keeps the time of the last change: a new one would reset other forms on the page that are being edited.
  const onSaved = (next: Configuration) =>
    queryClient.setQueryData(configuration().queryKey, { ...next, updated_at: stored.updated_at })
  const faults = faultsByField(save.error)
  const chosen = BRAINS.find(({ key }) => key === brain)!
  return (
    <>
      <Section help={helpGroup('models')} title={w.engine} aside={w.mayChoose}>
        <Segmented<Brain> label={w.engine} value={brain} onChange={setBrain} choices={BRAINS} />
        <p className="soft mt-2">{chosen.needs}</p>
      </Section>
      <ActionError title={w.notSaved} of={save.error} />
      {chosen.parts.map((part) => (
        <Section
          help={helpGroup('models')}
          key={part}
          title={MODEL_PART_TITLES[part].title}
          aside={MODEL_PART_TITLES[part].says}
        >
          <Sheet className="pad">
            <MetadataFields
              fields={fieldsOf(part, { ...(stored[part] as Values), ...values[part] })}
              values={values[part] ?? {}}
              stored={stored[part] as Values}
              faults={faults}
              faultPrefix={`${part}.`}
              onChange={(name, value) =>
                setValues((before) => ({ ...before, [part]: { ...before[part], [name]: value } }))
              }
            />
            {part === 'chat' && (
              <HeadersField
                key={discards}
                stored={stored.chat.headers as Headers | null}
                fault={headersFault(faults, 'chat.')}
                onChange={(headers) =>
                  setValues((before) => ({ ...before, chat: { ...before.chat, headers: headers ?? '' } }))
                }
              />
            )}
          </Sheet>
        </Section>
      ))}
      {brain === 'pipeline' && <ChatEndpoints stored={stored.chat_fallback} onSaved={onSaved} />}
      {(brain !== 'script' || usesHostedSpeech(stored)) && <ModelPrices stored={stored.prices} onSaved={onSaved} />}
      {brain !== 'realtime' && (
        <>
          <Voices
            engine={String(values.speech?.engine ?? stored.speech.engine)}
            voice={(values.speech?.voice ?? stored.speech.voice) as string | null}
            onUse={({ engine, id }) =>
              setValues((before) => ({ ...before, speech: { ...before.speech, engine, voice: id } }))
            }
          />
          <SpeechServices stored={stored.services} onSaved={onSaved} />
        </>
      )}
      {brain !== 'script' && (
        <Section help={helpGroup('speech')} title={w.sentences}>
          <Sheet className="pad">
            <MetadataFields
              fields={SENTENCE_FIELDS}
              values={sentences}
              stored={stored as unknown as Values}
              faults={faults}
              onChange={(name, value) => setSentences((before) => ({ ...before, [name]: value }))}
            />
          </Sheet>
        </Section>
      )}
      <ModelTest dirty={count > 0} />
      <SaveBar
        changes={count}
        effect={w.effect}
        busy={save.isPending}
        onSave={() => save.mutate()}
        onDiscard={() => {
          setBrain(stored.brain)
          setValues({})
          setSentences({})
          setDiscards(discards + 1)
          save.reset()
        }}
      />
    </>
  )
}

function usesHostedSpeech({ speech, recognition }: Configuration): boolean {
  return speech.engine !== 'local' || recognition.engine !== 'local'
}
