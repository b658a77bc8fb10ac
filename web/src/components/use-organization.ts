import { useQuery } from '@tanstack/react-query'
import { organization } from '../api/organization.ts'
import { type Organization, useSession } from '../api/session.ts'

/** The organization whose session this is: its name, its clock, its lines. */
export function useOrganization(): Organization {
  const session = useSession()
  const { data } = useQuery(organization())
  const found = data ?? session?.organization
  if (!found) throw new Error('Nobody is signed in.')
  return found
}

/** For the corner that says who is at the screen. */
export const signedInAs = ({ user, api_key }: Organization): string => user?.name ?? `Key: ${api_key?.name ?? ''}`
