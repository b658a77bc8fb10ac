/** A carrier's form, drawn from the metadata alone: added, checked, changed, its secret kept. */
import { expect, test } from 'vitest'
import { makeCampaign, openConsole, people } from './console.ts'

const program = openConsole()

async function stored(id: number) {
  const { data } = await program.client.GET('/api/v1/organizations/telephony-configs/{config_id}', {
    params: { path: { config_id: id } },
  })
  return data!
}

test('a carrier is added, its check is shown, and a change keeps the secret that nobody replaced', async () => {
  const page = await program.signedIn('/telephony/new')
  await page.getByRole('radio', { name: 'Asterisk (ARI)' }).click()

  // Pressing goes to the first fault; nothing is asked of the server.
  await page.getByRole('button', { name: 'Add Asterisk (ARI)' }).click()
  const address = page.getByLabel('ARI address')
  await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByText('Required.').first().waitFor()

  await page.getByLabel('Name', { exact: true }).fill('PBX Leeds')
  await address.fill('http://127.0.0.1:1')
  await page.getByLabel('Application name').fill('outdial')
  await page.getByLabel('Password', { exact: true }).fill('a secret of the PBX')
  await page.getByRole('button', { name: 'Add Asterisk (ARI)' }).click()

  // Nothing listens there: the carrier is kept, and the check says so.
  await page.getByRole('heading', { level: 1, name: 'PBX Leeds' }).waitFor()
  await page.getByText('It does not work').waitFor()
  const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
  const before = await stored(id)
  expect(before.credentials.app_password).not.toContain('a secret of')

  // The secret is shown as the server masks it; taking the replacement back leaves it.
  const secret = page.getByLabel('Password', { exact: true })
  expect(await secret.inputValue()).toBe(before.credentials.app_password)
  await page.getByRole('button', { name: 'Replace' }).click()
  await secret.fill('another')
  await page.getByRole('button', { name: 'Keep the old one' }).click()

  await page.getByLabel('Application name').fill('outdial-leeds')
  await page.getByLabel('Calls per second').fill('3')
  await page.getByText('2 changes').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await stored(id)).credentials.app_name).toBe('outdial-leeds')
  const after = await stored(id)
  expect(after.credentials.calls_per_second).toBe(3)
  expect(after.credentials.app_password).toBe(before.credentials.app_password)
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
})

test('a number is bound to a workflow, and what the carrier said stands beside it', async () => {
  const { data } = await program.client.POST('/api/v1/organizations/telephony-configs', {
    body: { name: 'Simulated', config: { provider: 'simulator' } } as never,
  })
  const page = await program.signedIn(`/telephony/${data!.id}`)
  await page.getByRole('button', { name: 'Add a number' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number').fill('+44 20')
  await dialog.getByRole('button', { name: 'Add the number' }).click()
  await dialog.getByRole('alert').first().waitFor()
  await dialog.getByLabel('Number').fill('+442079460990')
  await dialog.getByRole('button', { name: 'Add the number' }).click()
  await page.getByText('+44 20 7946 0990').waitFor()
  await page.getByText('in turn, first').waitFor()

  const answers = page.getByLabel('Who answers +44 20 7946 0990')
  await answers.selectOption({ label: 'Appointment reminder (sample)' })
  const numbers = async () =>
    (
      await program.client.GET('/api/v1/organizations/telephony-configs/{config_id}/phone-numbers', {
        params: { path: { config_id: data!.id } },
      })
    ).data!.phone_numbers
  await expect.poll(async () => (await numbers())[0]?.inbound_workflow_name).toBe('Appointment reminder (sample)')
  const row = page.getByRole('row', { name: /7946 0990/ })
  await expect.poll(() => row.getByRole('status').textContent()).not.toBe('')

  // How often it is shown is limited, and said beside it.
  await page.getByRole('button', { name: 'More for +44 20 7946 0990' }).click()
  await page.getByRole('menuitem', { name: 'Limits…' }).click()
  await page.getByLabel('Calls a day').fill('300')
  await page.getByRole('button', { name: 'Save the limits' }).click()
  await page.getByText('at most 300 a day').waitFor()
  expect((await numbers())[0]).toMatchObject({ max_calls_per_day: 300, max_calls_at_once: null })

  // Told once more, the binding stays what it is.
  const again = page.waitForResponse((response) => response.url().endsWith('/sync'))
  await page.getByRole('button', { name: 'More for +44 20 7946 0990' }).click()
  await page.getByRole('menuitem', { name: 'Sync with carrier' }).click()
  expect((await again).status()).toBe(200)
  expect((await numbers())[0]?.inbound_workflow_name).toBe('Appointment reminder (sample)')

  await page.getByRole('button', { name: 'More for +44 20 7946 0990' }).click()
  await page.getByRole('menuitem', { name: /Delete/ }).click()
  await page.getByRole('button', { name: 'Delete the number' }).click()
  await expect.poll(async () => (await numbers()).length).toBe(0)
})

test('prices make costs count: a limit of the day and of a campaign, and what needs someone', async () => {
  const { data: carrier } = await program.client.POST('/api/v1/organizations/telephony-configs', {
    body: { name: 'Line with prices', config: { provider: 'simulator', people_speak: false, speed: 200 } } as never,
  })
  const page = await program.signedIn(`/telephony/${carrier!.id}`)
  await page.getByRole('button', { name: 'Enter prices…' }).click()
  const form = page.getByRole('dialog', { name: 'Prices of Line with prices' })
  await form.getByLabel('Currency').fill('eur')
  await form.getByLabel('Price of a minute').fill('0.5')
  await form.getByLabel('Prices by prefix').fill('+4477 x')
  await form.getByText('Line 1: write a prefix and a price').waitFor()
  expect(await form.getByRole('button', { name: 'Save the prices' }).isDisabled()).toBe(true)
  await form.getByLabel('Prices by prefix').fill('+4477 8.00')
  await form.getByRole('button', { name: 'Save the prices' }).click()
  await page.getByText('0.50 EUR').waitFor()

  await page.goto(`${program.url}/settings/costs`)
  await page.getByRole('button', { name: 'Change the limit…' }).click()
  await page.getByLabel('Limit in EUR').fill('ten')
  await page.getByRole('button', { name: 'Save the limit' }).click()
  await page.getByRole('dialog').getByRole('alert').first().waitFor()
  await page.getByLabel('Limit in EUR').fill('9.00')
  await page.getByRole('button', { name: 'Save the limit' }).click()
  await page.getByText('9.00 EUR', { exact: true }).waitFor()

  const id = await makeCampaign(program, { name: 'Paid for', csv: people(1, '10', 770) })
  await program.client.PATCH('/api/v1/campaign/{campaign_id}', {
    params: { path: { campaign_id: id } },
    body: { telephony_configuration_id: carrier!.id } as never,
  })
  await page.goto(`${program.url}/campaigns/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Spend limit…' }).click()
  await page.getByLabel('Limit in EUR').fill('100')
  await page.getByRole('button', { name: 'Save the limit' }).click()
  await page.getByText('of at most 100.00 EUR').waitFor()
  expect((await program.client.campaigns.get(id)).max_spend).toMatch(/^100(\.0*)?$/)
})
