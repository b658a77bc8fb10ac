import { Navigate, useLocation } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { Frame } from '../components/frame.tsx'
import { paths } from '../paths.ts'

/** Who is not signed in goes to the sign-in page, and afterwards back to the same place. */
export function SignedIn() {
  const session = useSession()
  const { href } = useLocation()
  if (!session) return <Navigate to={paths.signIn} search={href === '/' ? {} : { to: href }} replace />
  return <Frame />
}
