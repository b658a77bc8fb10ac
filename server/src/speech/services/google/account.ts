/** The key file of a Google service account, which users enter in the field of the API key. */
import { parseJsonObject } from '../../../kernel/parse-json.ts'
export interface ServiceAccount {
  client_email: string
  private_key: string
  project_id: string
  token_uri: string
}

const TOKEN_URI = 'https://oauth2.googleapis.com/token'

export function readServiceAccount(key: string): ServiceAccount | null {
  const { client_email, private_key, project_id, token_uri = TOKEN_URI } = parseJsonObject(key) ?? {}
  const texts = [client_email, private_key, project_id, token_uri]
  if (texts.some((text) => typeof text !== 'string' || text === '')) return null
  return { client_email, private_key, project_id, token_uri } as ServiceAccount
}

export function isServiceAccount(key: string): boolean {
  return readServiceAccount(key) !== null
}
