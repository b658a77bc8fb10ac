/** `outdial workflows …` */
import type { Resource } from './command.ts'
import { show } from './command.ts'
import { table } from './terminal.ts'

export const WORKFLOWS: Resource = {
  help: 'Voice agents.',
  commands: {
    list: {
      usage: '',
      help: 'All workflows.',
      words: 0,
      async run(asked) {
        const workflows = await asked.client.workflows.list()
        const rows = workflows.map(({ id, name, status, total_runs }) => [id, name, status, total_runs])
        return show(asked, workflows, () => table(['ID', 'NAME', 'STATUS', 'CALLS'], rows))
      },
    },
  },
}
