import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { makeCampaign, openConsole, people, SAMPLE } from './console.ts'
import { test } from './drawn.ts'

const program = openConsole()

it('a wrong key is told so, and a right one leads to where one wanted to go', async () => {
  const page = await program.open()
  await page.goto(`${program.url}/campaigns`)
  await page.getByLabel('API key').fill('od_nothing')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This key is not valid here').waitFor()
  await page.getByLabel('API key').fill(program.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
})

test('a German browser is spoken to in German, from the first page on', async () => {
  const page = await program.open({ locale: 'de-DE' })
  await page.goto(`${program.url}/campaigns`)
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await page.getByLabel('API-Schlüssel').fill(program.key)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.getByRole('heading', { name: 'Kampagnen', level: 1 }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  await page.getByRole('link', { name: 'Sperrliste' }).click()
  await page.getByLabel('Ist diese Nummer gesperrt?').fill('+49 151 23456789')
  await page.getByText('+49 1512 3456789 ist nicht gesperrt').waitFor()
})

it('start, pause and resume with calls live; the page moves without reloading', async () => {
  const id = await makeCampaign(program, {
    name: 'Long talks',
    csv: people(60),
    speed: 1,
    talkSeconds: 600,
    atOnce: 5,
  })
  const state = async () => (await program.client.campaigns.get(id)).state
  const page = await program.signedIn(`/campaigns/${id}`)
  await page.getByText('Test mode. This campaign uses the simulated carrier').waitFor()
  await page.getByRole('button', { name: 'Start calling…' }).click()
  const question = page.getByRole('dialog', { name: 'Start calling 60 people?' })
  await question.getByText('60 can be called now, at most 5 at a time').waitFor()
  await question.getByText('Test mode: no telephone rings').waitFor()
  // The names of these people have digits.
  await question.getByText('60 rows would say something odd').waitFor()
  await question.getByText(/Row 2: “.*Person 1.*”/).waitFor()
  await question.getByRole('button', { name: 'Start calling 60 people' }).click()
  await page.getByText('Running', { exact: true }).first().waitFor()
  await page.getByRole('img', { name: /5 live, 55 waiting/ }).waitFor()

  // A pause that is not answered is reported while it is still tried, and another press sends it again.
  let pauses = 0
  let isReachable = false
  await page.route('**/pause', (route) => {
    pauses += 1
    if (isReachable) return route.continue()
    if (pauses > 1) return route.abort()
  })
  await page.keyboard.press('p')
  await page.getByRole('button', { name: 'Pausing…' }).waitFor()
  await page.getByRole('alert').getByText('not answered yet: Long talks may still place calls').waitFor()
  expect(pauses).toBe(1)
  await page.keyboard.press('p')

  // A pause that fails stays on the screen, on every page, until it succeeds.
  const alarm = page.getByRole('alert').getByText('Long talks is not paused and may still place calls.')
  await alarm.waitFor()
  await page
    .getByRole('link', { name: /^Workflows/ })
    .first()
    .click()
  await alarm.waitFor()
  isReachable = true
  // Paused meanwhile by someone else: refused, and no alarm. The request that was never answered is not sent again later.
  await program.client.campaigns.pause(id)
  const dropped: string[] = []
  page.on('requestfailed', (request) => dropped.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Pause again' }).click()
  await page.getByText('Long talks is paused. No new call is placed.').waitFor()
  await alarm.waitFor({ state: 'detached' })
  await expect.poll(() => dropped, { timeout: 10_000 }).toContain(`/api/v1/campaign/${id}/pause`)
  await program.client.campaigns.resume(id)

  await page.goBack()
  await page.getByText('Running', { exact: true }).first().waitFor()
  await page.keyboard.press('p')
  await page.getByText(/5 conversations finish, no new call is placed/).waitFor()
  expect(await state()).toBe('paused')

  // The key never starts calls, and resuming asks which words are spoken when they were changed meanwhile.
  await page.getByText('Paused', { exact: true }).first().waitFor()
  await page.keyboard.press('p')
  const workflowId = program.workflows[SAMPLE]!
  const { data: workflow } = await program.client.GET('/api/v1/workflow/fetch/{workflow_id}', {
    params: { path: { workflow_id: workflowId } },
  })
  const definition = structuredClone(workflow!.workflow_definition) as unknown as {
    nodes: { data: { name: string } }[]
  }
  definition.nodes[0]!.data.name = 'Corrected greeting'
  await program.client.PUT('/api/v1/workflow/{workflow_id}', {
    params: { path: { workflow_id: workflowId } },
    body: { workflow_definition: definition as never },
  })
  // The question opens immediately, and says if the campaign cannot be read.
  const address = new RegExp(`/api/v1/campaign/${id}$`)
  await page.route(address, (route) => route.fulfill({ status: 404, json: { code: 'gone', message: 'Gone.' } }))
  await page.getByRole('button', { name: 'Resume…' }).click()
  const unread = page.getByRole('dialog', { name: 'Resume calling?' })
  await unread.getByRole('alert').getByText('The campaign could not be read').waitFor()
  await unread.getByRole('button', { name: 'Stay paused' }).click()
  await page.unroute(address)
  await page.getByRole('button', { name: 'Resume…' }).click()
  const again = page.getByRole('dialog', { name: 'Resume calling 55 people?' })
  expect(await again.getByRole('button', { name: 'Choose a version' }).isDisabled()).toBe(true)
  await again.getByLabel('Continue with version 2, the newest').check()
  expect(await state()).toBe('paused')
  await again.getByRole('button', { name: 'Resume calling 55 people' }).click()
  await page.getByText('Running', { exact: true }).first().waitFor()
  expect((await program.client.campaigns.get(id)).workflow_version_number).toBe(2)

  // Everything stops by one request with one answer.
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill('pause every')
  await page.getByRole('option', { name: /Pause every/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  // The answer about one campaign may still be on the screen: this one counts campaigns.
  await page.getByText(/\d+ campaigns? paused\. \d+ conversations finish/).waitFor()
  expect(await state()).toBe('paused')
})

test('a campaign that completes offers to redial those it did not reach, once', async () => {
  const id = await makeCampaign(program, {
    name: 'Busy people',
    csv: `${people(3, '10')}${people(4, '60').split('\n').slice(1).join('\n')}`,
    start: true,
  })
  // Times are the organization's, wherever somebody reads them.
  const page = await program.signedIn(`/campaigns/${id}`, { timezoneId: 'Asia/Tokyo' })
  await page.getByText('3 of 7 people answered').waitFor()
  const { completed_at } = await program.client.campaigns.get(id)
  await page
    .getByText(`completed ${completed_at?.slice(11, 16)}`)
    .first()
    .waitFor()
  // What the conversations came to is the first thing of a finished campaign. Silent people come to nothing, so it is written here.
  await program.query(
    `insert into call_records (call_id, organization_id, updated_at, timeline, transcript, disposition)
     select id, organization_id, now(), '[]', '[]', case when row_number() over (order by id) = 1 then 'moved' else 'confirmed' end
       from calls where campaign_id = $1 and answered_at is not null
     on conflict (call_id) do update set disposition = excluded.disposition`,
    [id],
  )
  await page.reload()
  const results = page.locator('section.sec', { has: page.getByRole('heading', { name: 'Results' }) })
  await results.getByRole('row', { name: 'Confirmed 2 67 %' }).waitFor()
  await results.getByRole('row', { name: 'Moved 1 33 %' }).waitFor()
  await page.getByRole('button', { name: 'Redial 4…' }).click()
  const question = page.getByRole('dialog', { name: 'Redial 4 people?' })
  await question.getByText('A new draft is made; no call is placed until you start it').waitFor()
  await question.getByRole('button', { name: 'Make the draft with 4' }).click()
  await page.getByText('Draft', { exact: true }).first().waitFor()
  await page.getByText('4 people are called').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /that can be done once/ }).waitFor()
})

test('an experiment is set up in a draft, fixed by the start, read with its sentence, and ended with one arm', async () => {
  const csv = people(40, '00', 3000)
  const id = await makeCampaign(program, { name: 'Two greetings', csv, speed: 1, talkSeconds: 600, atOnce: 2 })
  const page = await program.signedIn(`/campaigns/${id}/setup`)
  await page.getByRole('button', { name: 'Set up an experiment' }).click()
  await page.getByLabel('Name of the experiment').fill('Greeting')
  await page.getByLabel('Name of arm 1').fill('Old')
  await page.getByLabel('Name of arm 2').fill('New')
  await page.getByLabel('Workflow version of arm 2').selectOption('Version 1')
  await page.getByLabel('Voice of arm 2').fill('rms')
  await page.getByRole('button', { name: 'Add an arm' }).click()
  await page.getByLabel('Name of arm 3').fill('Old')
  expect(await page.getByRole('button', { name: 'Save the experiment' }).isDisabled()).toBe(true)
  await page.getByLabel('Name of arm 3').fill('Quiet')
  await page.getByLabel('Share of arm 3').fill('2')
  await page.getByLabel('Not called (control group)').last().check()
  await page.getByRole('button', { name: 'Save the experiment' }).click()
  await page.getByText('Experiment saved.').waitFor()
  expect((await program.client.campaigns.get(id)).experiment).toMatchObject({
    arms: [
      { name: 'Old', share: 1 },
      { name: 'New', workflow_version_number: 1, voice: 'rms' },
      { name: 'Quiet', share: 2, not_called: true },
    ],
  })
  await program.client.campaigns.start(id)
  await page.getByText('Running', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Analysis' }).click()
  const experiment = page.locator('section.sec', { has: page.getByRole('heading', { name: 'Experiment' }) })
  await experiment.getByText('New or Old has no finished person').waitFor()
  await experiment.getByRole('row', { name: /^Quiet .* left out .* not called$/ }).waitFor()
  await experiment.getByRole('button', { name: 'End the experiment…' }).click()
  const question = page.getByRole('dialog', { name: 'End the experiment?' })
  await question.getByLabel('Everyone gets').selectOption('New')
  await question.getByRole('button', { name: 'Everyone gets New' }).click()
  await experiment.getByText(/^Ended on .*: everyone gets New\.$/).waitFor()
})

test('what changed is saved while paused, faults stand at the field, and leaving asks', async () => {
  const id = await makeCampaign(program, { name: 'To be changed', csv: people(2) })
  const page = await program.signedIn(`/campaigns/${id}/setup`)
  await page.getByLabel('Concurrent calls').fill('500')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('At most 100.', { exact: true }).waitFor()
  await page.getByLabel('Concurrent calls').fill('7')
  await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
  await page
    .getByRole('dialog', { name: 'Leave without saving 1 change?' })
    .getByRole('button', { name: 'Stay here' })
    .click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(
    (await program.client.GET('/api/v1/campaign/{campaign_id}', { params: { path: { campaign_id: id } } })).data
      ?.max_concurrency,
  ).toBe(7)
})

test('a campaign that is kept open takes people by form and by file, and completes once it is closed', async () => {
  const id = await makeCampaign(program, { name: 'Grows', csv: people(1, '10', 700), speed: 200 })
  const campaign = () => program.client.campaigns.get(id)
  const page = await program.signedIn(`/campaigns/${id}/setup`)
  await page.getByRole('switch', { name: 'Keep open for people who are added later' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await program.client.campaigns.start(id)
  await expect.poll(async () => (await campaign()).processed_rows).toBe(1)
  expect((await campaign()).state).toBe('running')
  await page.getByText('All contacts are done. It is kept open').waitFor()

  await page.getByRole('link', { name: /^Contacts/ }).click()
  await page.getByRole('link', { name: 'Add people' }).click()
  await page.getByText('new people are called after those who already wait').waitFor()
  // The form asks for what the version needs that the campaign calls with, not for what a newer one would.
  const previewed = page.waitForRequest(/\/preview\?.*workflow_version_number=\d+/)
  await page.getByRole('radio', { name: 'One person' }).click()
  await previewed
  await page.getByLabel('Number', { exact: true }).fill('07700 970110')
  await page.getByLabel('Country').fill('gb')
  await page.getByText('Needed: ').waitFor()
  for (const [name, value] of Object.entries({
    appointment_date: 'Friday',
    appointment_time: 'at ten',
    front_desk_number: '555 0100',
  }))
    await page.getByLabel(name).fill(value)
  await page.getByRole('button', { name: 'Add 1 person…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add 1 person' }).click()
  await page.getByText('1 person added').waitFor()

  await page.getByRole('button', { name: 'Add more' }).click()
  await page.getByRole('radio', { name: 'One person' }).press('ArrowLeft')
  const rows = ['+447700970110,Friday,at ten,555 0100', '+447700970210,Friday,at ten,555 0100', 'nobody,,,']
  const csv = Buffer.from(`phone,appointment_date,appointment_time,front_desk_number\n${rows.join('\n')}\n`)
  await page.getByLabel('Contact list file').setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: csv })
  await page.getByRole('button', { name: 'Add 2 people…' }).click()
  await page.getByRole('dialog').getByText('1 row of the file cannot be read').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2 people' }).click()
  await page.getByText('1 number is in the campaign already.').waitFor()
  await expect.poll(async () => (await campaign()).total_rows).toBe(3)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close to new people…' }).click()
  await page.getByRole('button', { name: 'Close the campaign' }).click()
  await expect.poll(async () => (await campaign()).state).toBe('completed')
  await page.getByText('Completed', { exact: true }).first().waitFor()
  await page.reload()
  await page.getByText('People cannot be added to this campaign any more.').waitFor()
})

test('a paused campaign is finished without calling the rest, once its calls are over', async () => {
  const id = await makeCampaign(program, {
    name: 'Enough',
    csv: people(3, '00', 7100),
    speed: 10,
    talkSeconds: 600,
    atOnce: 1,
    start: true,
  })
  const live = async () => (await program.client.calls.list({ campaign_id: id, live: true })).runs
  await expect.poll(async () => (await live())[0]?.state).toBe('answered')
  await program.client.campaigns.pause(id)
  const page = await program.signedIn(`/campaigns/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Finish without calling the rest…' }).click()
  const question = page.getByRole('dialog', { name: 'Finish Enough?' })
  await question.getByText('2 people still wait and are not called').waitFor()
  const finish = question.getByRole('button', { name: 'Finish without calling 2 people' })
  await question.getByText('1 call is still in progress').waitFor()
  expect(await finish.isDisabled()).toBe(true)
  await program.client.calls.hangUp((await live())[0]!.id)
  await question.getByText('1 call is still in progress').waitFor({ state: 'detached' })
  await finish.click()
  await page.getByText('Completed', { exact: true }).first().waitFor()
  await page.getByText('Left out: 2 campaign finished.').waitFor()
  expect((await program.client.campaigns.get(id)).outcomes).toMatchObject({ canceled: 2 })
})

test('the drawer says why someone was called or not, and keys walk the list', async () => {
  const id = await makeCampaign(program, {
    name: 'Explained',
    csv: `${people(2, '10')}${people(1, '94').split('\n')[1]}`,
    start: true,
  })
  const page = await program.signedIn(`/campaigns/${id}/contacts`)
  await page
    .getByRole('row', { name: /Person 1 .* Answered/ })
    .first()
    .click()
  await page
    .getByRole('complementary', { name: 'Person 1' })
    .getByRole('heading', { name: /^Answered/ })
    .waitFor()
  // The drawer takes the focus, and the address names the person that it shows.
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('drawer')
  const named = () => new URL(page.url()).searchParams.get('contact')
  const before = named()
  expect(before).not.toBeNull()
  await page.keyboard.press('j')
  await page.getByRole('complementary', { name: 'Person 2' }).waitFor()
  await expect.poll(named).not.toBe(before)
  await page.keyboard.press('Escape')
  await page.getByRole('complementary', { name: 'Person 2' }).waitFor({ state: 'detached' })
  expect(named()).toBeNull()

  // On a narrow screen it covers the page: a dialog, which keeps the focus, walks by the same keys, and gives the focus back.
  await page.setViewportSize({ width: 1024, height: 800 })
  await page
    .getByRole('row', { name: /Person 1 .* Answered/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Person 1' })
  await dialog.getByRole('heading', { name: /^Answered/ }).waitFor()
  const isInside = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)
  expect(await isInside()).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await isInside()).toBe(true)
  for (const _ of Array.from({ length: 12 })) await page.keyboard.press('Tab')
  expect(await isInside()).toBe(true)
  await page.keyboard.press('j')
  await page.getByRole('dialog', { name: 'Person 2' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Search contacts').fill('Nobody like this')
  await page.getByRole('heading', { name: 'No matching contacts' }).waitFor()
})

test('the palette finds people by a pasted number, and leads to why they were called', async () => {
  const id = await makeCampaign(program, { name: 'To be found', csv: people(3, '20'), start: true })
  const page = await program.signedIn('/calls?to=2020-01-31')
  await page.getByRole('heading', { name: 'No call fits' }).waitFor()
  await page.getByLabel('To day').fill(new Date().toISOString().slice(0, 10))
  await page
    .getByRole('row', { name: /Person 1 / })
    .first()
    .waitFor()
  await page.getByRole('heading', { name: 'Calls', level: 1 }).click()
  // It is loaded when it is first asked for. What is typed until then is kept: no letter is a shortcut, Enter opens nothing.
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/palette-*.js', (route) => arrived.then(() => route.continue()))
  await page.keyboard.press('/')
  await page.keyboard.type('n Person')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await page.keyboard.press('End')
  arrive()
  await page.keyboard.type(' 1')
  const field = page.getByRole('combobox', { name: 'Search or jump' })
  await page
    .getByRole('option', { name: /^History of \+44770090020/ })
    .first()
    .waitFor()
  expect([await field.inputValue(), new URL(page.url()).pathname]).toEqual(['Person 1', '/calls'])
  await field.fill('+44 7700 900 20')
  await page
    .getByRole('option', { name: /Person 1, \+44770090020/ })
    .first()
    .click()
  await page.getByRole('complementary', { name: 'Person 1' }).waitFor()
  const { pathname, search } = new URL(page.url())
  expect(pathname).toBe(`/campaigns/${id}/contacts`)
  expect(search).not.toContain('4477')

  // As a letter has it, and by name; the first hit is everything about the number.
  for (const typed of ['(0770) 09 00 20', 'Person 1']) {
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search or jump' }).fill(typed)
    await page
      .getByRole('option', { name: /^History of \+44770090020/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill('(0770) 09 00 20')
  await page
    .getByRole('option', { name: /^History of \+44770090020/ })
    .first()
    .click()
  await page.getByRole('heading', { name: /Attempts/ }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download complaint file' }).click()
  // Stored without compression: the texts are in the archive as they are.
  const file = (await buffer(await (await saved).createReadStream())).toString()
  for (const part of [
    /summary\.txtHistory of the number \+44770090020/,
    /by the campaign “To be found”/,
    /history\.json/,
    /calls\/\d+-call\.json\{[\s\S]*"is_simulated": true/,
    /calls\/\d+-receipt\.json\{[\s\S]*"outdial-receipt-1"/,
  ])
    expect(file).toMatch(part)
  expect(file).not.toContain('recording_url')
  expect(file).not.toContain('Missing in this archive')
  expect(page.url()).not.toContain('7700900')
})

test('a campaign that failed is announced in the title of the tab, on every page and after loading it', async () => {
  const id = await makeCampaign(program, { name: 'Failed', csv: people(1, '10', 7400) })
  await program.query(`update campaigns set state = 'failed' where id = $1`, [id])
  const page = await program.signedIn('/calls')
  await expect.poll(() => page.title()).toMatch(/^▲ 1 · Calls/)
  await page.reload()
  await expect.poll(() => page.title()).toMatch(/^▲ 1 · Calls/)
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await expect.poll(() => page.title()).toMatch(/^▲ \d+ · (Overview|Welcome)/)
  await program.client.DELETE('/api/v1/campaign/{campaign_id}', { params: { path: { campaign_id: id } } })
})

test('the page of a call shows which models were asked, their tokens, and that the cost is incomplete', async () => {
  const id = await makeCampaign(program, { name: 'With a model', csv: people(1, '10', 7500), start: true })
  await program.client.waitUntilCompleted(id)
  const [call] = (await program.client.campaigns.runs(id)).runs
  const usage = {
    currency: 'EUR',
    models: [
      {
        model: 'qwen3-8b',
        requests: 4,
        reported: 3,
        input_tokens: 2_100_000,
        output_tokens: 96,
        input_price: 2_000_000,
        output_price: 4_000_000,
      },
    ],
  }
  await program.query(
    `insert into call_records (call_id, organization_id, updated_at, timeline, transcript, model_usage)
     select id, organization_id, now(), '[]', '[]', $2 from calls where id = $1
     on conflict (call_id) do update set model_usage = excluded.model_usage`,
    [call!.id, JSON.stringify(usage)],
  )
  const page = await program.signedIn(`/calls/${call!.id}`)
  await page.getByText('qwen3-8b: 4 requests, 2,100,000 tokens in, 96 out, 1 request without a report').waitFor()
  await page.getByText(/^at least 4\.20 EUR$/).waitFor()
})

test('a list of thousands is scrolled to its middle at once, with a true scrollbar', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => `+4477${String(10_000_000 + at)},Row ${at + 1}`)
  const id = await makeCampaign(program, { name: 'Long', csv: `phone_number,first_name\n${rows.join('\n')}\n` })
  const page = await program.signedIn(`/campaigns/${id}/contacts`)
  await page.getByRole('row', { name: /^Row 1 / }).waitFor()
  const list = page.getByRole('rowgroup', { name: 'Contacts' })
  expect(await list.evaluate((box) => box.scrollHeight)).toBe(3_000 * 34)
  await list.evaluate((box) => box.scrollTo(0, 34 * 2_000))
  await page.getByRole('row', { name: /^Row 2001 / }).waitFor()
  await page.getByLabel('Search contacts').fill('Row 2999')
  await page.getByRole('row', { name: /^Row 2999 / }).waitFor()
  await page.getByRole('row', { name: /^Row 2001 / }).waitFor({ state: 'detached' })
})
