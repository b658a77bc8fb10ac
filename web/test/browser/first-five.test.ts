import { expect, test } from 'vitest'
import { openConsole } from './console.ts'

const program = openConsole()

test('the printed address signs in; one press, and a campaign with people who speak is running on screen', async () => {
  const page = await program.open()
  await page.goto(program.welcome)
  await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Add a carrier' }).waitFor()
  await page.getByRole('link', { name: 'New campaign' }).waitFor()
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
