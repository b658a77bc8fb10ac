import { expect, test } from 'vitest'
import { makeCampaign, openConsole, people } from './console.ts'

const program = openConsole({ own: true })

test('the printed address signs in; one press, and a campaign with people who speak is running on screen', async () => {
  const page = await program.open()
  await page.goto(program.welcome)
  await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Add a carrier' }).waitFor()
  await page.getByRole('link', { name: 'New campaign' }).waitFor()

  // The agent is heard before anything is set up; here it is only read, which needs no loudspeaker.
  await page.getByRole('button', { name: 'Hear it' }).click()
  const drawer = page.getByRole('complementary', { name: 'Hear the agent' })
  await drawer.getByRole('button', { name: 'Speak with it' }).waitFor()
  await drawer.getByLabel('Who answers').selectOption({ label: 'Agrees' })
  await drawer.getByRole('button', { name: 'Listen' }).waitFor()
  await drawer.getByRole('button', { name: 'Only read it' }).click()
  await drawer
    .getByText(/Am I speaking with Ada/)
    .first()
    .waitFor()
  await page.getByText('You heard “Appointment reminder (sample)”. It ended as confirmed.').waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Start it' }).click()
  await page.getByRole('img', { name: /live/ }).first().waitFor()
  await page.getByText(/of 20 done, \d live/).waitFor()
  await page.getByRole('link', { name: 'Open it' }).click()
  await page.getByRole('heading', { name: 'Twenty people who do not exist', level: 1 }).waitFor()
  await page.getByRole('table').getByRole('link').first().waitFor()
  await page.keyboard.press('p')
  await page.getByText('Paused', { exact: true }).first().waitFor()
  const { data } = await program.client.GET('/api/v1/campaign/')
  expect(
    data!.campaigns.map(({ state, telephony_configuration_name }) => [state, telephony_configuration_name]),
  ).toEqual([['paused', 'Simulated']])
})

test('the palette goes and does, by keys alone', async () => {
  const page = await program.signedIn('/campaigns')
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill('twenty')
  await page.getByRole('option', { name: /Twenty people/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Twenty people who do not exist', level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
  await page.getByRole('row', { name: /Twenty people/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Twenty people who do not exist', level: 1 }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
})

test('a restart of the server is survived, and figures are right afterwards', async () => {
  const id = await makeCampaign(program, { name: 'Survivor', csv: people(5) })
  const page = await program.signedIn(`/campaigns/${id}`)
  await page.getByText('Live', { exact: true }).first().waitFor()
  await program.stop()
  await page.getByText('Reconnecting').first().waitFor()
  await program.start()
  await program.client.POST('/api/v1/campaign/{campaign_id}/start', { params: { path: { campaign_id: id } } })
  await page.getByText('5 of 5 people answered').waitFor({ timeout: 45_000 })
  await page.getByText('Live', { exact: true }).first().waitFor()
})
