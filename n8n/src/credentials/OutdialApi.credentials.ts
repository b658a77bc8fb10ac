import type { ICredentialType, INodeProperties } from 'n8n-workflow'

/** The address of an Outdial server and an API key. */
export class OutdialApi implements ICredentialType {
  name = 'outdialApi'
  displayName = 'Outdial API'
  documentationUrl = 'https://github.com/outdial/outdial/blob/main/docs/n8n.md'
  properties: INodeProperties[] = [
    {
      displayName: 'Server',
      name: 'server',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://calls.example.com',
      description: 'Where Outdial runs, without a path',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'Scope operate for the node; admin for the trigger, which creates a webhook',
    },
  ]
  authenticate = { type: 'generic' as const, properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } } }
  test = { request: { baseURL: '={{$credentials.server}}', url: '/api/v1/organization' } }
}
