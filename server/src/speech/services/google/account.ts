/** The key file of a Google service account, which users enter in the field of the API key. */
export interface ServiceAccount {
  client_email: string
  private_key: string
  project_id: string
  token_uri: string
}

const TOKEN_URI = 'https://oauth2.googleapis.com/token'

export function readServiceAccount(key: string): ServiceAccount | null {
  try {
    const account = JSON.parse(key) as Partial<Record<keyof ServiceAccount, unknown>>
    const { client_email, private_key, project_id, token_uri = TOKEN_URI } = account
    const texts = [client_email, private_key, project_id, token_uri]
    if (texts.some((text) => typeof text !== 'string' || text === '')) return null
    return { client_email, private_key, project_id, token_uri } as ServiceAccount
  } catch {
    return null
  }
}

export function isServiceAccount(key: string): boolean {
  return readServiceAccount(key) !== null
}
