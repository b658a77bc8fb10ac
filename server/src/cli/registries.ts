/** `outdial registries …`: published do-not-call registries. */
import {
  type CommandContext,
  parseWholeNumberOption,
  printAnswer,
  type Resource,
  requireTextOption,
  UsageError,
} from './command.ts'
import { fileWithProgress } from './contacts.ts'
import { formatTable } from './terminal.ts'

export const REGISTRY_COMMANDS: Resource = {
  help: 'Do-not-call registries.',
  commands: {
    list: {
      usage: '',
      help: 'All registries: the file in force, what the rule at each dial knows, imports under way, failures.',
      words: 0,
      async run(asked) {
        const answer = await asked.client.registries.list()
        return printAnswer(asked, answer, () => [
          ...formatTable(
            ['REGISTRY', 'NUMBERS', 'FILE OF', 'CHECKED ON', 'LISTS TO CHECK'],
            answer.registries.map(rowOf),
          ),
          ...answer.registries.flatMap(notesOf),
        ])
      },
    },
    import: {
      usage:
        'REGISTRY FILE [--as-of 2026-11-14] [--country US] [--layout number|area_code_and_number] [--skip-lines N] [--accept-smaller]',
      help: 'Imports the file of a registry as it is published; it replaces the earlier file when all of it is stored.',
      words: 2,
      options: {
        'as-of': { type: 'string' },
        country: { type: 'string' },
        layout: { type: 'string' },
        'skip-lines': { type: 'string' },
        'accept-smaller': { type: 'boolean' },
      },
      run: importRegistry,
    },
    delete: {
      usage: 'REGISTRY',
      help: 'Deletes a registry. People who were found on it stay on the do-not-call list; calls that need it are held.',
      words: 1,
      async run(asked) {
        const deleted = await asked.client.registries.delete(asked.words[0] as string)
        return printAnswer(asked, deleted, () => [
          `${deleted.registry} is deleted. People who were found on it stay on the do-not-call list.`,
        ])
      },
    },
  },
}

type Registry = Awaited<ReturnType<CommandContext['client']['registries']['list']>>['registries'][number]
type Query = Parameters<CommandContext['client']['registries']['import']>[1]

async function importRegistry(asked: CommandContext): Promise<number> {
  const { client, words, options } = asked
  const skipLines = parseWholeNumberOption(options['skip-lines'], 'skip-lines')
  const query: Query = {
    registry: words[0] as string,
    ...(options['as-of'] === undefined ? {} : { as_of: requireTextOption(options['as-of'], 'as-of') }),
    ...(options.country === undefined
      ? {}
      : { country_code: requireTextOption(options.country, 'country') as NonNullable<Query['country_code']> }),
    ...(options.layout === undefined ? {} : { layout: layoutOf(options.layout) }),
    ...(skipLines === undefined ? {} : { skip_lines: skipLines }),
    ...(options['accept-smaller'] === true ? { accept_smaller: true } : {}),
  }
  const stored = await client.registries.import(await fileWithProgress(words[1] as string, asked), query)
  return printAnswer(asked, stored, () => [
    `${stored.numbers} numbers of ${stored.registry}, file of ${stored.as_of}, are in force.`,
    stored.is_required
      ? 'Contact lists in use are compared with it now; then the rule at each dial knows this day (`outdial registries list`).'
      : 'No calling rule asks for this registry; people on it are not called all the same.',
  ])
}

const LAYOUTS = ['number', 'area_code_and_number'] as const

function layoutOf(option: string | boolean): (typeof LAYOUTS)[number] {
  const found = LAYOUTS.find((layout) => layout === option)
  if (!found) throw new UsageError(`--layout takes ${LAYOUTS.join(' or ')}.`)
  return found
}

function rowOf(one: Registry) {
  const lists = one.as_of === null ? '-' : `${one.lists_unchecked} of ${one.lists_in_use}`
  return [one.registry, one.numbers, one.as_of ?? '-', one.scrubbed_on ?? '-', lists]
}

function notesOf({ registry, import: running, failures }: Registry): string[] {
  const progress = running ? [`${registry}: importing the file of ${running.as_of}, ${running.rows_read} lines.`] : []
  return [...progress, ...failures.map(({ at, message }) => `${registry}: failed at ${at}: ${message}`)]
}
