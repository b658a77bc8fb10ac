/**
 * A campaign that is being created survives a reload: the choices are stored in this browser, the list on the server. The list
 * itself is not stored here, because it is personal data.
 */
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/session.ts'
import { defaultCampaignSettings } from '../../forms/campaign-settings.ts'
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

/** Stores the draft. If the browser has no space or permission, only the draft is lost on a reload. */
function keep(place: string, next: Kept): void {
  try {
    localStorage.setItem(place, JSON.stringify(next))
  } catch {
    // Deletes the stored draft; it stays on the page.
  }
}

function drop(place: string): void {
  try {
    localStorage.removeItem(place)
  } catch {
    // If storage is refused, nothing was stored.
  }
}

/** The stored draft, which is saved on every change. */
export function useSavedDraft(organizationId: number) {
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
      // A list that was deleted is no longer part of the draft.
      .catch(() => {})
  }, [kept])
  useEffect(() => {
    if (forgotten.current) return
    const { name, reading, workflowId, configurationId, settings, autoZone, accepted, list } = draft
    const begun = name !== '' || list !== null || settings !== empty.settings
    if (!begun) return drop(place)
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
    // Until the list has been read again, the stored draft keeps it.
    if (next.sourceId === null && kept?.sourceId && name === kept.name) next.sourceId = kept.sourceId
    keep(place, next)
  }, [draft, place, kept, empty])
  return {
    draft,
    setDraft,
    begun: draft.name !== '' || draft.list !== null,
    forget() {
      forgotten.current = true
      drop(place)
    },
    startAfresh() {
      drop(place)
      setDraft(empty)
    },
  }
}

function chosenOf(kept: Kept | null): Partial<Draft> {
  if (!kept) return {}
  const { sourceId: _, ...chosen } = kept
  // A draft stored by an earlier version of this page lacks later settings.
  return { ...chosen, settings: { ...defaultCampaignSettings(), ...chosen.settings } }
}
