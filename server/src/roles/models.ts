import { readConfig } from '../config.ts'
import { operatorFetch } from '../kernel/tunnel.ts'
import { addModel, ModelNotAdded } from '../speech/add-model.ts'
import { installedModels } from '../speech/installed-models.ts'
import { type CatalogueModel, MODEL_CATALOGUE } from '../speech/model-catalogue.ts'
import { readArguments } from './read-arguments.ts'
import { printError, printLine } from './with-database.ts'

const HELP = `outdial models list
    Voices and recognizers that can be added, with size and licence, and those that are here.
outdial models add NAME [--language es]
    Downloads one into SPEECH_DIR (continuing a download that broke off), checks its hash and unpacks it. It is used from the next start on.`

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, { language: { type: 'string' } })
  if (typeof parsed === 'number') return parsed
  const { values, positionals } = parsed
  const [action, name] = positionals
  if (action === 'list' && positionals.length === 1) return list()
  if (action !== 'add' || name === undefined || positionals.length !== 2) return printError(HELP)
  const model = MODEL_CATALOGUE.find((each) => each.name === name)
  if (model === undefined)
    return printError(`There is no model "${name}". \`outdial models list\` shows those that can be added.`)
  return add(model, values.language ?? null)
}

function list(): number {
  const { speechDir } = readConfig(process.env, false)
  const { usable } = installedModels(speechDir)
  for (const { name, use, language, megabytes, licence, description } of MODEL_CATALOGUE) {
    const here = usable.filter((each) => each.name === name).map((each) => each.language)
    const state = here.length === 0 ? '' : `  [here: ${here.join(', ')}]`
    printLine(
      `${name.padEnd(18)} ${use.padEnd(10)} ${(language ?? 'any').padEnd(4)} ${String(megabytes).padStart(4)} MB  ${description}; ${licence}${state}`,
    )
  }
  return 0
}

async function add(model: CatalogueModel, language: string | null): Promise<number> {
  const { speechDir, proxies } = readConfig(process.env, false)
  printLine(
    `${model.name}: ${model.megabytes} MB from ${model.url}\nLicence: ${model.licence}. By using it you accept its terms.`,
  )
  let told = -1
  try {
    const folder = await addModel(model, language, {
      directory: speechDir,
      fetch: operatorFetch(proxies),
      progress(done, total) {
        const percent = total === null ? -1 : Math.floor((done / total) * 20) * 5
        if (percent === told) return
        told = percent
        process.stderr.write(`${percent} % (${Math.round(done / 1_000_000)} MB)\n`)
      },
    })
    printLine(`Added: ${folder}\nIt is used from the next start of the program on.`)
    return 0
  } catch (error) {
    if (error instanceof ModelNotAdded) return printError(error.message)
    throw error
  }
}
