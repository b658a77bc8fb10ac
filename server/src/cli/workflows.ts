/** `outdial workflows …` */
import { readFile } from 'node:fs/promises'
import {
  type CommandContext,
  parseId,
  parseWholeNumberOption,
  printAnswer,
  type Resource,
  UsageError,
} from './command.ts'
import { formatTable } from './terminal.ts'

export const WORKFLOW_COMMANDS: Resource = {
  help: 'Voice agents.',
  commands: {
    list: {
      usage: '',
      help: 'All workflows.',
      words: 0,
      async run(asked) {
        const workflows = await asked.client.workflows.list()
        const rows = workflows.map(({ id, name, status, total_runs }) => [id, name, status, total_runs])
        return printAnswer(asked, workflows, () => formatTable(['ID', 'NAME', 'STATUS', 'CALLS'], rows))
      },
    },
    test: {
      usage: 'ID [--file FILE] [--definition FILE] [--version N] [--runs N] [--minimum-rate R]',
      help: 'Runs the stored dialogues and the personas of a JSON file; exit code 1 if they do not pass.',
      words: 1,
      options: {
        file: { type: 'string' },
        definition: { type: 'string' },
        version: { type: 'string' },
        runs: { type: 'string' },
        'minimum-rate': { type: 'string' },
      },
      run: test,
    },
    replay: {
      usage: 'ID [--definition FILE] [--version N] [--limit N]',
      help: 'Replays past calls against another version; exit code 1 if one would have gone another way.',
      words: 1,
      options: { definition: { type: 'string' }, version: { type: 'string' }, limit: { type: 'string' } },
      run: replay,
    },
  },
}

type EvaluationBody = NonNullable<Parameters<CommandContext['client']['workflows']['evaluate']>[1]>

/** Exit code of a failed test. */
const NOT_PASSED = 1

async function test(asked: CommandContext): Promise<number> {
  const { client, options, words } = asked
  const runs = parseWholeNumberOption(options.runs, 'runs')
  const minimum = shareOf(options['minimum-rate'], 'minimum-rate')
  const suite = options.file === undefined ? {} : ((await jsonIn(`${options.file}`)) as EvaluationBody)
  const found = await client.workflows.evaluate(parseId(words[0], 'workflow'), {
    ...suite,
    ...(await requestedVersion(options)),
    ...(runs === undefined ? {} : { runs }),
    ...(minimum === undefined ? {} : { minimum_rate: minimum }),
  })
  const percent = (rate: number) => `${Math.round(rate * 1000) / 10} %`
  printAnswer(asked, found, () => [
    ...formatTable(
      ['CASE', 'PASSED', 'RUNS', 'RATE'],
      found.cases.map((each) => [each.name, each.passed, each.runs, percent(each.rate)]),
    ),
    ...found.cases.flatMap(({ name, failures }) =>
      failures.map(({ run, message }) => `${name}, run ${run}: ${message}`),
    ),
    found.conversations === 0
      ? 'Nothing was run: store dialogues with the workflow, or name personas in --file.'
      : `${found.passed ? 'Passed' : 'NOT passed'}: ${found.conversations_passed} of ${found.conversations} conversations.`,
  ])
  return found.passed ? 0 : NOT_PASSED
}

async function replay(asked: CommandContext): Promise<number> {
  const { client, options, words } = asked
  const limit = parseWholeNumberOption(options.limit, 'limit')
  const found = await client.workflows.replay(parseId(words[0], 'workflow'), {
    ...(await requestedVersion(options)),
    ...(limit === undefined ? {} : { limit }),
  })
  printAnswer(asked, found, () => [
    `${found.calls} calls: ${found.same} unchanged, ${found.changed} changed, ${found.same_in_part} unchanged as far as known, ${found.not_replayable} not replayable.`,
    ...(found.lost_do_not_call === 0 ? [] : [`${found.lost_do_not_call} would not be put on the do-not-call list.`]),
    ...found.endings.map(({ before, after, calls }) => `  ${calls}: ${before ?? 'no end'} -> ${after ?? 'waits'}`),
    ...found.changes.map(
      ({ call_id, step, before, after }) =>
        `  call ${call_id}, step ${step}: ${before.node ?? 'nothing'} -> ${after.node ?? 'nothing'}`,
    ),
  ])
  return found.changed === 0 ? 0 : NOT_PASSED
}

async function requestedVersion(
  options: CommandContext['options'],
): Promise<Pick<EvaluationBody, 'workflow_definition' | 'version_number'>> {
  const number = parseWholeNumberOption(options.version, 'version')
  if (number !== undefined && options.definition !== undefined)
    throw new UsageError('Give either --definition or --version.')
  if (number !== undefined) return { version_number: number }
  if (options.definition === undefined) return {}
  return {
    workflow_definition: (await jsonIn(`${options.definition}`)) as EvaluationBody['workflow_definition'] & object,
  }
}

function shareOf(option: string | boolean | undefined, name: string): number | undefined {
  if (option === undefined) return undefined
  if (typeof option === 'string' && /^(?:0|1|0?\.\d+|1\.0+)$/.test(option)) return Number(option)
  throw new UsageError(`--${name} takes a share from 0 to 1, for example 0.9.`)
}

async function jsonIn(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`The file ${path} cannot be read.`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`The file ${path} is not JSON.`)
  }
}
