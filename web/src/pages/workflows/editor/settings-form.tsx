import { Note } from '../../../ui/note.tsx'
import { workflowWords as w } from '../../../words/workflows.ts'
import type { NodeProperty } from './definition.ts'
import { PropertyField } from './property-field.tsx'
import type { EditorState } from './use-editor.ts'

/** Settings shown first, so that the recording notice is next to its switch. */
const FIRST = ['recording', 'recording_consent']

const inOrder = (properties: readonly NodeProperty[]): NodeProperty[] => [
  ...FIRST.flatMap((name) => properties.filter((property) => property.name === name)),
  ...properties.filter(({ name }) => !FIRST.includes(name)),
]

/** Settings of the whole workflow, generated from the server's catalogue, so that none is missing. */
export function WorkflowSettings({ editor }: { editor: EditorState }) {
  const { definition, change, validation, settingsProperties } = editor
  const settings = definition.settings ?? {}
  const unannounced = settings.recording === true && !String(settings.recording_consent ?? '').trim()
  return (
    <>
      <header>
        <span className="strong">{w.settings}</span>
      </header>
      <div className="in">
        {inOrder(settingsProperties).map((property) => (
          <div key={property.name}>
            <PropertyField
              property={property}
              value={settings[property.name]}
              fault={validation?.errors.find(({ field }) => field === `settings.${property.name}`)?.message}
              onChange={(value) =>
                change((now) => {
                  const { [property.name]: _, ...rest } = now.settings ?? {}
                  return { ...now, settings: value === undefined ? rest : { ...rest, [property.name]: value } }
                }, `settings ${property.name}`)
              }
            />
            {property.name === 'recording' && unannounced && (
              <div role="alert">
                <Note tone="warn" title={w.unannounced}>
                  {w.unannouncedText}
                </Note>
              </div>
            )}
          </div>
        ))}
        <p className="help f">{w.selectStep}</p>
      </div>
    </>
  )
}
