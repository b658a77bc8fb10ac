/** Links to a contact list as CSV, for users who may see a campaign that uses it. */
import type { SecretBox } from '../kernel/secret-box.ts'
import { signLink } from '../kernel/signed-link.ts'

export const LIST_DOWNLOAD_LINK_KIND = 'list-download'
export const LIST_DOWNLOAD_LIFE_SECONDS = 900

export function listDownloadUrl(
  { secrets, publicUrl }: { secrets: SecretBox; publicUrl: string },
  list: { organizationId: number; listId: number },
  nowMs: number,
): string {
  const expiresAtMs = nowMs + LIST_DOWNLOAD_LIFE_SECONDS * 1000
  return `${publicUrl}/api/v1/contact-list-downloads/${signLink(secrets, LIST_DOWNLOAD_LINK_KIND, [list.organizationId, list.listId], expiresAtMs)}`
}
