import { useState } from 'react'
import { Field } from '../../forms/field.tsx'
import { keysAreOn, setKeysOn } from '../../keys/use-key.ts'
import { Section, Sheet } from '../../ui/section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { remember, setTheme, useTheme } from '../../ui/theme.ts'

/** Of this browser, not of the organization. */
export default function Appearance() {
  const theme = useTheme()
  const [keys, setKeys] = useState(keysAreOn())
  const [patterns, setPatterns] = useState(document.documentElement.classList.contains('patterns'))
  const draw = (on: boolean) => {
    setPatterns(on)
    document.documentElement.classList.toggle('patterns', on)
    remember('outdial-patterns', on ? 'on' : 'off')
  }
  return (
    <Section title="Appearance" count="in this browser">
      <Sheet className="pad">
        <Field label="Theme">
          {() => (
            <Segmented
              label="Theme"
              value={theme}
              onChange={setTheme}
              choices={[
                { key: 'system', label: 'As the system' },
                { key: 'light', label: 'Light' },
                { key: 'dark', label: 'Dark' },
              ]}
            />
          )}
        </Field>
        <Field label="Patterns in bars" help="Outcomes differ by pattern as well as by colour.">
          {(ids) => (
            <span className="row h-[30px]">
              <Switch id={ids.id} label="Patterns in bars" checked={patterns} onChange={draw} />
              <span className="soft">{patterns ? 'On' : 'Off'}</span>
            </span>
          )}
        </Field>
        <Field label="Single keys" help="Such as p to pause and g c for campaigns; ? shows all of them.">
          {(ids) => (
            <span className="row h-[30px]">
              <Switch
                id={ids.id}
                label="Single keys"
                checked={keys}
                onChange={(on) => {
                  setKeys(on)
                  setKeysOn(on)
                }}
              />
              <span className="soft">{keys ? 'On, except while typing' : 'Off; ctrl K and esc still work'}</span>
            </span>
          )}
        </Field>
      </Sheet>
    </Section>
  )
}
