import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow'
import { get } from '../request'

/** Limit of one request of Outdial. */
const ENROLLED_AT_ONCE_MAX = 10_000

const showFor = (...operations: string[]) => ({ show: { operation: operations } })

export class Outdial implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Outdial',
    name: 'outdial',
    icon: 'file:outdial.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Add people to voice campaigns, call, pause, and read results',
    defaults: { name: 'Outdial' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'outdialApi', required: true }],
    properties: [
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        default: 'enrol',
        options: [
          { name: 'Add People to a Campaign', value: 'enrol', action: 'Add people to a campaign' },
          { name: 'Call a Number', value: 'call', action: 'Call a number' },
          { name: 'Get a Call', value: 'getCall', action: 'Get a call' },
          { name: 'Get Results of a Campaign', value: 'report', action: 'Get results of a campaign' },
          { name: 'Pause a Campaign', value: 'pause', action: 'Pause a campaign' },
          { name: 'Resume a Campaign', value: 'resume', action: 'Resume a campaign' },
        ],
      },
      {
        displayName: 'Campaign ID',
        name: 'campaignId',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 0,
        required: true,
        displayOptions: showFor('enrol', 'pause', 'resume', 'report'),
      },
      {
        displayName: 'Workflow ID',
        name: 'workflowId',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 0,
        required: true,
        description: 'The workflow of Outdial that the agent follows',
        displayOptions: showFor('call'),
      },
      {
        displayName: 'Call ID',
        name: 'callId',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 0,
        required: true,
        description: 'For example call_id of an event of the Outdial Trigger',
        displayOptions: showFor('getCall'),
      },
      {
        displayName: 'Phone Number',
        name: 'phoneNumber',
        type: 'string',
        default: '',
        required: true,
        placeholder: '+12025550100',
        displayOptions: showFor('enrol', 'call'),
      },
      {
        displayName: 'Variables',
        name: 'variables',
        type: 'json',
        default: '{}',
        description: 'What the workflow says about this person, as a JSON object',
        displayOptions: showFor('enrol', 'call'),
      },
      {
        displayName: 'Fail if a Person Is Rejected',
        name: 'failOnRejected',
        type: 'boolean',
        default: true,
        description: 'Whether a rejected phone number stops the workflow; otherwise its item has the status "rejected"',
        displayOptions: showFor('enrol'),
      },
    ],
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const items = this.getInputData().map((_, item) => item)
    const operation = String(this.getNodeParameter('operation', 0))
    if (operation === 'enrol') return [await enrolAll(this, items)]
    const results: INodeExecutionData[] = []
    for (const item of items) results.push(await orFailure(this, item, () => one(this, operation, item)))
    return [results]
  }
}

async function one(functions: IExecuteFunctions, operation: string, item: number): Promise<IDataObject> {
  const id = (name: string) => idOf(functions, name, item)
  switch (operation) {
    case 'call':
      return get(functions, {
        method: 'POST',
        path: '/api/v1/telephony/initiate-call',
        body: { workflow_id: id('workflowId'), ...person(functions, item) },
        // "Retry on fail" must not call a person twice.
        idempotencyKey: `n8n-${functions.getExecutionId()}-${functions.getNode().id}-${item}`,
      })
    case 'getCall':
      return get(functions, { method: 'GET', path: `/api/v1/calls/${id('callId')}` })
    case 'report':
      return get(functions, { method: 'GET', path: `/api/v1/campaign/${id('campaignId')}/results` })
    case 'pause':
    case 'resume':
      return get(functions, { method: 'POST', path: `/api/v1/campaign/${id('campaignId')}/${operation}` })
    default:
      throw new Error(`There is no operation "${operation}".`)
  }
}

/** People of the same campaign are sent together. Outdial adds a number to a campaign once, so that repeating it is harmless. */
async function enrolAll(functions: IExecuteFunctions, items: readonly number[]): Promise<INodeExecutionData[]> {
  const results = new Map<number, INodeExecutionData>()
  const campaigns = new Map<number, { item: number; contact: IDataObject }[]>()
  for (const item of items) {
    const failure = await orFailure(functions, item, async () => {
      const campaignId = idOf(functions, 'campaignId', item)
      const people = campaigns.get(campaignId) ?? []
      campaigns.set(campaignId, people)
      people.push({ item, contact: person(functions, item) })
      return {}
    })
    results.set(item, failure)
  }
  for (const [campaignId, people] of campaigns) {
    for (let from = 0; from < people.length; from += ENROLLED_AT_ONCE_MAX) {
      const batch = people.slice(from, from + ENROLLED_AT_ONCE_MAX)
      for (const [item, result] of await enrol(functions, campaignId, batch)) results.set(item, result)
    }
  }
  return items.map((item) => results.get(item)!)
}

async function enrol(
  functions: IExecuteFunctions,
  campaignId: number,
  batch: readonly { item: number; contact: IDataObject }[],
): Promise<Map<number, INodeExecutionData>> {
  const contacts = batch.map(({ contact }) => contact)
  const asked = get(functions, { method: 'POST', path: `/api/v1/campaign/${campaignId}/contacts`, body: { contacts } })
  const results = new Map<number, INodeExecutionData>()
  for (const [index, { item }] of batch.entries()) {
    const result = await orFailure(functions, item, async () => {
      const rows = (await asked).results as { index: number; status: string; column: string; message: string }[]
      const row = rows.find((each) => each.index === index)
      if (row === undefined) throw new Error('Outdial did not say what became of this person.')
      const fails = functions.getNodeParameter('failOnRejected', item, true) !== false
      if (row.status === 'rejected' && fails) throw new Error(`${row.column}: ${row.message}`)
      return { campaign_id: campaignId, ...row, index: item }
    })
    results.set(item, result)
  }
  return results
}

function person(functions: IExecuteFunctions, item: number): IDataObject {
  return {
    phone_number: String(functions.getNodeParameter('phoneNumber', item)),
    variables: variablesOf(functions.getNodeParameter('variables', item, '{}')),
  }
}

function variablesOf(given: unknown): IDataObject {
  const read = typeof given === 'string' ? parsed(given) : given
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error('Variables must be a JSON object, for example {"first_name": "Ada"}.')
  return read as IDataObject
}

function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return null
  }
}

function idOf(functions: IExecuteFunctions, name: string, item: number): number {
  const id = Number(functions.getNodeParameter(name, item))
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new Error(`${name} must be the id that Outdial shows, a whole number above 0.`)
}

/** "Continue on fail": the failure becomes the item's output. */
async function orFailure(
  functions: IExecuteFunctions,
  item: number,
  work: () => Promise<IDataObject>,
): Promise<INodeExecutionData> {
  try {
    return { json: await work(), pairedItem: { item } }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (functions.continueOnFail()) return { json: { error: message }, pairedItem: { item } }
    throw new Error(`Item ${item}: ${message}`)
  }
}
