/** `outdial campaigns …` */
import { setTimeout } from 'node:timers/promises'
import {
  type Command,
  type CommandContext,
  parseId,
  parseWholeNumberOption,
  printAnswer,
  type Resource,
  requireTextOption,
} from './command.ts'
import { formatTable } from './terminal.ts'
import { watchCampaign } from './watch.ts'

export const CAMPAIGN_COMMANDS: Resource = {
  help: 'Campaigns.',
  commands: {
    list: {
      usage: '',
      help: 'All campaigns.',
      words: 0,
      async run(asked) {
        const { campaigns } = await asked.client.campaigns.list()
        const rows = campaigns.map(({ id, name, state, processed_rows, total_rows, live_calls }) => [
          id,
          name,
          state,
          `${processed_rows}/${total_rows}`,
          live_calls,
        ])
        return printAnswer(asked, campaigns, () => formatTable(['ID', 'NAME', 'STATE', 'DONE', 'LIVE'], rows))
      },
    },
    create: {
      usage: '--name NAME --workflow ID --list LIST [--concurrency N] [--configuration ID]',
      help: 'Creates a draft; `contacts import` prints the id of the list.',
      words: 0,
      options: {
        name: { type: 'string' },
        workflow: { type: 'string' },
        list: { type: 'string' },
        concurrency: { type: 'string' },
        configuration: { type: 'string' },
      },
      run: create,
    },
    start: change('start', 'Starts dialing.'),
    pause: change('pause', 'Stops dialing; live calls continue.'),
    resume: {
      usage: 'ID [--current-version]',
      help: 'Continues after a pause; `--current-version` switches to the newest version of the workflow.',
      words: 1,
      options: { 'current-version': { type: 'boolean' } },
      run: resume,
    },
    finish: change('finish', 'Ends a paused campaign: contacts that still wait are not called.'),
    watch: {
      usage: 'ID',
      help: 'Follows the progress until the campaign is completed or Ctrl-C.',
      words: 1,
      run: watchCampaign,
    },
    rehearse: {
      usage: 'ID [--examples N]',
      help: 'Finds cells of the list that would be said oddly, before the start. Exit code 1 if there are any.',
      words: 1,
      options: { examples: { type: 'string' } },
      run: rehearse,
    },
    explain: {
      usage: 'ID',
      help: 'Explains what the remaining contacts wait for.',
      words: 1,
      async run(asked) {
        const found = await asked.client.campaigns.explain(parseId(asked.words[0], 'campaign'))
        return printAnswer(asked, found, () => [
          `Campaign ${found.campaign_id} is ${found.state}: ${found.pending_rows} wait, ${found.ready_rows} of them are ready.`,
          ...found.waits.map(
            ({ contacts, message, until }) => `  ${contacts}: ${message}${until ? ` (until ${until})` : ''}`,
          ),
        ])
      },
    },
    experiment: {
      usage: 'ID',
      help: 'The experiment with its results so far, and whether it may be stopped.',
      words: 1,
      async run(asked) {
        const found = await asked.client.campaigns.experiment(parseId(asked.words[0], 'campaign'))
        const rows = found.arms.map(({ name, people, finished, successes, rate, interval, verdict }) => [
          name,
          people,
          finished,
          successes,
          rate === null ? '' : percentOf(rate),
          interval === null ? '' : `${percentOf(interval.low)} to ${percentOf(interval.high)}`,
          verdict ?? '',
        ])
        const header = ['ARM', 'PEOPLE', 'FINISHED', 'SUCCESSES', 'RATE', 'BETWEEN', 'VERDICT']
        const { experiment, as_of, sentence } = found
        return printAnswer(asked, found, () => [
          `"${experiment.name}" of campaign ${found.campaign_id}, counted at ${as_of}. ${sentence}`,
          ...(experiment.stopped
            ? [`Ended at ${experiment.stopped.at}: everyone gets ${experiment.stopped.arm}.`]
            : []),
          ...formatTable(header, rows),
        ])
      },
    },
    report: {
      usage: 'ID > report.csv',
      help: 'The report as CSV.',
      words: 1,
      async run({ client, words, terminal, signal }) {
        const path = `/api/v1/campaign/${parseId(words[0], 'campaign')}/report`
        const { body } = await client.download(path, { signal })
        if (body) for await (const bytes of body) terminal.raw(bytes)
        return 0
      },
    },
  },
}

