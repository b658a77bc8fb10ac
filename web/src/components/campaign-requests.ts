/** Actions on a campaign: each sends a request and shows the answer, which counts even if the page is outdated. */
import type { BodyOf, Schemas } from '@outdial/sdk'
import { type Campaign, campaignKeys } from '../api/campaigns.ts'
import { sentenceOf } from '../api/error-words.ts'
import { queryClient } from '../api/query-client.ts'
import { api } from '../api/session.ts'
import { refetchSoon } from '../live/apply-events.ts'
import { clearAlarm, raiseAlarm } from '../ui/alarm.tsx'
import { toast } from '../ui/toast.tsx'
import { campaignRequestWords as w } from '../words/campaign-requests.ts'
import { ALL_CAMPAIGNS, isPausing, setCampaignPausing } from './pausing.ts'

export const campaignPath = (id: number) => ({ params: { path: { campaign_id: id } } })

/** Shows the answer of the server on every page. */
export function showCampaign(campaign: Campaign): Campaign {
  queryClient.setQueryData(campaignKeys.one(campaign.id), campaign)
  queryClient.setQueryData<Campaign[]>(campaignKeys.list, (list) =>
    list?.map((one) => (one.id === campaign.id ? campaign : one)),
  )
  refetchSoon(campaignKeys.progress(campaign.id))
  return campaign
}

export async function startCampaign(id: number, acceptedDuties: readonly string[] = []): Promise<Campaign> {
  const campaign = showCampaign(await api().campaigns.start(id, { accept_duties: [...acceptedDuties] }))
  toast(w.started, { action: { label: w.pause, run: () => void pauseCampaign(campaign, 0) } })
  return campaign
}

const alarmOf = (id: number) => `pause-${id}`

/** A pause without an answer for this long raises an alarm; the client itself retries for up to two minutes. */
const NO_ANSWER_MS = 4_000

const silences = new Map<number, ReturnType<typeof setTimeout>>()

/** After this time without an answer the button can be pressed again, which sends another request. */
function awaitAnswer(id: number, onSilence: () => void): void {
  setCampaignPausing(id, true)
  clearTimeout(silences.get(id))
  const report = () => {
    setCampaignPausing(id, false)
    onSilence()
  }
  silences.set(id, setTimeout(report, NO_ANSWER_MS))
}

function endSilence(id: number): void {
  clearTimeout(silences.get(id))
  silences.delete(id)
  setCampaignPausing(id, false)
}

/** Pauses that the server has not answered, by campaign. A pause that is sent again leaves the request before it under way. */
const unanswered = new Map<number, AbortController>()

/** One signal for all requests that are to pause this campaign. */
function pauseSignal(id: number): AbortSignal {
  const requests = unanswered.get(id) ?? new AbortController()
  unanswered.set(id, requests)
  return requests.signal
}

/** The client would send a lost pause again, and pause a campaign that was resumed meanwhile. */
function dropRequests(id: number): void {
  unanswered.get(id)?.abort()
  unanswered.delete(id)
}

/** The server has said what the campaign does now: no pause is under way, and no alarm about one is needed. */
function endPause(id: number): void {
  endSilence(id)
  clearAlarm(alarmOf(id))
  dropRequests(id)
}

/** The campaign as of now; null: the server did not answer. */
async function readCampaign(id: number): Promise<Campaign | null> {
  try {
    return (await api().GET('/api/v1/campaign/{campaign_id}', campaignPath(id))).data ?? null
  } catch {
    return null
  }
}

/** Pausing never asks for confirmation. A failed pause stays on the screen until the user dismisses it. */
export async function pauseCampaign(campaign: Pick<Campaign, 'id' | 'name'>, live: number): Promise<void> {
  const { id, name } = campaign
  if (isPausing(id)) return
  const alarm = (text: string) =>
    raiseAlarm({
      key: alarmOf(id),
      text,
      retry: { label: w.pauseAgain, run: () => void pauseCampaign(campaign, live) },
    })
  awaitAnswer(id, () => alarm(w.noAnswerYet(name)))
  const signal = pauseSignal(id)
  const end = (now: Campaign, text: string) => {
    showCampaign(now)
    endPause(id)
    toast(text)
  }
  try {
    const { data } = await api().POST('/api/v1/campaign/{campaign_id}/pause', { ...campaignPath(id), signal })
    end(data!, w.isPaused(name, pausedWords(live)))
  } catch (error) {
    // A refusal may mean that the campaign stopped before: an earlier request succeeded, another user paused it, or it completed.
    const found = await readCampaign(id)
    if (signal.aborted) return
    if (found && found.state !== 'running') return end(found, w.hasStopped(name, found.state))
    alarm(w.notPaused(name, sentenceOf(error)))
    endSilence(id)
  }
}

const pausedWords = (live: number): string => (live === 0 ? w.noNewCall : w.finishing(live))

