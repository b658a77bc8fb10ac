import { useMutation } from '@tanstack/react-query'
import { sentenceOf, serverSentence } from '../../api/error-words.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { Button } from '../../ui/button.tsx'
import { capitalized } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { engineWords as w } from '../../words/model.ts'
import { MODEL_PART_TITLES, type ModelPart } from './model-fields.ts'

/** Sends each endpoint a small request like those of a call. */
export function ModelTest({ dirty }: { dirty: boolean }) {
  const test = useMutation({
    mutationFn: async () => (await api().POST('/api/v1/organizations/model-configuration/test')).data!,
  })
  return (
    <Section
      help={helpGroup('models')}
      title={w.test}
      aside={
        <Button small icon="refresh" busy={test.isPending} onClick={() => test.mutate()}>
          {w.testNow}
        </Button>
      }
    >
      {test.error && (
        <Note tone="bad" title={w.notRun}>
          {sentenceOf(test.error)}
        </Note>
      )}
      {test.data ? (
        <div className="checks sheet" role="status">
          <span className="row">
            <span className={test.data.ok ? 'ok' : 'wn'}>
              <Icon name={test.data.ok ? 'check' : 'alert'} />
            </span>
            <b className="strong">{test.data.ok ? w.works : w.worksNot}</b>
            {test.data.ok && <span className="mute">{serverSentence(test.data.message)}</span>}
          </span>
          <ul>
            {Object.entries(test.data.details).map(([part, { ok, message, ms }]) => (
              <li key={part}>
                <span className={ok ? 'ok' : 'wn'}>
                  <Icon name={ok ? 'check' : 'alert'} small />
                </span>
                <span>
                  {MODEL_PART_TITLES[part as ModelPart]?.title ?? capitalized(part)}: {serverSentence(message)}{' '}
                  {ms > 0 && <span className="mute">{(ms / 1000).toFixed(2)} s</span>}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="soft">{test.isPending ? w.asking : dirty ? w.asksWithout : w.asksSaved}</p>
      )}
    </Section>
  )
}
