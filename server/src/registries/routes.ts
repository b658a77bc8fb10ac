import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { countryCode } from '../addresses/schemas.ts'
import { streamUpload } from '../http/receive-upload.ts'
import { type Route, route } from '../http/route.ts'
import { bool, integer, optional, text, timestamp } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import { requireQuota } from '../organizations/quotas.ts'
import type { Queries } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import {
  importRegistry,
  REGISTRY_BYTES_MAX,
  type RegistryImportDeps,
  SMALLER_FILE_SHARE_MIN,
} from './import-registry.ts'
import {
  clearImportFailures,
  dropReadyGeneration,
  listGenerations,
  listImportFailures,
  type StoredGeneration,
  type StoredImportFailure,
} from './queries.ts'
import { PUBLISHED_LAYOUTS } from './rules/read-registry.ts'

const BASE = '/api/v1/registries'
const TAG = 'Suppressions'
/** Name of a registry as packs use it: `us-national-dnc`. */
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/
const SKIPPED_LINES_MAX = 10

const registryShape = z
  .object({
    registry: z.string(),
    as_of: z
      .string()
      .nullable()
      .meta({ description: 'The day of the file in force; null: the first import is not done.' }),
    numbers: z.int().meta({ description: 'Different numbers in force.' }),
    stored_bytes: z.int().meta({ description: 'Size of the stored numbers, without the overhead of the database.' }),
    file_sha256: z.string().nullable(),
    author: z.string().nullable(),
    imported_at: timestamp().nullable(),
    import: z
      .object({
        as_of: z.string(),
        phase: z.enum(['receiving', 'writing']),
        bytes_read: z.int(),
        rows_read: z.int(),
        author: z.string(),
        started_at: timestamp(),
      })
      .nullable()
      .meta({ description: 'The import under way; until it is done, the earlier file is in force.' }),
    is_required: z
      .boolean()
      .meta({ description: 'A rule of the organization or of a campaign asks for this registry.' }),
    scrubbed_on: z.string().nullable().meta({
      description:
        'The day that the rule at each dial reads. The program sets it to `as_of` when the lists in use are compared with the file. Null: calls that need this registry are held.',
    }),
    lists_in_use: z.int().meta({ description: 'Contact lists of campaigns that are not completed.' }),
    lists_unchecked: z
      .int()
      .meta({ description: 'Those of them with people who were not compared with the file in force yet.' }),
    failures: z
      .array(
        z.object({
          step: z.enum(['import', 'check']),
          as_of: z.string(),
          message: z.string(),
          author: z.string().nullable(),
          at: timestamp(),
        }),
      )
      .meta({
        description:
          'The last failed import since the file in force, and the last failed comparison of a list with it. Empty after the next success.',
      }),
  })
  .meta({ id: 'Registry' })

const EXAMPLE = {
  registry: 'us-national-dnc',
  as_of: '2026-11-14',
  numbers: 249_800_000,
  stored_bytes: 262_000_000,
  file_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  author: 'API key 1',
  imported_at: '2026-11-15T09:30:00.123Z',
  import: null,
  is_required: true,
  scrubbed_on: '2026-11-14',
  lists_in_use: 3,
  lists_unchecked: 0,
  failures: [],
}

const NAMED = text({ minimum: 1, maximum: 64 }).regex(NAME)
const PATH = z.object({ registry: NAMED })
const answer = { schema: registryShape, example: EXAMPLE }

/** Information about an organization's registries that other parts of the program have. */
export interface RegistryStatus {
  required: ReadonlySet<string>
  scrubbedOn: Readonly<Record<string, string>>
  listsInUse: number
  countUnchecked(generationId: number): Promise<number>
}

export interface RegistryRouteDeps extends RegistryImportDeps {
  standing(organizationId: number): Promise<RegistryStatus>
  /** Removes the registry date that the program recorded in the policy, in the transaction of the deletion. */
  withdraw(tx: Transaction<Schema>, given: { organizationId: number; registry: string; author: string }): Promise<void>
  /** Called after that transaction has committed. */
  withdrawn(organizationId: number): Promise<void>
}

