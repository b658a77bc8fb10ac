import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { NotFound } from '../../components/not-found.tsx'
import { Page } from '../../components/page.tsx'
import { paths } from '../../paths.ts'
import { usePathWord } from '../../routes/use-param.ts'
import { Loading } from '../../ui/states.tsx'
import { useCurrentInSight } from '../../ui/use-current-in-sight.ts'

interface SettingsPlace {
  word: string
  label: string
  Part: ComponentType
}

/** Only what the server offers stands here. */
const PLACES: readonly SettingsPlace[] = [
  { word: 'api-keys', label: 'API keys', Part: lazy(() => import('./api-keys.tsx')) },
  { word: 'people', label: 'People', Part: lazy(() => import('./people.tsx')) },
  { word: 'sessions', label: 'Signed in', Part: lazy(() => import('./sessions.tsx')) },
  { word: 'model', label: 'Model and voice', Part: lazy(() => import('./model.tsx')) },
  { word: 'calling-rules', label: 'Calling rules', Part: lazy(() => import('./rules/calling-rules.tsx')) },
  { word: 'webhooks', label: 'Webhooks', Part: lazy(() => import('./webhooks/webhooks.tsx')) },
  { word: 'retention', label: 'Retention', Part: lazy(() => import('./retention/retention.tsx')) },
  { word: 'audit', label: 'Audit', Part: lazy(() => import('./audit.tsx')) },
  { word: 'organization', label: 'Organization', Part: lazy(() => import('./organization.tsx')) },
  { word: 'appearance', label: 'Appearance', Part: lazy(() => import('./appearance.tsx')) },
]

export function SettingsPage() {
  const word = usePathWord('page') ?? 'api-keys'
  const place = PLACES.find((candidate) => candidate.word === word)
  const row = useCurrentInSight(word)
  if (!place) return <NotFound />
  return (
    <Page title={place.label} crumb={{ to: paths.settings, label: 'Settings' }}>
      <div className="tele set">
        <nav className="confs" aria-label="Settings" ref={row}>
          {PLACES.map((one) => (
            <Link
              key={one.word}
              to={paths.settingsPage(one.word)}
              aria-current={one === place ? 'page' : undefined}
              activeProps={{}}
            >
              {one.label}
            </Link>
          ))}
        </nav>
        <div className="stack gap-6">
          <Suspense fallback={<Loading what={place.label.toLowerCase()} />}>
            <place.Part />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}
