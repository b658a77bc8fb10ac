/** `outdial policies …` */
import { readFile } from 'node:fs/promises'
import { type CommandContext, parseWholeNumberOption, printAnswer, type Resource, UsageError } from './command.ts'
import { formatTable } from './terminal.ts'

export const POLICY_COMMANDS: Resource = {
  help: 'Calling rules.',
  commands: {
    'dry-run': {
      usage: 'FILE [--days N]',
      help: 'Reports which dials of the last N days (30) the policy in a JSON file would have refused; changes nothing.',
      words: 1,
      options: { days: { type: 'string' } },
      run: dryRun,
    },
  },
}

type DryRunBody = Parameters<CommandContext['client']['policies']['dryRun']>[0]

async function dryRun(asked: CommandContext): Promise<number> {
  const policy = await policyIn(asked.words[0] as string)
  const days = parseWholeNumberOption(asked.options.days, 'days')
  const found = await asked.client.policies.dryRun({ policy, ...(days === undefined ? {} : { days }) })
  const { dials, refused, released, from, to, days: byDay, notes } = found
  return printAnswer(asked, found, () => [
    `${from} to ${to}: ${dials} dials, of which the policy refuses ${refused}.`,
    ...found.refused_by_rule.map((one) => `  ${one.dials}: ${one.rule} (${one.from})`),
    `Of the contacts that wait and are held now, it lets ${released.contacts} through.`,
    ...released.by_rule.map((one) => `  ${one.contacts}: ${one.rule}`),
    ...formatTable(
      ['DAY', 'DIALS', 'REFUSED'],
      byDay.map((day) => [day.date, day.dials, day.refused]),
    ),
    ...notes,
  ])
}

async function policyIn(path: string): Promise<DryRunBody['policy']> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`The file ${path} cannot be read.`)
  })
  try {
    return JSON.parse(text) as DryRunBody['policy']
  } catch {
    throw new UsageError(`The file ${path} is not JSON. Write the policy as PUT /api/v1/organizations/policy takes it.`)
  }
}
