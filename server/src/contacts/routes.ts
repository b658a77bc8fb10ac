import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { pageAnswer, pageQuery } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { integer, text } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { decodeNumberPart, readLink } from '../kernel/signed-link.ts'
import { type DeleteListDeps, removeList } from './delete-list.ts'
import { listCsv } from './list-csv.ts'
import { LIST_DOWNLOAD_LINK_KIND } from './list-download.ts'
import type { RecomputeDeps } from './list-zones.ts'
import { previewRoute } from './preview-routes.ts'
import { findListById, findReadyList, listLists, type StoredList, setListPriority } from './queries.ts'
import { rejectedCsv } from './rejected-csv.ts'
import { PRIORITY_MAX, PRIORITY_NORMAL } from './rules/queue-options.ts'
import { contactListShape, LIST_EXAMPLE, serializeList } from './schemas.ts'
import { type UploadDeps, uploadRoutes } from './upload-routes.ts'
import { zoneRoute } from './zone-routes.ts'

const BASE = '/api/v1/contact-lists'
const TAG = 'Contact lists'
const LIST_PATH = z.object({ source_id: text() })

export function contactRoutes(deps: UploadDeps & DeleteListDeps & RecomputeDeps): Route[] {
  const { db } = deps

  async function find(organizationId: number, sourceId: string): Promise<StoredList> {
    const list = await findReadyList(db, organizationId, sourceId)
    if (!list) throw new ApiError('contact_list_not_found')
    return list
  }

  return [
    ...uploadRoutes(deps),
    previewRoute(deps),
    zoneRoute(deps),
    route({
      method: 'GET',
      path: BASE,
      operation: 'listContactLists',
      tag: TAG,
      summary: 'List the uploaded contact lists',
      query: z.object(pageQuery),
      answer: pageAnswer('contact_lists', contactListShape, LIST_EXAMPLE),
      async handle({ principal, query }) {
        const { rows, next_cursor } = await listLists(db, principal.organizationId, query)
        return { contact_lists: rows.map(serializeList), next_cursor }
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/{source_id}`,
      operation: 'getContactList',
      tag: TAG,
      summary: 'Read about an uploaded contact list',
      params: LIST_PATH,
      answer: { schema: contactListShape, example: LIST_EXAMPLE },
      errors: ['contact_list_not_found'],
      handle: async ({ principal, params }) => serializeList(await find(principal.organizationId, params.source_id)),
    }),
    route({
      method: 'GET',
      path: `${BASE}/{source_id}/rejected`,
      operation: 'getRejectedRows',
      tag: TAG,
      summary: 'The rejected rows of a contact list with their reasons',
      params: LIST_PATH,
      answer: { contentType: 'text/csv', description: 'row, column, code, message, value' },
      errors: ['contact_list_not_found'],
      async handle({ principal, params, reply }) {
        const list = await find(principal.organizationId, params.source_id)
        return csv(reply, 'rejected.csv', rejectedCsv(db, principal.organizationId, list.id))
      },
    }),
    route({
      method: 'PATCH',
      path: `${BASE}/{source_id}`,
      operation: 'updateContactList',
      tag: TAG,
      summary: 'Set the priority of a contact list',
      description: `Rows with a \`priority\` of their own keep it. It applies when the list is next used: a campaign that is created from it calls its rows by priority; if the list is added to a campaign that exists, its people with a priority above ${PRIORITY_NORMAL} come before all people not dialed yet. Campaigns that have the list already keep their order.`,
      params: LIST_PATH,
      body: z.object({
        priority: integer({ minimum: 0, maximum: PRIORITY_MAX })
          .nullable()
          .meta({
            description: `Higher is called first. Null: ${PRIORITY_NORMAL}.`,
          }),
      }),
      bodyExample: { priority: 7 },
      answer: { schema: contactListShape, example: { ...LIST_EXAMPLE, priority: 7 } },
      errors: ['contact_list_not_found'],
      async handle({ principal, params, body: { priority } }) {
        const list = await find(principal.organizationId, params.source_id)
        await setListPriority(db, list.id, priority)
        return serializeList({ ...list, priority })
      },
    }),
    route({
      method: 'DELETE',
      path: `${BASE}/{source_id}`,
      operation: 'deleteContactList',
      tag: TAG,
      summary: 'Delete a contact list that no campaign uses',
      params: LIST_PATH,
      answer: { schema: contactListShape, example: LIST_EXAMPLE },
      errors: ['contact_list_not_found', 'contact_list_in_use'],
      handle: async ({ principal, params }) =>
        serializeList(await removeList(deps, principal.organizationId, params.source_id)),
    }),
    downloadRoute(deps),
  ]
}

/** Route of a campaign's `source-download-url`: the signed link names the list, the organization and the expiry. */
function downloadRoute({ db, clock, secrets }: UploadDeps): Route {
  return route({
    method: 'GET',
    path: '/api/v1/contact-list-downloads/{link}',
    operation: 'downloadContactList',
    tag: TAG,
    summary: 'A contact list as CSV, by a link that a campaign gave',
    access: 'none',
    params: z.object({ link: text() }),
    answer: { contentType: 'text/csv', description: 'The columns of the file, the numbers as they are dialled.' },
    errors: ['forbidden', 'link_expired', 'contact_list_not_found'],
    async handle({ params, reply }) {
      const link = readLink(secrets, LIST_DOWNLOAD_LINK_KIND, params.link)
      if (!link) throw new ApiError('forbidden')
      if (link.expiresAtMs <= clock.now()) throw new ApiError('link_expired')
      const [organizationId, listId] = link.parts.map(decodeNumberPart) as [number, number]
      const list = await findListById(db, organizationId, listId)
      if (!list) throw new ApiError('contact_list_not_found')
      return csv(reply, 'contacts.csv', listCsv(db, organizationId, list))
    },
  })
}

function csv(reply: FastifyReply, filename: string, lines: AsyncIterable<string>): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(lines))
}
