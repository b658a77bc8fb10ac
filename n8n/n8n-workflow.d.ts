/**
 * The part of n8n's node interfaces that this package uses, so that it compiles without n8n (148 MB, and under a licence of its
 * own). `npm run proof -- n8n` compiles and runs the package with the real `n8n-workflow`.
 */
export type GenericValue = string | object | number | boolean | undefined | null
export interface IDataObject {
  [key: string]: GenericValue | IDataObject | GenericValue[] | IDataObject[]
}
export interface INodeExecutionData {
  json: IDataObject
  pairedItem?: { item: number }
}
export type IHttpRequestMethods = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT'
export interface IHttpRequestOptions {
  url: string
  method?: IHttpRequestMethods
  headers?: IDataObject
  body?: IDataObject
  json?: boolean
  returnFullResponse?: boolean
  ignoreHttpStatusErrors?: boolean
}
export interface INode {
  id: string
  name: string
}
export interface ICredentialDataDecryptedObject {
  [key: string]: GenericValue | GenericValue[] | IDataObject | IDataObject[]
}
interface Functions {
  getCredentials<T extends object = ICredentialDataDecryptedObject>(type: string): Promise<T>
  getNode(): INode
  helpers: {
    httpRequestWithAuthentication(this: Functions, type: string, options: IHttpRequestOptions): Promise<unknown>
  }
}
export interface IExecuteFunctions extends Functions {
  getInputData(): INodeExecutionData[]
  getNodeParameter(name: string, item: number, fallback?: unknown): unknown
  getExecutionId(): string
  continueOnFail(): boolean
}
export interface IHookFunctions extends Functions {
  getNodeWebhookUrl(name: 'default'): string | undefined
  getNodeParameter(name: string, fallback?: unknown): unknown
  getWorkflowStaticData(type: string): IDataObject
}
export interface IWebhookFunctions extends Functions {
  getWorkflowStaticData(type: string): IDataObject
  getHeaderData(): Record<string, string | string[] | undefined>
  getRequestObject(): { rawBody: Uint8Array }
  getResponseObject(): { status(code: number): { end(text?: string): unknown } }
}
export interface IWebhookResponseData {
  workflowData?: INodeExecutionData[][]
  noWebhookResponse?: boolean
}
export interface INodeProperties {
  displayName: string
  name: string
  type: 'string' | 'number' | 'json' | 'options' | 'multiOptions' | 'boolean'
  default: string | number | boolean | string[]
  description?: string
  required?: boolean
  noDataExpression?: boolean
  placeholder?: string
  typeOptions?: { password?: boolean; minValue?: number }
  options?: { name: string; value: string; description?: string; action?: string }[]
  displayOptions?: { show: Record<string, string[]> }
}
export interface INodeTypeDescription {
  displayName: string
  name: string
  icon: `file:${string}`
  group: ('output' | 'trigger')[]
  version: number
  subtitle?: string
  description: string
  defaults: { name: string }
  inputs: 'main'[]
  outputs: 'main'[]
  usableAsTool?: true
  credentials: { name: string; required: boolean }[]
  webhooks?: { name: 'default'; httpMethod: 'POST'; responseMode: 'onReceived'; path: string; rawBody?: boolean }[]
  properties: INodeProperties[]
}
export interface INodeType {
  description: INodeTypeDescription
  execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>
  webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>
  webhookMethods?: { default: Record<'checkExists' | 'create' | 'delete', (this: IHookFunctions) => Promise<boolean>> }
}
export interface ICredentialType {
  name: string
  displayName: string
  documentationUrl?: string
  properties: INodeProperties[]
  authenticate?: { type: 'generic'; properties: { headers: Record<string, string> } }
  test?: { request: { baseURL: string; url: string } }
}
