/** The values of a carrier's form, and which of them are sent. */
import type { MetadataField, Values } from '../../forms/metadata-fields.tsx'
import { shared } from '../../words/shared.ts'
import { telephonyWords as w } from '../../words/telephony.ts'

export interface Provider {
  provider: string
  display_name: string
  docs_url: string
  fields: MetadataField[]
}

/** Splits a carrier's own fields from those common to all carriers, which have a separate section. */
export function splitFields(provider: Provider, providers: readonly Provider[]) {
  const everywhere = (name: string) => providers.every(({ fields }) => fields.some((field) => field.name === name))
  return {
    account: provider.fields.filter(({ name }) => !everywhere(name)),
    pace: provider.fields.filter(({ name }) => everywhere(name)),
  }
}

/** The values to send: an emptied field returns to its default; an unchanged one is not sent. */
export function changedValues(fields: readonly MetadataField[], values: Values, stored: Values): Values {
  const changed: Values = {}
  for (const field of fields) {
    const value = values[field.name]
    if (value === undefined || value === (stored[field.name] ?? '')) continue
    const numeric = field.type === 'number' || field.type === 'integer'
    changed[field.name] = value === '' && numeric ? (field.default ?? null) : value
  }
  return changed
}

/** Errors that the form finds without asking the server. */
export function localFaults(fields: readonly MetadataField[], values: Values, stored: Values): Map<string, string> {
  const faults = new Map<string, string>()
  for (const { name, required, pattern, placeholder, minimum, maximum } of fields) {
    const value = values[name] ?? stored[name] ?? ''
    if (required && value === '') faults.set(`config.${name}`, shared.required)
    else if (value === '' || values[name] === undefined) continue
    else if (pattern && typeof value === 'string' && !new RegExp(pattern).test(value))
      faults.set(`config.${name}`, placeholder ? w.wrongFormLike(placeholder) : w.wrongForm)
    else if (typeof value === 'number' && minimum != null && value < minimum)
      faults.set(`config.${name}`, w.atLeast(minimum))
    else if (typeof value === 'number' && maximum != null && value > maximum)
      faults.set(`config.${name}`, w.atMost(maximum))
  }
  return faults
}

/** Scrolls to the first error when saving. */
export function showFirstFault(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
