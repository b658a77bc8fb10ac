/** Regions of a carrier: a closed list, each with the addresses of its APIs. */
import { credentialField, textField } from '../fields.ts'
import type { CredentialFault, CredentialField, Credentials } from '../provider.ts'

export interface Region {
  readonly label: string
  /** Regional addresses by the name of their field; an API without a regional address keeps its usual one. */
  readonly urls: Readonly<Record<string, string>>
}

export type Regions = Readonly<Record<string, Region>>

export function regionField(regions: Regions, description: string, placeholder: string): CredentialField {
  return credentialField({
    name: 'region',
    label: 'Region',
    description,
    placeholder,
    default: '',
    options: Object.entries(regions).map(([value, { label }]) => ({ value, label })),
  })
}

/** The address from the field, else that of the region, else the usual one; without a slash at its end. */
export function regionalUrl(credentials: Credentials, regions: Regions, field: string, usual: string): string {
  const given = textField(credentials, field)
  const regional = regionOf(credentials, regions)?.urls[field]
  return (isUsual(given, usual) ? (regional ?? usual) : given).replace(/\/+$/, '')
}

/** Refuses an address together with a region, because it is not evident which of them applies. */
export function regionFaults(
  credentials: Credentials,
  regions: Regions,
  usual: Readonly<Record<string, string>>,
): CredentialFault[] {
  const region = regionOf(credentials, regions)
  if (!region) return []
  return Object.entries(usual)
    .filter(([field, url]) => region.urls[field] !== undefined && !isUsual(textField(credentials, field), url))
    .map(([field]) => ({
      field,
      message: 'the region has an address of its own; leave out the region or this address',
    }))
}

function regionOf(credentials: Credentials, regions: Regions): Region | undefined {
  const name = textField(credentials, 'region')
  return Object.hasOwn(regions, name) ? regions[name] : undefined
}

function isUsual(given: string, usual: string): boolean {
  return given === '' || given.replace(/\/+$/, '') === usual
}
