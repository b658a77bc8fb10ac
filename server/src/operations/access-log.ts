/** One line per answered request, if enabled: client, route, status and duration. */
import type { FinishedRequest } from '../http/finished-request.ts'
import type { Log } from '../kernel/log.ts'

export function accessLog(log: Log): (request: FinishedRequest) => void {
  return ({ method, route, status, ms, requestId, organizationId, apiKeyId, userId, address }) =>
    log.info(
      {
        request_id: requestId,
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        organization_id: organizationId,
        api_key_id: apiKeyId,
        user_id: userId,
        address,
      },
      'request',
    )
}
