/** The demo campaign on the simulated carrier, with simulated people who speak. */
import { OutdialError } from '@outdial/sdk'
import { type Campaign, campaignKeys } from '../../api/campaigns.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'

export const SAMPLE_LIST = 'sample-contacts'
const NAME = 'Twenty people who do not exist'

export const isDemo = (campaign: Campaign): boolean => campaign.source_id === SAMPLE_LIST

async function peopleSpeak(configurationId: number): Promise<boolean> {
  const { data } = await api().GET('/api/v1/organizations/telephony-configs/{config_id}', {
    params: { path: { config_id: configurationId } },
  })
  return (data!.credentials as { people_speak?: boolean }).people_speak !== false
}

async function simulatedCarrier(): Promise<number> {
  const { data } = await api().GET('/api/v1/organizations/telephony-configs')
  for (const { id, provider } of data!.configurations)
    if (provider === 'simulator' && (await peopleSpeak(id))) return id
  // Never set as the default: a campaign without a chosen carrier must not use the simulation.
  const body = (name: string) => ({ name, is_default_outbound: false, config: { provider: 'simulator' as const } })
  const make = async (name: string) =>
    (await api().POST('/api/v1/organizations/telephony-configs', { body: body(name) as never })).data!.id
  return make('Simulated').catch((error: unknown) => {
    if (error instanceof OutdialError && error.status === 409) return make('Simulated, speaking')
    throw error
  })
}

/** Creates and starts the demo in one step; no real person is called. */
export async function startDemo(): Promise<Campaign> {
  const [{ data: workflows }, carrier] = await Promise.all([api().GET('/api/v1/workflow/fetch'), simulatedCarrier()])
  const workflow = workflows!.find((one) => one.status === 'active')
  if (!workflow) throw new Error('There is no workflow to talk with. Make one first.')
  const { data: campaign } = await api().POST('/api/v1/campaign/create', {
    body: {
      name: NAME,
      workflow_id: workflow.id,
      source_type: 'csv',
      source_id: SAMPLE_LIST,
      telephony_configuration_id: carrier,
      max_concurrency: 5,
      retry_config: { enabled: true, max_retries: 1, retry_delay_seconds: 20 },
    },
  })
  const { data: started } = await api().POST('/api/v1/campaign/{campaign_id}/start', {
    params: { path: { campaign_id: campaign!.id } },
  })
  await queryClient.invalidateQueries({ queryKey: campaignKeys.list })
  await queryClient.invalidateQueries({ queryKey: ['telephony-configs'] })
  return started!
}
