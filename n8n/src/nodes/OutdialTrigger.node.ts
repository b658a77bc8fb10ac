import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow'
import { ask, get } from '../request'
import { isSigned } from '../signature'

const WEBHOOKS = '/api/v1/webhooks'
/** Outdial repeats a message that was not answered in time; ids of so many are remembered. */
const REMEMBERED_IDS_MAX = 500

const EVENTS = [
  { name: 'Call Analyzed', value: 'call_analyzed' },
  { name: 'Call Ended', value: 'call_ended' },
  { name: 'Campaign Completed', value: 'campaign_completed' },
  { name: 'Campaign Failed', value: 'campaign_failed' },
  { name: 'Campaign Paused', value: 'campaign_paused' },
  { name: 'Contact Called Back', value: 'contact_called_back' },
  { name: 'Do-Not-Call List Changed', value: 'suppression_changed' },
  { name: 'Spend Limit Reached', value: 'spend_limit_reached' },
]

/** Starts a workflow by signed messages of Outdial. Activating it creates a webhook there; deactivating it deletes it. */
export class OutdialTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Outdial Trigger',
    name: 'outdialTrigger',
    icon: 'file:outdial.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow when something happens in Outdial',
    defaults: { name: 'Outdial Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'outdialApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        default: ['call_ended'],
        description: 'None: every event',
        options: EVENTS,
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node')
        if (kept.webhookId === undefined || kept.url !== this.getNodeWebhookUrl('default')) return false
        const { status, body } = await ask(this, { method: 'GET', path: `${WEBHOOKS}/${String(kept.webhookId)}` })
        return status === 200 && body.is_active === true
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const url = this.getNodeWebhookUrl('default')
        if (url === undefined) throw new Error('n8n has no address for this trigger.')
        const chosen = this.getNodeParameter('events') as string[]
        const body: IDataObject = { url, description: 'n8n', event_types: chosen.length === 0 ? null : chosen }
        const { id, secret } = await get(this, { method: 'POST', path: WEBHOOKS, body })
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret, url, seen: [] })
        return true
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node')
        if (kept.webhookId === undefined) return true
        const { status } = await ask(this, { method: 'DELETE', path: `${WEBHOOKS}/${String(kept.webhookId)}` })
        if (status >= 300 && status !== 404) return false
        for (const name of ['webhookId', 'secret', 'url', 'seen']) delete kept[name]
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const kept = this.getWorkflowStaticData('node')
    const headers = this.getHeaderData()
    const { rawBody } = this.getRequestObject()
    if (
      !(await isSigned(rawBody, headers as Record<string, string | undefined>, String(kept.secret ?? ''), Date.now()))
    ) {
      this.getResponseObject().status(401).end('The signature is not that of this webhook.')
      return { noWebhookResponse: true }
    }
    const id = String(headers['webhook-id'])
    const seen = (kept.seen as string[] | undefined) ?? []
    const message = JSON.parse(new TextDecoder().decode(rawBody)) as IDataObject
    // A message may come twice, and the test message starts nothing.
    if (seen.includes(id) || message.type === 'webhook_test') return {}
    kept.seen = [...seen, id].slice(-REMEMBERED_IDS_MAX)
    return { workflowData: [[{ json: { id, ...message } }]] }
  }
}
