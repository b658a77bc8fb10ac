import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { optional, text } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { organizationNames } from '../organizations/queries.ts'
import type { CatalogueModel } from '../speech/model-catalogue.ts'
import type { ModelInstaller } from '../speech/model-installer.ts'
import type { Database } from '../storage/database.ts'

const PATH = '/api/v1/speech-models'
const TAG = 'Models'
const LANGUAGE = /^[a-z]{2,3}$/

export interface SpeechModelDeps {
  db: Database
  installer: ModelInstaller
}

const installation = z.object({
  state: z.enum(['running', 'installed', 'failed']),
  done_bytes: z.int().nullable(),
  total_bytes: z.int().nullable().meta({ description: 'Null: the host does not say.' }),
  message: z.string().nullable().meta({ description: 'Why it failed.' }),
})

const shape = z
  .object({
    name: z.string(),
    use: z.enum(['voice', 'recognizer']),
    language: z.string().nullable().meta({ description: 'Null: it understands many; choose one when you add it.' }),
    description: z.string(),
    megabytes: z.int(),
    licence: z.string(),
    is_installed: z
      .boolean()
      .meta({ description: 'It is on the machine; the program uses it from its next start on.' }),
    installation: installation.nullable().meta({ description: 'The last download since the start of the program.' }),
  })
  .meta({ id: 'SpeechModel' })

const EXAMPLE = {
  name: 'kokoro-en-int8',
  use: 'voice',
  language: 'en',
  description: 'the same in a third of the space',
  megabytes: 103,
  licence: 'Apache-2.0',
  is_installed: false,
  installation: { state: 'running', done_bytes: 41_000_000, total_bytes: 103_000_000, message: null },
} as const

/** Speech models belong to the machine, not to an organization. */
export function speechModelRoutes({ db, installer }: SpeechModelDeps): Route[] {
  const shown = (model: CatalogueModel, installed: ReadonlySet<string>): z.output<typeof shape> => {
    const { name, use, language, description, megabytes, licence } = model
    const is_installed = installed.has(name)
    return { name, use, language, description, megabytes, licence, is_installed, installation: shownState(name) }
  }
  const shownState = (name: string): z.output<typeof installation> | null => {
    const now = installer.stateOf(name)
    if (now === null) return null
    const { doneBytes, totalBytes } = now.state === 'running' ? now : { doneBytes: null, totalBytes: null }
    const message = now.state === 'failed' ? now.message : null
    return { state: now.state, done_bytes: doneBytes, total_bytes: totalBytes, message }
  }
  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'listSpeechModels',
      tag: TAG,
      summary: 'The voices and recognizers that can be added to this machine',
      answer: {
        // The list does not say whether other organizations exist. If they do, a request to install is refused.
        schema: z.object({ models: z.array(shape) }),
        example: { models: [EXAMPLE] },
      },
      async handle() {
        const installed = installer.installedNames()
        return { models: installer.catalogue.map((model) => shown(model, installed)) }
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/{name}/install`,
      operation: 'installSpeechModel',
      scope: 'admin',
      tag: TAG,
      summary: 'Download a voice or recognizer to this machine',
      description:
        'Returns when the download has begun; read the list for its progress. A download that broke off is continued. The file is checked by its hash. With several nodes it is added to the node that answers. The program uses the model from its next start on.',
      params: z.object({ name: text({ minimum: 1, maximum: 100 }) }),
      body: z.object({
        language: optional(z.string().regex(LANGUAGE, 'Must be a language, such as es or de.')).meta({
          description: 'For a model that understands many languages.',
        }),
      }),
      bodyExample: {},
      answer: { schema: shape, example: EXAMPLE },
      errors: [
        'speech_model_not_found',
        'speech_model_installed',
        'speech_model_busy',
        'speech_model_language',
        'installation_is_shared',
      ],
      async handle({ params, body }) {
        const model = installer.catalogue.find(({ name }) => name === params.name)
        if (!model) throw new ApiError('speech_model_not_found')
        if (!(await isAlone(db))) throw new ApiError('installation_is_shared')
        const language = body.language ?? null
        if (model.language === null ? language === null : language !== null && language !== model.language)
          throw new ApiError('speech_model_language')
        const installed = installer.installedNames()
        if (installed.has(model.name)) throw new ApiError('speech_model_installed')
        if (installer.isBusy) throw new ApiError('speech_model_busy')
        installer.start(model, language)
        return shown(model, installed)
      },
    }),
  ]
}

/** What is on the machine is used by every organization, so none of several may change it. */
const isAlone = async (db: Database): Promise<boolean> => (await organizationNames(db)).length === 1
