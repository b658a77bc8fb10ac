import { OutdialError, type Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'
import { api } from './session.ts'

export type Rehearsal = Schemas['CampaignRehearsal']

const LOOK_MS = 1_000

/** The rehearsal of a campaign; null: there is none yet. */
async function readRehearsal(id: number): Promise<Rehearsal | null> {
  try {
    return await api().campaigns.rehearsal(id)
  } catch (error) {
    if (error instanceof OutdialError && error.code === 'rehearsal_not_found') return null
    throw error
  }
}

export const campaignRehearsal = (id: number) =>
  queryOptions({
    queryKey: ['campaign', id, 'rehearsal'],
    staleTime: 0,
    queryFn: () => readRehearsal(id),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
  })

/** Starts a rehearsal. Another window may have started one at the same moment: then its progress is shown. */
export async function startRehearsal(id: number): Promise<void> {
  try {
    await api().campaigns.rehearse(id)
  } catch (error) {
    if (!(error instanceof OutdialError && error.code === 'rehearsal_running')) throw error
  }
  await queryClient.invalidateQueries({ queryKey: campaignRehearsal(id).queryKey })
}
