import { useQuery } from '@tanstack/react-query'
import { organization } from '../api/organization.ts'
import { type Organization, useSession } from '../api/session.ts'
import { shared } from '../words/shared.ts'

/** The organization of the session: its name, time zone and slots. */
export function useOrganization(): Organization {
  const session = useSession()
  const { data } = useQuery(organization())
  const found = data ?? session?.organization
  if (!found) throw new Error('You are not signed in.')
  return found
}

/** The signed-in user or key, shown in the corner. */
export const signedInAs = ({ user, api_key }: Organization): string =>
  user?.name ?? shared.keyNamed(api_key?.name ?? '')
