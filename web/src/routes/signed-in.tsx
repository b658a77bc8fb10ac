import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../api/session.ts'
import { AppFrame } from '../components/app-frame.tsx'
import { paths } from '../paths.ts'

/** Redirects to the sign-in page if there is no session, and afterwards back to the same page. */
export function SignedIn() {
  const session = useSession()
  const navigate = useNavigate()
  const { href } = useLocation()
  const away = session === null && !href.startsWith(paths.signIn)
  useEffect(() => {
    if (away) void navigate({ to: paths.signIn, search: (href === '/' ? {} : { to: href }) as never, replace: true })
  }, [away, href, navigate])
  return session ? <AppFrame /> : null
}