export function registryRoutes(deps: RegistryRouteDeps): Route[] {
  return [listRoute(deps), importRoute(deps), deleteRoute(deps)]
}

function listRoute(deps: RegistryRouteDeps): Route {
  return route({
    method: 'GET',
    path: BASE,
    operation: 'listRegistries',
    tag: TAG,
    summary: 'List the imported do-not-call registries, the imports under way and what failed',
    answer: { schema: z.object({ registries: z.array(registryShape) }), example: { registries: [EXAMPLE] } },
    handle: async ({ principal }) => ({ registries: await shown(deps, principal.organizationId) }),
  })
}

function importRoute(deps: RegistryRouteDeps): Route {
  return route({
    method: 'POST',
    path: `${BASE}/import`,
    operation: 'importRegistry',
    tag: TAG,
    scope: 'admin',
    summary: 'Import the file of a do-not-call registry as it is published',
    description: `One number per line. The file replaces the earlier file of the registry when all of it is stored; a line that is not a phone number refuses the whole file with the number of the line. People on contact lists who are on the registry are put on the do-not-call list: at the import of a list, when they are added to a campaign, before a start, and when a registry is replaced. Up to ${REGISTRY_BYTES_MAX / 1024 ** 3} GB. \`GET ${BASE}\` shows the progress. When the lists in use are compared with the file too, the program records its day in \`scrubbed_on\` of the organization's policy, which the rule \`registry\` reads at each dial. An import that fails records nothing.`,
    bodyKind: 'stream',
    bodyTypes: ['text/csv', 'text/plain'],
    query: z.object({
      registry: NAMED.meta({
        description: 'As the packs name it: `us-national-dnc`. Lower-case letters, digits and dashes.',
      }),
      layout: optional(z.enum(PUBLISHED_LAYOUTS)).meta({
        description:
          '`number`, the default: the number is first in each line (TPS, Bloctel, Robinson lists). `area_code_and_number`: the area code is in a column of its own (FTC).',
      }),
      country_code: optional(countryCode()).meta({
        description: 'The country of numbers written without one. `US` for `area_code_and_number`.',
      }),
      as_of: optional(text({ minimum: 10, maximum: 10 })).meta({
        description: 'The day on which you got the file, such as `2026-11-14`; today if left out, never in the future.',
      }),
      skip_lines: optional(integer({ minimum: 0, maximum: SKIPPED_LINES_MAX })).meta({
        description: 'Lines before the first number. Default 0.',
      }),
      accept_smaller: optional(bool()).meta({
        description: `Without it a file with less than ${SMALLER_FILE_SHARE_MIN * 100} % of the numbers in force is refused: it may be cut off.`,
      }),
    }),
    answer,
    errors: [
      'unsupported_media_type',
      'payload_too_large',
      'disk_full',
      'no_valid_rows',
      'registry_import_running',
      'registry_smaller',
      'quota_exceeded',
    ],
    async handle({ principal, query, request }) {
      requireText(request)
      const { organizationId, author } = principal
      await requireQuota(deps.db, organizationId, 'registries', () =>
        countWith(deps.db, organizationId, query.registry),
      )
      const layout = query.layout ?? 'number'
      await importRegistry(deps, {
        organizationId,
        registry: query.registry,
        asOf: requireDay(query.as_of, deps.clock.now()),
        format: {
          layout,
          // Only the registry of the United States has area codes in a separate column.
          countryCode: query.country_code ?? (layout === 'area_code_and_number' ? 'US' : null),
          skipLines: query.skip_lines ?? 0,
        },
        acceptsSmaller: query.accept_smaller ?? false,
        author,
        content: streamUpload(request, deps.directory, REGISTRY_BYTES_MAX),
      })
      return one(await shown(deps, organizationId), query.registry)
    },
  })
}

/** The number of registries after the import of one. A registry that is there may always be replaced. */
async function countWith(db: Queries, organizationId: number, registry: string): Promise<number> {
  const known = [...(await listGenerations(db, organizationId)), ...(await listImportFailures(db, organizationId))]
  const names = new Set(known.map((each) => each.registry))
  return names.has(registry) ? 0 : names.size + 1
}

