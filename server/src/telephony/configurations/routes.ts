import { z } from 'zod'
import { pageAnswer, pageQuery } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { bool, id, optional, text, timestamp } from '../../http/schemas.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { AccountPool } from '../account-pool.ts'
import { carrierUrls, fieldsOf } from '../fields.ts'
import { AccountUnusable, type CheckResult, type ProviderSpec } from '../provider.ts'
import { configChange, configSchema, maskCredentials, readableCredentials } from './credentials.ts'
import { findConfiguration, listConfigurations, type StoredConfigurationRow } from './queries.ts'
import { type NumberReleases, prepareRelease } from './release-numbers.ts'
import {
  type ConfigurationDeps,
  changeConfiguration,
  configFaults,
  createConfiguration,
  makeDefaultOutbound,
  removeConfiguration,
} from './save-configuration.ts'

const BASE = '/api/v1/organizations/telephony-configs'
const TAG = 'Telephony'
const name = () => text({ minimum: 1, maximum: 64 })
const CONFIG_PATH = z.object({ config_id: id() })

const configuration = z
  .object({
    id: z.int(),
    name: z.string(),
    provider: z.string(),
    is_default_outbound: z.boolean(),
    credentials: z.record(z.string(), z.unknown()).meta({
      description:
        'Sensitive values are masked; null where one cannot be read (another SECRET_KEY) and must be sent again.',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'TelephonyConfiguration' })

const EXAMPLE = {
  id: 1,
  name: 'Office PBX',
  provider: 'ari',
  is_default_outbound: true,
  credentials: {
    ari_endpoint: 'http://pbx.example.com:8088',
    app_name: 'outdial',
    app_password: '********cret',
    ws_client_name: '',
    outbound_context: '',
    calls_per_second: 10,
    ring_timeout_seconds: 30,
    max_call_seconds: 1800,
  },
  created_at: '2026-11-15T09:30:00.123Z',
  updated_at: '2026-11-15T09:30:00.123Z',
}

const { credentials: _hidden, ...LIST_EXAMPLE } = EXAMPLE

export interface ConfigurationRouteDeps extends ConfigurationDeps {
  accounts: Pick<AccountPool, 'get'>
  releases: NumberReleases
  /** Whether a carrier whose API is at these addresses can call back to this server. */
  checkCallbacks(carrierUrls: readonly string[]): Promise<{ ok: boolean; message: string }>
}

export function configurationRoutes(deps: ConfigurationRouteDeps): Route[] {
  const { db, providers } = deps

  function shown(row: StoredConfigurationRow) {
    // Without its provider (SIMULATOR=off), it is unknown which fields are secret.
    const spec = providers.get(row.provider)
    return {
      id: row.id,
      name: row.name,
      provider: row.provider,
      is_default_outbound: row.is_default_outbound,
      credentials: spec ? shownCredentials(spec, row) : {},
      created_at: row.created_at,
      updated_at: row.updated_at,
    }
  }

  /** Null for a stored secret that cannot be decrypted: it was encrypted with another SECRET_KEY and must be sent again. */
  function shownCredentials(spec: ProviderSpec, stored: StoredConfigurationRow) {
    const { credentials, unreadable } = readableCredentials(spec, stored, deps.secrets)
    return { ...maskCredentials(spec, credentials), ...Object.fromEntries(unreadable.map((field) => [field, null])) }
  }

  async function find(organizationId: number, configId: number): Promise<StoredConfigurationRow> {
    const row = await findConfiguration(db, organizationId, configId)
    if (!row) throw new ApiError('telephony_configuration_not_found')
    return row
  }

  return [
    metadataRoute(providers),
    route({
      method: 'GET',
      path: BASE,
      operation: 'listTelephonyConfigurations',
      tag: TAG,
      summary: 'List telephony configurations',
      query: z.object(pageQuery),
      answer: pageAnswer(
        'configurations',
        configuration.omit({ credentials: true }).extend({ phone_number_count: z.int() }),
        { ...LIST_EXAMPLE, phone_number_count: 2 },
      ),
      async handle({ principal, query }) {
        const { rows, next_cursor } = await listConfigurations(db, principal.organizationId, query)
        return { configurations: rows, next_cursor }
      },
    }),
    route({
      method: 'POST',
      path: BASE,
      operation: 'createTelephonyConfiguration',
      scope: 'admin',
      tag: TAG,
      summary: 'Create a telephony configuration',
      description:
        'The fields of `config` are those of the provider metadata. `from_numbers` is ignored: numbers have endpoints of their own.',
      body: z.object({ name: name(), config: configSchema(providers), is_default_outbound: optional(bool()) }),
      bodyExample: {
        name: 'Office PBX',
        config: {
          provider: 'ari',
          ari_endpoint: 'http://pbx.example.com:8088',
          app_name: 'outdial',
          app_password: 'a long secret',
        },
        is_default_outbound: true,
      },
      answer: { schema: configuration, example: EXAMPLE },
      errors: ['telephony_configuration_name_taken'],
      handle: async ({ principal, body }) =>
        shown(
          await createConfiguration(deps, principal.organizationId, {
            name: body.name,
            ...body.config,
            isDefaultOutbound: body.is_default_outbound ?? false,
          }),
        ),
    }),
    route({
      method: 'GET',
      path: `${BASE}/{config_id}`,
      operation: 'getTelephonyConfiguration',
      tag: TAG,
      summary: 'Read a telephony configuration, secrets masked',
      params: CONFIG_PATH,
      answer: { schema: configuration, example: EXAMPLE },
      errors: ['telephony_configuration_not_found'],
      handle: async ({ principal, params }) => shown(await find(principal.organizationId, params.config_id)),
    }),
    route({
      method: 'PUT',
      path: `${BASE}/{config_id}`,
      operation: 'updateTelephonyConfiguration',
      scope: 'admin',
      tag: TAG,
      summary: 'Update a telephony configuration; omitted fields keep their values',
      description:
        'Send only the fields that change. A masked secret sent back unchanged keeps the stored one, so that the answer of GET can be sent back as it is (its `credentials` stand for `config`).',
      params: CONFIG_PATH,
      body: z.object({
        name: optional(name()),
        provider: optional(text({ maximum: 64 })).meta({ description: 'May be sent back; it cannot be changed.' }),
        config: optional(configChange(providers)),
        credentials: optional(configChange(providers)),
      }),
      bodyExample: { name: 'Office PBX', config: { provider: 'ari', app_password: 'another long secret' } },
      answer: { schema: configuration, example: EXAMPLE },
      errors: [
        'telephony_configuration_not_found',
        'telephony_configuration_name_taken',
        'provider_immutable',
        'phone_number_taken',
      ],
      alsoFaulty: ({ principal, params, body }) =>
        configFaults(deps, principal.organizationId, params.config_id, sentConfig(body)),
      handle: async ({ principal, params, body }) =>
        shown(
          await changeConfiguration(deps, principal.organizationId, params.config_id, {
            name: body.name,
            provider: body.provider,
            config: sentConfig(body),
          }),
        ),
    }),
    route({
      method: 'DELETE',
      path: `${BASE}/{config_id}`,
      operation: 'deleteTelephonyConfiguration',
      scope: 'admin',
      tag: TAG,
      summary: 'Delete a telephony configuration and its numbers',
      description:
        'Removes the inbound binding of its numbers at the carrier. `still_bound` lists numbers whose binding could not be removed within 30 seconds. The server keeps trying and logs the result; otherwise release them in the carrier’s console.',
      params: CONFIG_PATH,
      answer: {
        schema: configuration.extend({
          provider_sync: z.object({ ok: z.boolean(), message: z.string() }).nullable().meta({
            description: 'How releasing the numbers went at the carrier; null if none answered inbound calls.',
          }),
          still_bound: z.array(z.string()),
        }),
        example: { ...EXAMPLE, provider_sync: null, still_bound: [] },
      },
      errors: ['telephony_configuration_not_found', 'telephony_configuration_in_use'],
      async handle({ principal, params }) {
        const { id: found } = await find(principal.organizationId, params.config_id)
        const release = await prepareRelease(deps, found)
        const removed = await removeConfiguration(deps, principal.organizationId, found)
        const { sync, stillBound } = await release()
        return { ...shown(removed), provider_sync: sync, still_bound: stillBound }
      },
    }),
    route({
      method: 'POST',
      path: `${BASE}/{config_id}/set-default-outbound`,
      operation: 'setDefaultOutbound',
      scope: 'admin',
      tag: TAG,
      summary: 'Use this configuration for outbound calls unless another is named',
      params: CONFIG_PATH,
      answer: { schema: configuration, example: EXAMPLE },
      errors: ['telephony_configuration_not_found'],
      handle: async ({ principal, params }) =>
        shown(await makeDefaultOutbound(deps, principal.organizationId, params.config_id)),
    }),
    route({
      method: 'POST',
      path: `${BASE}/{config_id}/test`,
      operation: 'testTelephonyConfiguration',
      tag: TAG,
      summary: 'Ask the carrier whether the credentials work',
      audit: 'none',
      params: CONFIG_PATH,
      answer: {
        schema: z.object({ ok: z.boolean(), message: z.string(), details: z.record(z.string(), z.unknown()) }),
        example: { ok: true, message: 'Connected to Asterisk 22.10.1.', details: { version: '22.10.1' } },
      },
      errors: ['telephony_configuration_not_found'],
      async handle({ principal, params }) {
        const row = await find(principal.organizationId, params.config_id)
        if (!providers.has(row.provider)) {
          return {
            ok: false,
            message: `The provider ${row.provider} is switched off in this installation.`,
            details: {},
          }
        }
        try {
          return await testConfiguration(deps, row.id)
        } catch (error) {
          if (!(error instanceof AccountUnusable)) throw error
          return { ok: false, message: `${error.message}; or send the secrets again.`, details: {} }
        }
      },
    }),
  ]
}

/** The sent fields: `config`, else `credentials` as an answer shows them. */
function sentConfig(body: { config?: unknown; credentials?: unknown }) {
  const sentAs = body.config ? 'config' : 'credentials'
  const { [sentAs]: fields } = body
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return undefined
  return { sentAs, fields: fields as Record<string, unknown> }
}

/** Tests both directions: a request to the carrier, and a callback to this server. */
async function testConfiguration(deps: ConfigurationRouteDeps, configurationId: number): Promise<CheckResult> {
  const { account, spec, credentials } = await deps.accounts.get(configurationId)
  const checked = await account.check()
  if (!checked.ok || !spec.capabilities.webhooks) return checked
  const door = await deps.checkCallbacks(carrierUrls(spec, credentials))
  const details = { ...checked.details, callbacks: door.message }
  return door.ok ? { ...checked, details } : { ok: false, message: door.message, details }
}

function metadataRoute(providers: ReadonlyMap<string, ProviderSpec>): Route {
  const field = z.object({
    name: z.string(),
    label: z.string(),
    type: z.string(),
    required: z.boolean(),
    sensitive: z.boolean(),
    description: z.string(),
    placeholder: z.string(),
    options: z
      .array(z.object({ value: z.string(), label: z.string() }))
      .optional()
      .meta({ description: 'The only values that are accepted. Without it every value of the type is accepted.' }),
  })
  return route({
    method: 'GET',
    path: '/api/v1/organizations/telephony-providers/metadata',
    operation: 'listTelephonyProviders',
    tag: TAG,
    summary: 'The supported carriers and the credential fields each one needs',
    answer: {
      schema: z.object({
        providers: z.array(
          z.object({ provider: z.string(), display_name: z.string(), fields: z.array(field), docs_url: z.string() }),
        ),
      }),
      example: {
        providers: [
          {
            provider: 'ari',
            display_name: 'Asterisk (ARI)',
            fields: [
              {
                name: 'app_password',
                label: 'Password',
                type: 'password',
                required: true,
                sensitive: true,
                description: 'The password of the ARI user.',
                placeholder: '',
              },
            ],
            docs_url: 'https://docs.asterisk.org/',
          },
        ],
      },
    },
    handle: async () => ({
      providers: [...providers.values()].map((spec) => ({
        provider: spec.name,
        display_name: spec.displayName,
        fields: fieldsOf(spec),
        docs_url: spec.docsUrl,
      })),
    }),
  })
}