/** Pauses all campaigns with one request. */
export async function pauseAll(): Promise<void> {
  if (isPausing(ALL_CAMPAIGNS)) return
  const retry = { label: w.pauseAllAgain, run: () => void pauseAll() }
  awaitAnswer(ALL_CAMPAIGNS, () => raiseAlarm({ key: alarmOf(ALL_CAMPAIGNS), text: w.noAnswerYetAll, retry }))
  const signal = pauseSignal(ALL_CAMPAIGNS)
  try {
    const { data } = await api().POST('/api/v1/campaign/pause-all', { signal })
    const { paused, still_running } = data!
    endPause(ALL_CAMPAIGNS)
    for (const { id } of paused) endPause(id)
    await queryClient.invalidateQueries({ queryKey: campaignKeys.list })
    for (const { id } of paused) refetchSoon(campaignKeys.one(id))
    const live = paused.reduce((sum, campaign) => sum + campaign.live_calls, 0)
    const done = w.paused(paused.length)
    if (still_running.length === 0) return toast(`${done} ${pausedWords(live)}`)
    const names = still_running.map(({ name }) => name).join(', ')
    raiseAlarm({ key: alarmOf(ALL_CAMPAIGNS), text: w.stillRunning(done, still_running.length, names), retry })
  } catch (error) {
    if (signal.aborted) return
    raiseAlarm({
      key: alarmOf(ALL_CAMPAIGNS),
      text: w.noneIsPaused(sentenceOf(error)),
      retry,
    })
    endSilence(ALL_CAMPAIGNS)
  }
}

/** Called from the dialog that shows how many people are affected; a refusal is shown there. */
export async function resumeCampaign(
  campaign: Pick<Campaign, 'id' | 'name'>,
  takesCurrentVersion: boolean,
  acceptedDuties: readonly string[] = [],
): Promise<void> {
  dropRequests(campaign.id)
  const wanted = { use_current_version: takesCurrentVersion, accept_duties: [...acceptedDuties] }
  const resumed = showCampaign(await api().campaigns.resume(campaign.id, wanted))
  endPause(campaign.id)
  toast(w.resumed(campaign.name, resumed.workflow_version_number), {
    action: { label: w.pause, run: () => void pauseCampaign(resumed, 0) },
  })
}

export async function redialCampaign(
  id: number,
  wanted: { retry_on_voicemail: boolean; retry_on_no_answer: boolean; retry_on_busy: boolean },
): Promise<Campaign> {
  const redialed = await api().campaigns.redial(id, wanted)
  await queryClient.invalidateQueries({ queryKey: campaignKeys.list })
  refetchSoon(campaignKeys.one(id))
  return redialed
}

/** Called from the dialog that shows how many people will not be called; a refusal is shown there. */
export async function finishCampaign({ id, name }: Pick<Campaign, 'id' | 'name'>): Promise<void> {
  showCampaign(await api().campaigns.finish(id))
  refetchSoon(campaignKeys.contacts(id))
  toast(w.finished(name))
}

/** Closes a campaign: from now on it completes when its last contact is finished. */
export async function closeCampaign({ id, name }: Pick<Campaign, 'id' | 'name'>): Promise<void> {
  const { data } = await api().POST('/api/v1/campaign/{campaign_id}/close', campaignPath(id))
  showCampaign(data!)
  toast(w.closed(name))
}

/** Sets the limit in the organization's currency; null removes it. Possible in every state of the campaign. */
export async function setSpendLimit({ id }: Pick<Campaign, 'id'>, limit: string | null): Promise<void> {
  const { data } = await api().PUT('/api/v1/campaign/{campaign_id}/spend-limit', {
    ...campaignPath(id),
    body: { max_spend: limit },
  })
  showCampaign(data!)
  toast(limit === null ? w.limitRemoved : w.limitSaved)
}

export type Enrolment = Schemas['Enrolment']
export type NewContacts = BodyOf<'/api/v1/campaign/{campaign_id}/contacts', 'post'>

/** Adds people. A number that the campaign already has is not added again, so sending the same people twice does no harm. */
export async function enrolPeople({ id }: Pick<Campaign, 'id'>, people: NewContacts): Promise<Enrolment> {
  const enrolment = await api().campaigns.enrol(id, people)
  refetchSoon(campaignKeys.one(id))
  refetchSoon(campaignKeys.contacts(id))
  refetchSoon(campaignKeys.list)
  await queryClient.invalidateQueries({ queryKey: ['contact-lists'] })
  return enrolment
}

export async function deleteCampaign(id: number): Promise<void> {
  await api().DELETE('/api/v1/campaign/{campaign_id}', campaignPath(id))
  queryClient.removeQueries({ queryKey: campaignKeys.one(id) })
  await queryClient.invalidateQueries({ queryKey: campaignKeys.list })
}

export async function changeCampaign(
  id: number,
  changes: Partial<
    Pick<Campaign, 'name' | 'retry_config' | 'max_concurrency' | 'schedule_config' | 'circuit_breaker' | 'keep_open'>
  >,
): Promise<Campaign> {
  const { data } = await api().PATCH('/api/v1/campaign/{campaign_id}', { ...campaignPath(id), body: changes })
  return showCampaign(data!)
}
