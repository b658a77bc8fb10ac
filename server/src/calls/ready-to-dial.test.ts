import { expect, test } from 'vitest'
import { testApp } from '../../test/interface/app.ts'
import { FAST, newConfiguration, newWorkflow, PROMPTS_ONLY } from '../../test/interface/things.ts'
import { providersOf } from '../telephony/providers.ts'
import { noAgentReason, type ReadinessDeps, requireUsableConfiguration } from './ready-to-dial.ts'

const mute: ReadinessDeps = {
  providers: providersOf({ simulated: true }),
  checkedPublicUrl: null,
  hasModel: async () => false,
  speechUnavailableReason: async () => 'This machine cannot speak.',
  speechProblems: async () => [],
  materialProblems: async () => [],
}

test('a machine without speech places no call that carries audio, and takes none', async () => {
  const { app, a } = await testApp()
  const audible = await newConfiguration(a, { ...FAST, people_speak: true })
  const silent = await newConfiguration(a, FAST)
  const asked = requireUsableConfiguration(mute, app.db, a.organizationId, audible)
  await expect(asked).rejects.toMatchObject({ code: 'speech_unavailable', status: 409 })
  await expect(asked).rejects.toThrow(/^This machine cannot speak\. Install/)
  expect(await requireUsableConfiguration(mute, app.db, a.organizationId, silent)).toMatchObject({ id: silent })

  const definitionOf = async (workflowId: number) => {
    const { current_definition_id } = await app.db
      .selectFrom('workflows')
      .select('current_definition_id')
      .where('id', '=', workflowId)
      .executeTakeFirstOrThrow()
    return current_definition_id as number
  }
  const spoken = await definitionOf(await newWorkflow(a))
  const prompts = await definitionOf(await newWorkflow(a, PROMPTS_ONLY))
  const able = { ...mute, speechUnavailableReason: async () => null }
  expect(await noAgentReason(mute, app.db, a.organizationId, spoken)).toBe('no speech is available')
  expect(await noAgentReason(able, app.db, a.organizationId, spoken)).toBeNull()
  expect(await noAgentReason(able, app.db, a.organizationId, prompts)).toBe('the workflow needs a model')
})
