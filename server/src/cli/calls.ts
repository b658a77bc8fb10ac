/** `outdial calls …` */
import type { OutdialEvent, OutdialLiveEvent } from '@outdial/sdk'
import { type CommandContext, parseId, parseWholeNumberOption, printAnswer, type Resource } from './command.ts'
import { formatTable } from './terminal.ts'

const LIMIT = 20

export const CALL_COMMANDS: Resource = {
  help: 'Calls, campaign calls and single ones alike.',
  commands: {
    list: {
      usage: '[--campaign ID] [--live] [--limit N]',
      help: `Lists the newest calls (default ${LIMIT}).`,
      words: 0,
      options: { campaign: { type: 'string' }, live: { type: 'boolean' }, limit: { type: 'string' } },
      async run(asked) {
        const { options } = asked
        const campaign = options.campaign === undefined ? null : parseId(`${options.campaign}`, 'campaign')
        const { runs } = await asked.client.calls.list({
          limit: parseWholeNumberOption(options.limit, 'limit') ?? LIMIT,
          ...(campaign === null ? {} : { campaign_id: campaign }),
          ...(options.live ? { live: true } : {}),
        })
        const rows = runs.map((call) => [
          call.id,
          call.created_at,
          call.phone_number,
          call.state,
          call.outcome,
          call.disposition,
          call.duration_seconds,
        ])
        return printAnswer(asked, runs, () =>
          formatTable(['ID', 'AT', 'NUMBER', 'STATE', 'OUTCOME', 'DISPOSITION', 'SECONDS'], rows),
        )
      },
    },
    show: {
      usage: 'ID',
      help: 'One call with what was said.',
      words: 1,
      async run(asked) {
        const call = await asked.client.calls.get(parseId(asked.words[0], 'call'))
        const said = call.transcript as { who?: string; text?: string }[]
        return printAnswer(asked, call, () => [
          `Call ${call.id} to ${call.phone_number}: ${call.outcome ?? call.state}${call.disposition ? `, ${call.disposition}` : ''}`,
          ...said.map(({ who = '', text = '' }) => `  ${who}: ${text}`),
          ...Object.entries(call.gathered_context).map(([name, value]) => `  ${name} = ${JSON.stringify(value)}`),
        ])
      },
    },
    tail: {
      usage: '[--campaign ID]',
      help: 'Follows the events of calls until Ctrl-C.',
      words: 0,
      options: { campaign: { type: 'string' } },
      run: tail,
    },
  },
}

async function tail({ client, options, terminal, signal }: CommandContext): Promise<number> {
  const campaignId = options.campaign === undefined ? null : parseId(`${options.campaign}`, 'campaign')
  const events = client.events({ live: true, signal, ...(campaignId === null ? {} : { campaignId }) })
  for await (const event of events) {
    if (event.call_id === null) continue
    terminal.line(options.json ? JSON.stringify(event) : lineOf(event))
  }
  return 0
}

function lineOf(event: OutdialEvent | OutdialLiveEvent): string {
  const data = event.data as Record<string, unknown>
  const what = event.type.replace(/^call_/, '')
  const more = [
    data.outcome,
    data.name,
    data.cause,
    data.duration_seconds === undefined ? null : `${data.duration_seconds} s`,
  ]
  const campaign = event.campaign_id === null ? '' : `  campaign ${event.campaign_id}`
  const told = more.filter((part) => part !== null && part !== undefined).join(', ')
  return `${event.at.slice(11, 19)}  call ${event.call_id}${campaign}  ${what}${told && `  ${told}`}`
}
