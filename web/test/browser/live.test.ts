import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeCampaign, openConsole, people, signIn } from './console.ts'
import { test } from './drawn.ts'
import { openLine } from './line.ts'

const program = openConsole()

it('two browsers at once: what one does the other sees', async () => {
  const id = await makeCampaign(program, {
    name: 'Seen by two',
    csv: people(40, '00', 2000),
    speed: 1,
    talkSeconds: 300,
    atOnce: 3,
    start: true,
  })
  const one = await program.signedIn(`/campaigns/${id}`)
  const other = await program.signedIn('/campaigns')
  await other.getByRole('row', { name: /Seen by two.*Running/ }).waitFor()
  await one.getByRole('button', { name: 'Pause p' }).click()
  await other.getByRole('row', { name: /Seen by two.*Paused/ }).waitFor()
  await other.getByRole('button', { name: 'Resume Seen by two' }).click()
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /^Resume calling/ })
    .click()
  await one.getByText('Running', { exact: true }).first().waitFor()
  await one.getByRole('button', { name: 'Pause p' }).click()
  await other.getByRole('row', { name: /Seen by two.*Paused/ }).waitFor()
})

test('two tabs share one stream, and the second goes on when the first is closed', async () => {
  const first = await program.signedIn('/campaigns')
  const second = await first.context().newPage()
  const streams: string[] = []
  second.on('request', (request) => request.url().includes('/events/stream') && streams.push(request.url()))
  await second.goto(`${program.url}/campaigns`)
  await second.getByText('Live', { exact: true }).first().waitFor()
  expect(streams).toEqual([])
  const opened = second.waitForRequest((request) => request.url().includes('/events/stream'))
  await first.close()
  await opened
  await makeCampaign(program, { name: 'After the first tab', csv: people(2) })
  await second.getByRole('row', { name: /After the first tab.*Draft/ }).waitFor()
})

/** Everything the banner ever says: some of it stands there for a moment only. */
async function bannersOf(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said = new Set<string>()
    Object.assign(window, { said })
    new MutationObserver(() => {
      const text = document.querySelector('.live-banner')?.textContent
      if (text) said.add(text)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said])
}

test('a lost connection is said with the time of the figures, after half a minute in a banner, and then caught up', async () => {
  const line = await openLine(program.url)
  const id = await makeCampaign(program, { name: 'Goes on alone', csv: people(120), atOnce: 50 })
  const page = await program.open()
  await page.clock.install()
  await signIn(page, program.key, `${line.url}/sign-in?to=/campaigns/${id}`)
  await page.getByText('Live', { exact: true }).first().waitFor()
  const said = await bannersOf(page)

  line.cut()
  await page.getByText('Reconnecting').first().waitFor()
  await page.getByText(/^as of \d\d:\d\d:\d\d$/).waitFor()
  await program.client.POST('/api/v1/campaign/{campaign_id}/start', { params: { path: { campaign_id: id } } })
  await page.clock.fastForward(31_000)
  await page.getByText(/No connection for 3\d s\. Calls continue without this page\./).waitFor()
  const state = async () => (await program.client.campaigns.get(id)).state
  await expect.poll(state, { timeout: 30_000 }).toBe('completed')

  line.mend()
  await page.locator('.live-banner').getByRole('button', { name: 'Try now' }).click()
  await page.getByText('120 of 120 people answered').waitFor()
  await page.getByText('Live', { exact: true }).first().waitFor()
  expect((await said()).some((text) => /Catching up: \d+ of \d+ events/.test(text))).toBe(true)
  await line.close()
})

test('a laptop that slept notices by itself that its connection is dead, and is up to date again', async () => {
  const line = await openLine(program.url)
  const id = await makeCampaign(program, { name: 'While you slept', csv: people(8) })
  const page = await program.open()
  await page.clock.install()
  await signIn(page, program.key, `${line.url}/sign-in?to=/campaigns/${id}`)
  await page.getByText('Live', { exact: true }).first().waitFor()

  line.freeze()
  await program.client.POST('/api/v1/campaign/{campaign_id}/start', { params: { path: { campaign_id: id } } })
  await page.clock.fastForward('02:00:00')
  await page
    .getByText(/No connection/)
    .first()
    .waitFor()
  line.mend()
  // The old stream never says another word; it has to be given up.
  await page.clock.fastForward('00:10')
  await page.getByText('8 of 8 people answered').waitFor()
  await page.getByText('Live', { exact: true }).first().waitFor()
  await line.close()
})

test('who is signed out elsewhere lands at the sign-in page and comes back to the same place', async () => {
  const page = await program.signedIn('/campaigns?state=draft')
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
  const { data } = await program.client.GET('/api/v1/sessions')
  for (const { id } of data!.sessions)
    await program.client.DELETE('/api/v1/sessions/{session_id}', { params: { path: { session_id: id } } })
  await page.getByText('Your session has ended.').waitFor({ timeout: 30_000 })
  expect(new URL(page.url()).searchParams.get('to')).toBe('/campaigns?state=draft')
  await signIn(page, program.key, page.url())
  await page.getByRole('button', { name: /^Draft/, pressed: true }).waitFor()
})

test('a reload keeps the session; signing out ends it', async () => {
  const page = await program.signedIn('/campaigns')
  await page.reload()
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('od_')
  await page.getByRole('button', { name: 'Keyboard, help and sign-out' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('API key').waitFor()
  await page.goto(`${program.url}/campaigns`)
  await page.getByLabel('API key').waitFor()
})

it('a second organization sees nothing of the first', async () => {
  const id = await makeCampaign(program, { name: 'Ours alone', csv: people(3), start: true })
  const page = await program.open()
  await signIn(page, await program.newOrganization('Neighbours'), `${program.url}/sign-in?to=/campaigns`)
  await page.getByRole('heading', { name: 'No campaign yet' }).waitFor()
  await page.getByText('Neighbours').first().waitFor()
  await page.goto(`${program.url}/campaigns/${id}`)
  await page.getByText('There is no campaign with this id.').waitFor()
  expect(await page.content()).not.toContain('Ours alone')
})
