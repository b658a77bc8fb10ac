import { Note } from '../../../ui/note.tsx'
import type { NodeProperty } from './definition.ts'
import { PropertyField } from './property-field.tsx'
import type { EditorState } from './use-editor.ts'

/** With these first, the notice is next to its switch. */
const FIRST = ['recording', 'recording_consent']

const inOrder = (properties: readonly NodeProperty[]): NodeProperty[] => [
  ...FIRST.flatMap((name) => properties.filter((property) => property.name === name)),
  ...properties.filter(({ name }) => !FIRST.includes(name)),
]

/** Settings of the whole workflow, generated from the server's catalogue: no setting of the server is missing. */
export function WorkflowSettings({ editor }: { editor: EditorState }) {
  const { definition, change, validation, settingsProperties } = editor
  const settings = definition.settings ?? {}
  const unannounced = settings.recording === true && !String(settings.recording_consent ?? '').trim()
  return (
    <>
      <header>
        <span className="strong">Workflow settings</span>
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
                <Note tone="warn" title="Calls are recorded without a notice">
                  In many countries and states a recording without consent of everyone in the call is an offence. Enter
                  the sentence that announces it below; it is spoken before the greeting.
                </Note>
              </div>
            )}
          </div>
        ))}
        <p className="help f">Select a step to change what it says and where it leads.</p>
      </div>
    </>
  )
}
