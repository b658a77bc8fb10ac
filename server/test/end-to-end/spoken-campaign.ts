import { requiredVariables } from '../../src/workflows/rules/missing-variables.ts'
import type { PersonScript } from '../agent/people.ts'
import type { Json, Member } from '../interface/app.ts'
import { made, newCampaign, newWorkflow, uploadCsv } from '../interface/things.ts'

/** Calls these people for a conversation by this workflow; every column it needs has something in it. */
export async function startSpokenCampaign(
  operator: Member,
  definition: PersonScript['definition'],
  numbers: readonly string[],
  input: Json & { telephony_configuration_id: number },
): Promise<number> {
  const columns = new Set(['first_name', ...requiredVariables(definition).map(({ name }) => name)])
  const values = [...columns].map((name) => (name === 'first_name' ? 'Maria' : 'soon'))
  const lines = numbers.map((number) => [number, ...values].join())
  const nodes = definition.nodes.map((node) => ({ ...node, position: node.position ?? { x: 0, y: 0 } }))
  const { id } = await newCampaign(operator, {
    source_id: await uploadCsv(
      operator,
      `${['phone_number', ...columns].join()}\n${lines.join('\n')}\n`,
      '&allow_extensions=true',
    ),
    workflow_id: await newWorkflow(operator, { ...definition, nodes }),
    ...input,
  })
  await made(operator.request('POST', `/api/v1/campaign/${id}/start`))
  return id
}
