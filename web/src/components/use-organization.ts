/** The organization whose session this is: its name, its clock and its lines, as far as the server tells. */
export interface Organization {
  name: string
  timezone: string
  maxLiveCalls: number
}

export function useOrganization(): Organization | null {
  return null
}