const percentOf = (rate: number) => `${(100 * rate).toFixed(1)} %`

function change(action: 'start' | 'pause' | 'finish', help: string): Command {
  return {
    usage: 'ID',
    help,
    words: 1,
    async run(asked) {
      const campaign = await asked.client.campaigns[action](parseId(asked.words[0], 'campaign'))
      return printAnswer(asked, campaign, () => [`Campaign ${campaign.id} "${campaign.name}" is ${campaign.state}.`])
    },
  }
}

async function resume(asked: CommandContext): Promise<number> {
  const takesCurrent = asked.options['current-version'] === true
  const campaign = await asked.client.campaigns.resume(parseId(asked.words[0], 'campaign'), {
    use_current_version: takesCurrent,
  })
  const { workflow_version_number: pinned, workflow_current_version_number: current } = campaign
  return printAnswer(asked, campaign, () => [
    `Campaign ${campaign.id} "${campaign.name}" is ${campaign.state}, with version ${pinned} of its workflow.`,
    ...(pinned === current ? [] : [`Version ${current} is newer: pause, then resume with --current-version.`]),
  ])
}

const REHEARSAL_POLL_MS = 500

async function rehearse(asked: CommandContext): Promise<number> {
  const { client, options, signal } = asked
  const id = parseId(asked.words[0], 'campaign')
  const examples = parseWholeNumberOption(options.examples, 'examples')
  await client.campaigns.rehearse(id)
  let found = await client.campaigns.rehearsal(id)
  while (found.state === 'running') {
    await setTimeout(REHEARSAL_POLL_MS, undefined, { signal })
    found = await client.campaigns.rehearsal(id, examples === undefined ? {} : { examples })
  }
  const { state, rows, rows_done, odd_rows, default_rows, findings, notes } = found
  printAnswer(asked, found, () => [
    state === 'ended'
      ? `${rows} contacts: ${odd_rows} would hear something odd, ${default_rows} a default.`
      : `The rehearsal has ${state} after ${rows_done} of ${rows} contacts. Start it again.`,
    ...findings.flatMap(({ kind, column, rows: count, message, examples: shown }) => [
      `${column}: ${kind}, ${count} contacts. ${message}`,
      ...shown.map(
        ({ row, value, said }) => `  row ${row}: ${JSON.stringify(value)}${said === null ? '' : `  "${said}"`}`,
      ),
    ]),
    ...notes,
  ])
  return state === 'ended' && odd_rows === 0 ? 0 : 1
}

async function create(asked: CommandContext): Promise<number> {
  const { options, client } = asked
  const configuration = parseWholeNumberOption(options.configuration, 'configuration')
  const concurrency = parseWholeNumberOption(options.concurrency, 'concurrency')
  const campaign = await client.campaigns.create({
    name: requireTextOption(options.name, 'name'),
    workflow_id: parseId(requireTextOption(options.workflow, 'workflow'), 'workflow'),
    source_type: 'csv',
    source_id: requireTextOption(options.list, 'list'),
    ...(concurrency === undefined ? {} : { max_concurrency: concurrency }),
    ...(configuration === undefined ? {} : { telephony_configuration_id: configuration }),
  })
  return printAnswer(asked, campaign, () => [
    `Campaign ${campaign.id} "${campaign.name}" with ${campaign.total_rows} contacts is a draft.`,
    `Next: outdial campaigns rehearse ${campaign.id}, then outdial campaigns start ${campaign.id}`,
  ])
}
