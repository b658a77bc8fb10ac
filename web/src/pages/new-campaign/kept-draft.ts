/**
 * A campaign in the making outlives the page: what was chosen is kept in this browser, the list on the server. Nothing of
 * the list itself is kept here; it is somebody's name and number.
 */
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/session.ts'
import { defaults } from '../../forms/campaign-settings.ts'
import { type Draft, emptyDraft } from './draft.ts'

type Kept = Pick<
  Draft,
  'name' | 'reading' | 'workflowId' | 'configurationId' | 'settings' | 'autoZone' | 'accepted'
> & {
  sourceId: string | null
}

const placeOf = (organizationId: number): string => `outdial-new-campaign-${organizationId}`

function load(place: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null
    return kept && typeof kept.name === 'string' && kept.settings && kept.reading ? kept : null
  } catch {
    return null
  }
}

/** A browser without room or permission only forgets the draft. */
function keep(place: string, next: Kept): void {
  try {
    localStorage.setItem(place, JSON.stringify(next))
  } catch {
    // The draft stays on the page.
  }
}

/** The draft as it was left, and saved on every change. */
export function useKeptDraft(organizationId: number) {
  const place = placeOf(organizationId)
  const [kept] = useState(() => load(place))
  const [empty] = useState(emptyDraft)
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...chosenOf(kept) }))
  const forgotten = useRef(false)
  useEffect(() => {
    if (!kept?.sourceId) return
    const path = { params: { path: { source_id: kept.sourceId } } }
    void api()
      .GET('/api/v1/contact-lists/{source_id}', path)
      .then(({ data }) => data && setDraft((now) => (now.list ? now : { ...now, list: data })))
      // A list that is gone is no longer part of the draft.
      .catch(() => {})
  }, [kept])
  useEffect(() => {
    if (forgotten.current) return
    const { name, reading, workflowId, configurationId, settings, autoZone, accepted, list } = draft
    const begun = name !== '' || list !== null || settings !== empty.settings
    if (!begun) return localStorage.removeItem(place)
    const next: Kept = {
      name,
      reading,
      workflowId,
      configurationId,
      settings,
      autoZone,
      accepted,
      sourceId: list?.source_id ?? null,
    }
    // Until the list has been read again, the draft still has it.
    if (next.sourceId === null && kept?.sourceId && name === kept.name) next.sourceId = kept.sourceId
    keep(place, next)
  }, [draft, place, kept, empty])
  return {
    draft,
    setDraft,
    begun: draft.name !== '' || draft.list !== null,
    forget() {
      forgotten.current = true
      localStorage.removeItem(place)
    },
    startAfresh() {
      localStorage.removeItem(place)
      setDraft(empty)
    },
  }
}

function chosenOf(kept: Kept | null): Partial<Draft> {
  if (!kept) return {}
  const { sourceId: _, ...chosen } = kept
  // A draft that an earlier version of this page kept lacks settings that came later.
  return { ...chosen, settings: { ...defaults(), ...chosen.settings } }
}
