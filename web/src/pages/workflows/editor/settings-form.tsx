import type { NodeProperty } from './definition.ts'
import { PropertyField } from './property-field.tsx'
import type { EditorState } from './use-editor.ts'

const BLANK = {
  required: false,
  placeholder: null,
  default: null,
  options: null,
  properties: null,
  multiple: false,
  min_value: null,
  max_value: null,
  min_length: null,
  max_length: null,
  pattern: null,
}

/** Options of the whole workflow; the catalogue of node types does not hold them. */
const SETTINGS = [
  {
    ...BLANK,
    name: 'recording',
    type: 'boolean',
    display_name: 'Record the call',
    default: false,
    description: 'Keeps a stereo recording of each call. Whether that needs consent is for you to know.',
  },
  {
    ...BLANK,
    name: 'brain',
    type: 'options',
    display_name: 'Who leads',
    description: "The organization's choice if left out.",
    options: [
      { value: 'script', label: 'Script' },
      { value: 'pipeline', label: 'Language model' },
      { value: 'realtime', label: 'Speech to speech model' },
    ],
  },
  {
    ...BLANK,
    name: 'language',
    type: 'string',
    display_name: 'Language',
    placeholder: 'en',
    description: 'Such as en or pt-BR.',
  },
  {
    ...BLANK,
    name: 'voice',
    type: 'string',
    display_name: 'Voice',
    description: "The organization's choice if left out.",
  },
] as unknown as NodeProperty[]

export function WorkflowSettings({ editor }: { editor: EditorState }) {
  const { definition, change, validation } = editor
  const settings = definition.settings ?? {}
  return (
    <>
      <header>
        <span className="strong">The whole workflow</span>
      </header>
      <div className="in">
        {SETTINGS.map((property) => (
          <PropertyField
            key={property.name}
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
        ))}
        <p className="help f">Select a step to change what it says and where it leads.</p>
      </div>
    </>
  )
}
