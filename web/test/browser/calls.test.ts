/** A real conversation on the simulated carrier, recorded: found in the list, read, and heard from a sentence on. */
import { beforeAll, expect, test } from 'vitest'
import { openConsole, SAMPLE } from './console.ts'

const program = openConsole()
let callId: number

async function call() {
  const { data } = await program.client.GET('/api/v1/calls/{call_id}', { params: { path: { call_id: callId } } })
  return data!
}

beforeAll(async () => {
  const { client } = program
  await client.PATCH('/api/v1/organization', { body: { listening_allowed: true } })
  const workflow_id = program.workflows[SAMPLE]!
  const path = { params: { path: { workflow_id } } }
  const { data: workflow } = await client.GET('/api/v1/workflow/fetch/{workflow_id}', path)
  await client.PUT('/api/v1/workflow/{workflow_id}', {
    ...path,
    body: { workflow_definition: { ...workflow!.workflow_definition, settings: { recording: true } } as never },
  })
  await client.POST('/api/v1/organizations/telephony-configs', {
    body: { name: 'Simulated', config: { provider: 'simulator' }, is_default_outbound: true } as never,
  })
  const { data } = await client.POST('/api/v1/telephony/initiate-call', {
    body: {
      workflow_id,
      phone_number: '+12025550101',
      variables: {
        first_name: 'Ada',
        last_name: 'Moreau',
        appointment_date: 'Friday',
        appointment_time: 'at ten',
        front_desk_number: '555 0100',
      },
    },
  })
  callId = data!.id
})

// A conversation in real time, with the time a busy machine takes to load its speech.
test('a live call stands on top and its words grow; once ended it is heard from a sentence on', {
  timeout: 180_000,
}, async () => {
  const page = await program.signedIn('/calls')
  await page.getByRole('heading', { name: 'Live', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Ada Moreau' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada Moreau' }).waitFor()
  expect(await page.title()).not.toContain('Ada')
  await page
    .getByText(/speaking with Ada/)
    .first()
    .waitFor({ timeout: 30_000 })
  await page.getByText('The recording can be heard once the call has ended.').waitFor()

  const live = page.getByRole('region', { name: 'Live audio' })
  await live.getByRole('button', { name: 'Listen in' }).click()
  const loudness = async (who: string) =>
    Number(await live.getByRole('meter', { name: `${who}: loudness` }).getAttribute('value'))
  for (const who of ['Agent', 'Ada']) await expect.poll(() => loudness(who), { timeout: 30_000 }).toBeGreaterThan(0)
  if (process.env.SHOTS_DIR) await page.screenshot({ path: `${process.env.SHOTS_DIR}/listening.png` })
  await page.getByRole('button', { name: 'Take over…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take over this call?' })
  await dialog.getByLabel('Your phone').fill('112')
  await dialog.getByRole('button', { name: 'Call my phone' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/emergency/)
    .waitFor()
  if (process.env.SHOTS_DIR) await page.screenshot({ path: `${process.env.SHOTS_DIR}/take-over.png` })
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // The same page goes on to the recording by itself.
  const player = page.getByRole('region', { name: 'Recording' })
  await player.getByRole('slider').waitFor({ timeout: 120_000 })
  const { transcript } = (await call()) as unknown as { transcript: { who: string; text: string }[] }
  expect(await page.getByRole('button', { name: /^Play from/ }).count()).toBe(transcript.length)

  await page
    .getByRole('button', { name: /^Play from/ })
    .last()
    .click()
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  const at = async () => Number(await player.getByRole('slider').getAttribute('aria-valuenow'))
  expect(await at()).toBeGreaterThan(0)
  await player.getByRole('slider').press('Home')
  await expect.poll(at).toBeLessThan(3)

  await page.getByRole('link', { name: 'Calls', exact: true }).first().click()
  await page.getByRole('button', { name: 'Busy' }).click()
  await page.getByText('No call fits').waitFor()
  await page.getByRole('button', { name: 'Show all calls' }).click()
  await page.getByRole('grid', { name: 'Ended calls' }).getByRole('link', { name: 'Ada Moreau' }).waitFor()
})