function deleteRoute(deps: RegistryRouteDeps): Route {
  const { db, clock, keys } = deps
  return route({
    method: 'DELETE',
    path: `${BASE}/{registry}`,
    operation: 'deleteRegistry',
    tag: TAG,
    scope: 'admin',
    summary: 'Delete an imported registry',
    description:
      'Numbers are no longer compared with it. People who were found on it stay on the do-not-call list, with the source `registry:` and its name. The day that the program recorded in `scrubbed_on` is withdrawn, so calls that need this registry are held; a day that you have set yourself stays.',
    params: PATH,
    answer,
    errors: ['registry_not_found'],
    async handle({ principal: { organizationId, author }, params: { registry } }) {
      const before = await shown(deps, organizationId)
      await db.transaction().execute(async (tx) => {
        await appendRecords(tx, keys, organizationId, [
          { kind: 'registry_deleted', atMs: clock.now(), actor: author, body: { registry } },
        ])
        const dropped = await dropReadyGeneration(tx, organizationId, registry)
        // If the first import failed, only its failure is stored.
        const cleared = await clearImportFailures(tx, organizationId, registry)
        if (dropped + cleared === 0) throw new ApiError('registry_not_found')
        await deps.withdraw(tx, { organizationId, registry, author })
      })
      await deps.withdrawn(organizationId)
      return one(before, registry)
    },
  })
}

function one(registries: Awaited<ReturnType<typeof shown>>, registry: string) {
  const found = registries.find((each) => each.registry === registry)
  if (!found) throw new ApiError('registry_not_found')
  return found
}

async function shown({ db, standing }: RegistryRouteDeps, organizationId: number) {
  const generations = await listGenerations(db, organizationId)
  const failures = await listImportFailures(db, organizationId)
  if (generations.length + failures.length === 0) return []
  const { required, scrubbedOn, listsInUse, countUnchecked } = await standing(organizationId)
  const names = new Set([...generations, ...failures].map(({ registry }) => registry))
  const one = async (registry: string) => {
    const ofName = generations.filter((one) => one.registry === registry)
    const ready = ofName.find(({ state }) => state === 'ready')
    const running = ofName.find(({ state }) => state === 'importing')
    return {
      registry,
      as_of: ready?.as_of ?? null,
      numbers: ready?.numbers ?? 0,
      stored_bytes: ready?.stored_bytes ?? 0,
      file_sha256: ready?.file_sha256 ?? null,
      author: ready?.author ?? null,
      imported_at: ready?.ready_at ?? null,
      import: running ? progressOf(running) : null,
      is_required: required.has(registry),
      scrubbed_on: scrubbedOn[registry] ?? null,
      lists_in_use: listsInUse,
      lists_unchecked: ready ? await countUnchecked(ready.id) : listsInUse,
      failures: failures.filter((failure) => failure.registry === registry).map(failureOf),
    }
  }
  return Promise.all([...names].sort().map(one))
}

function failureOf({ registry: _, ...failure }: StoredImportFailure) {
  return failure
}

function progressOf({ as_of, phase, bytes_read, rows_read, author, started_at }: StoredGeneration) {
  return { as_of, phase, bytes_read, rows_read, author, started_at }
}

function requireText(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (/^text\/(?:csv|plain)\b/i.test(request.headers['content-type'] ?? '') && encoding === 'identity') return
  throw new ApiError('unsupported_media_type', {
    message: 'Send the file of the registry as text/csv, not compressed.',
  })
}

const DAY_MS_AHEAD = 14 * 3_600_000

function requireDay(day: string | undefined, nowMs: number): string {
  if (day === undefined) return new Date(nowMs).toISOString().slice(0, 10)
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  const refuse = (message: string) =>
    new ValidationError([faultAt(['query', 'as_of'], 'value_error', `Value error, ${message}`, day)])
  if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, 10) !== day) throw refuse('write a day as 2026-11-16')
  // Allows dates up to a day ahead, because it is already tomorrow in some time zones.
  if (atMs > nowMs + DAY_MS_AHEAD) throw refuse('a file cannot be from the future')
  return day
}
