import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { NotFound } from '../../components/not-found.tsx'
import { Page } from '../../components/page.tsx'
import { SETTINGS_PAGES, type SettingsPageKey } from '../../components/settings-pages.ts'
import { paths } from '../../paths.ts'
import { usePathParam } from '../../routes/use-param.ts'
import { Loading } from '../../ui/states.tsx'
import { useScrollCurrentIntoView } from '../../ui/use-scroll-current-into-view.ts'
import { settingsWords } from '../../words/settings.ts'

const PARTS: Record<SettingsPageKey, ComponentType> = {
  'api-keys': lazy(() => import('./api-keys.tsx')),
  people: lazy(() => import('./people.tsx')),
  sessions: lazy(() => import('./sessions.tsx')),
  model: lazy(() => import('./model.tsx')),
  'calling-rules': lazy(() => import('./rules/calling-rules.tsx')),
  'contact-lists': lazy(() => import('./contact-lists.tsx')),
  registries: lazy(() => import('./registries.tsx')),
  tools: lazy(() => import('./tools/tools.tsx')),
  documents: lazy(() => import('./documents.tsx')),
  recordings: lazy(() => import('./recordings.tsx')),
  webhooks: lazy(() => import('./webhooks/webhooks.tsx')),
  retention: lazy(() => import('./retention/retention.tsx')),
  audit: lazy(() => import('./audit.tsx')),
  abandonment: lazy(() => import('./abandonment.tsx')),
  costs: lazy(() => import('./costs/costs.tsx')),
  usage: lazy(() => import('./usage.tsx')),
  organization: lazy(() => import('./organization.tsx')),
  appearance: lazy(() => import('./appearance.tsx')),
}
const WORDS = Object.keys(SETTINGS_PAGES) as SettingsPageKey[]

export function SettingsPage() {
  const word = usePathParam('page') ?? 'api-keys'
  const place = WORDS.find((candidate) => candidate === word)
  const row = useScrollCurrentIntoView(word)
  if (!place) return <NotFound />
  const label = SETTINGS_PAGES[place]
  const Part = PARTS[place]
  return (
    <Page title={label} crumb={{ to: paths.settings, label: settingsWords.settings }}>
      <div className="tele set">
        <nav className="confs" aria-label={settingsWords.settings} ref={row}>
          {WORDS.map((one) => (
            <Link
              key={one}
              to={paths.settingsPage(one)}
              aria-current={one === place ? 'page' : undefined}
              activeProps={{}}
            >
              {SETTINGS_PAGES[one]}
            </Link>
          ))}
        </nav>
        <div className="stack gap-6">
          <Suspense fallback={<Loading what={label} />}>
            <Part />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}
