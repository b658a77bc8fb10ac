import { useState } from 'react'
import { helpGroup } from '../../components/help.ts'
import { Field } from '../../forms/field.tsx'
import { keysAreOn, setKeysOn } from '../../keys/use-key.ts'
import { Section, Sheet } from '../../ui/section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { setTheme, storePreference, useTheme } from '../../ui/theme.ts'
import { appearanceWords as w } from '../../words/appearance.ts'
import { LANGUAGES, type Language, setLanguage, storedLanguage } from '../../words/language.ts'

/** Settings of this browser, not of the organization. */
export default function Appearance() {
  const theme = useTheme()
  const [keys, setKeys] = useState(keysAreOn())
  const [patterns, setPatterns] = useState(document.documentElement.classList.contains('patterns'))
  const draw = (on: boolean) => {
    setPatterns(on)
    document.documentElement.classList.toggle('patterns', on)
    storePreference('outdial-patterns', on ? 'on' : 'off')
  }
  return (
    <Section help={helpGroup('settings')} title={w.title} count={w.inBrowser}>
      <Sheet className="pad">
        <Field label={w.language} help={w.languageHelp}>
          {(ids) => (
            <select
              {...ids}
              className="select w-m"
              value={storedLanguage() ?? ''}
              onChange={({ target }) => setLanguage((target.value || null) as Language | null)}
            >
              <option value="">{w.asBrowser}</option>
              {Object.entries(LANGUAGES).map(([key, name]) => (
                <option key={key} value={key} lang={key}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={w.theme}>
          {() => (
            <Segmented
              label={w.theme}
              value={theme}
              onChange={setTheme}
              choices={[
                { key: 'system', label: w.system },
                { key: 'light', label: w.light },
                { key: 'dark', label: w.dark },
              ]}
            />
          )}
        </Field>
        <Field label={w.patterns} help={w.patternsHelp}>
          {(ids) => (
            <span className="row h-[30px]">
              <Switch id={ids.id} label={w.patterns} checked={patterns} onChange={draw} />
              <span className="soft">{patterns ? w.on : w.off}</span>
            </span>
          )}
        </Field>
        <Field label={w.keys} help={w.keysHelp}>
          {(ids) => (
            <span className="row h-[30px]">
              <Switch
                id={ids.id}
                label={w.keys}
                checked={keys}
                onChange={(on) => {
                  setKeys(on)
                  setKeysOn(on)
                }}
              />
              <span className="soft">{keys ? w.keysOn : w.keysOff}</span>
            </span>
          )}
        </Field>
      </Sheet>
    </Section>
  )
}
