import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openConsole } from './console.ts'
import { test } from './drawn.ts'

const program = openConsole()

beforeAll(async () => {
  await program.client.POST('/api/v1/organizations/telephony-configs', {
    body: {
      name: 'Simulated',
      is_default_outbound: true,
      config: { provider: 'simulator', people_speak: false, speed: 50 },
    } as never,
  })
})

const BAD = `phone;first_name;appointment_date;appt_time;front_desk_number
+447700900142;Margaret;26 November;10:30;555 0100
+447700900143;Priya;26 November;10:45;555 0100
07700 900 318;Tom;26 November;11:15;555 0100
4.47701E+11;Elias;27 November;09:00;555 0100
+44 7700 900118 / 900119;Jo;27 November;14:45;555 0100
+447700900142;Margaret;26 November;10:30;555 0100
`

it('from a bad list to the first calls: what is wrong, what can be mended, what will happen', async () => {
  await program.client.POST('/api/v1/suppressions', { body: { phone_number: '+447700900143', reason: 'asked' } })
  const page = await program.signedIn('/campaigns/new', { locale: 'en-GB', timezoneId: 'Asia/Tokyo' })
  await page.getByRole('button', { name: 'Start calling…' }).click()
  await page.getByText('Bring a list of people to call.').waitFor()

  await page
    .getByLabel('Contact list file')
    .setInputFiles({ name: 'harrogate week-48.csv', mimeType: 'text/csv', buffer: Buffer.from(BAD) })
  await page.getByRole('img', { name: '1 will be called, 3 cannot be read, 1 duplicate, 1 do not call' }).waitFor()
  expect(await page.getByLabel('Name of the campaign').inputValue()).toBe('Harrogate week 48')
  await page.getByRole('heading', { name: '3 rows cannot be read' }).waitFor()
  await page.getByText('Digits lost in a spreadsheet').first().waitFor()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download with reasons' }).click()
  expect(await text(await (await saved).createReadStream())).toContain('4.47701E+11')

  // What a column is used for is the server's answer, and can be changed under every column.
  const use = (column: string) => page.getByLabel(`Use of the column ${column}`)
  expect(await use('phone').inputValue()).toBe('phone')
  // The index marks the section in which something is to be decided.
  const sign = page.locator('.steps a[href="#who"] .no')
  await expect.poll(() => sign.textContent()).toBe('!')
  await use('appt_time').selectOption('Spoken as appointment_time')
  await page.getByText('The workflow speaks appointment_time').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Read as United Kingdom, like the others' }).click()
  await page.getByRole('img', { name: '2 will be called, 2 cannot be read, 1 duplicate, 1 do not call' }).waitFor()
  expect(await use('appt_time').inputValue()).toBe('say:appointment_time')

  // The user may be anywhere: hours follow the people on the list.
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/London')
  // The simulated carrier is never chosen in advance, although it is the organization's default.
  await page.getByRole('link', { name: /Choose a carrier/ }).waitFor()
  await page.getByRole('radio', { name: /Simulated/ }).click()
  await page.getByText('This campaign places no real calls').waitFor()
  // While the forecast of the changed draft is on its way, the one before is marked as old.
  await page
    .getByText(/^Reached/)
    .first()
    .waitFor()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/campaign/forecast', (route) => answered.then(() => route.continue()))
  await page.getByRole('radio', { name: 'At any hour' }).click()
  const old = page.getByText('Forecast of the list before; the new one is being computed.')
  await old.waitFor()
  answer()
  await old.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Start calling…' }).click()
  const question = page.getByRole('dialog', { name: 'Start calling 2 people?' })
  await question.getByText('1 will not be called: on the do-not-call list').waitFor()
  await question.getByText('Test mode: no telephone rings').waitFor()
  await question.getByRole('button', { name: 'Start calling 2 people' }).click()
  await page.getByRole('heading', { name: 'Harrogate week 48', level: 1 }).waitFor()
  await page.getByText('Completed', { exact: true }).first().waitFor()
  const { completed_at } = await program.client.campaigns.get(Number(page.url().split('/').at(-1)))
  await page
    .getByText(`completed ${completed_at?.slice(11, 16)}`)
    .first()
    .waitFor()
})

it('a German list as Excel saves it runs after at most 12 clicks', async () => {
  const rows = ['Nachname;Vorname;Mobil;Termin;Uhrzeit;Rezeption;Patientennr']
  for (let at = 0; at < 6; at++) rows.push(`Müller;Jürgen ${at};0151 2345670${at};Freitag;neun Uhr;089 1234567;P${at}`)
  const page = await program.signedIn('/campaigns')
  let clicks = 0
  const click = async (name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button') => {
    clicks += 1
    await page.getByRole(role, { name }).first().click()
  }
  const choose = async (label: string, option: string) => {
    clicks += 1
    await page.getByLabel(label).first().selectOption(option)
  }
  await click('New campaign', 'link')
  clicks += 1
  await page
    .getByLabel('Contact list file')
    .setInputFiles({ name: 'Termine.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n'), 'latin1') })
  await page.getByText('National numbers need their country').waitFor()
  await choose('National numbers are from', 'Germany')
  await click('Read again')
  await page.getByText('read as Windows-1252').waitFor()
  await page.getByRole('cell', { name: 'Müller' }).first().waitFor()
  expect(await page.getByLabel('Use of the column Mobil').inputValue()).toBe('phone')
  for (const [column, variable] of [
    ['Vorname', 'first_name'],
    ['Termin', 'appointment_date'],
    ['Uhrzeit', 'appointment_time'],
    ['Rezeption', 'front_desk_number'],
  ] as const) {
    await choose(`Use of the column ${column}`, `Spoken as ${variable}`)
    await expect.poll(() => page.getByLabel(`Use of the column ${column}`).inputValue()).toBe(`say:${variable}`)
  }
  await page.getByText('National numbers read as DE', { exact: false }).waitFor()
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin')
  await click(/Simulated/, 'radio')
  await click('Start calling…')
  await click('Start calling 6 people')
  await page.getByRole('heading', { name: 'Termine', level: 1 }).waitFor()
  const { data } = await program.client.GET('/api/v1/campaign/')
  const campaign = data!.campaigns.find(({ name }) => name === 'Termine')!
  expect(['running', 'completed']).toContain(campaign.state)
  const { contacts } = await program.client.campaigns.contacts(campaign.id)
  expect(contacts[0]).toMatchObject({ phone_number: '+4915123456700', variables: { first_name: 'Jürgen 0' } })
  expect(clicks).toBeLessThanOrEqual(12)
})

const TABS_MAX = 150

/** Presses the key until the focus is at something of this name; everything must be reachable. */
async function moveTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null
      return at?.getAttribute('aria-label') || at?.labels?.[0]?.textContent || at?.textContent || ''
    })
  const seen: string[] = []
  for (let presses = 0; presses < TABS_MAX; presses++) {
    await page.keyboard.press(key)
    const label = await focused()
    if (name.test(label)) return
    seen.push(label.slice(0, 30))
  }
  throw new Error(`${name} cannot be reached by ${key}: ${seen.join(' | ')}`)
}

test('a campaign is made and started with the keyboard alone', async () => {
  const page = await program.signedIn('/campaigns')
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
  await page.keyboard.press('n')
  await page.getByText('Drop a CSV or Excel file').first().waitFor()
  // The focus is at the content of the new page, not at the document.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  // Asked for before the keys: the browser needs a moment to hand file dialogs over.
  const chooser = page.waitForEvent('filechooser')
  await moveTo(page, /^Choose a file$/)
  await page.keyboard.press('Enter')
  const rows = ['+447700960110,Ann,Friday,ten,555 0100', '+447700960210,Bob,Friday,ten,555 0100']
  const csv = `phone,first_name,appointment_date,appointment_time,front_desk_number\n${rows.join('\n')}\n`
  await (await chooser).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('img', { name: '2 will be called, 0 cannot be read, 0 duplicates' }).waitFor()
  await moveTo(page, /Simulated/)
  await page.keyboard.press('Space')
  await page.getByText('This campaign places no real calls').waitFor()
  await moveTo(page, /^Within hours$/)
  await page.keyboard.press('ArrowLeft')
  await page.getByText('Calls are placed at any hour').first().waitFor()
  await moveTo(page, /^Start calling…$/, 'Shift+Tab')
  // Buttons too show where the keyboard is.
  const ring = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element)
    return `${outlineStyle} ${outlineWidth}`
  })
  expect(ring).toBe('solid 2px')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Start calling 2 people?' })
  await question.getByRole('button', { name: 'Start calling 2 people', disabled: false }).waitFor()
  await moveTo(page, /^Start calling 2 people$/)
  // A key that comes too soon after the question does not answer it.
  const isOpen = async () => {
    await page.keyboard.press('Enter')
    return question.isVisible()
  }
  await expect.poll(isOpen, { timeout: 10_000 }).toBe(false)
  const { data } = await program.client.GET('/api/v1/campaign/')
  expect(['running', 'completed']).toContain(data!.campaigns.find(({ name }) => name === 'Keys')?.state)
})

test('hours are drawn with the keyboard alone, and the next opening is said in words', async () => {
  const page = await program.signedIn('/campaigns/new', { timezoneId: 'Europe/London' })
  await page.getByRole('slider', { name: 'Monday opens' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect(await page.getByRole('slider', { name: 'Monday opens' }).getAttribute('aria-valuetext')).toBe('08:30')
  await page.getByText('45.5 hours a week.').waitFor()
  await page.keyboard.press('Delete')
  await page.getByText('36 hours a week.').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('0 hours a week. No hours are drawn').waitFor()
  await page.getByRole('button', { name: 'Add hours on Saturday' }).press('Enter')
  await page.getByText('9 hours a week.').waitFor()
})

test('hours are drawn by dragging', async () => {
  const page = await program.signedIn('/campaigns/new')
  // The sections above have their height: nothing moves under the pointer any more.
  await page.getByRole('radio', { name: /Simulated/ }).waitFor()
  await page
    .getByRole('radio', { name: /sample/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  const lane = page.locator('.week .lane').first()
  await lane.scrollIntoViewIfNeeded()
  const box = (await lane.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.5, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.75, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('slider', { name: 'Monday opens' }).waitFor()
  expect(await page.getByRole('slider', { name: 'Monday opens' }).getAttribute('aria-valuetext')).toBe('12:00')
  expect(await page.getByRole('slider', { name: 'Monday closes' }).getAttribute('aria-valuetext')).toBe('18:00')
})

test('a campaign in the making is still there after a reload, with its list and hours, and gone once it is made; a refused start says why', async () => {
  const carrier = `Twilio without numbers ${Date.now()}`
  await program.client.POST('/api/v1/organizations/telephony-configs', {
    body: {
      name: carrier,
      config: { provider: 'twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: 'f'.repeat(32) },
    } as never,
  })
  const page = await program.signedIn('/campaigns/new')
  await page.getByLabel('Contact list file').setInputFiles({
    name: 'kept.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'phone,first_name,appointment_date,appointment_time,front_desk_number\n+447700900555,Ann,Friday,ten,555 0100\n',
    ),
  })
  await page.getByRole('img', { name: /1 will be called/ }).waitFor()
  await page.getByLabel('Name of the campaign').fill('Kept for later')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Add hours on Saturday' }).click()
  await page.getByText('9 hours a week.').waitFor()
  await page.reload()
  await page.getByText('9 hours a week.').waitFor()
  await page.getByRole('img', { name: /1 will be called/ }).waitFor()
  expect(await page.getByLabel('Name of the campaign').inputValue()).toBe('Kept for later')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/Ann|900555/)

  // A start that the server refuses keeps the draft, and the reason stays on the screen.
  await page.getByRole('radio', { name: new RegExp(carrier) }).click()
  await page.getByRole('button', { name: 'Start calling…' }).click()
  await page.getByRole('heading', { name: 'Kept for later', level: 1 }).waitFor()
  const question = page.getByRole('dialog', { name: /^Start calling 1 / })
  await question.getByRole('button', { name: /^Start calling 1 / }).click()
  await question
    .getByRole('alert')
    .getByText(/caller ID|phone number/)
    .waitFor()
  expect((await program.client.campaigns.get(Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]))).state).toBe(
    'draft',
  )
  await page.goto(`${program.url}/campaigns/new`)
  await page.getByText('Drop a CSV or Excel file anywhere on this page').waitFor()
})

it('a start that is pressed while the list is being read is not lost, and the question waits for nothing but its own figures', async () => {
  const page = await program.signedIn('/campaigns/new')
  const held = (address: string | RegExp) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    return page.route(address, (route) => released.then(() => route.continue())).then(() => release)
  }
  const readPreview = await held(/\/contact-lists\/[^/]+\/preview/)
  await page.getByLabel('Contact list file').setInputFiles({
    name: 'pressed early.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'phone,first_name,appointment_date,appointment_time,front_desk_number\n+447700900777,Ann,Friday,ten,555 0100\n',
    ),
  })
  await page.getByRole('img', { name: /1 will be called/ }).waitFor()
  await page.getByRole('radio', { name: /Simulated/ }).click()
  await page.getByRole('button', { name: 'Start calling…' }).click()
  await page.getByRole('status').getByText('The list is still being read. The campaign is created').waitFor()
  // Neither the list of campaigns nor the forecast nor the rehearsal keeps the question from opening.
  await held(/\/api\/v1\/campaign\/\?/)
  await page.route(/\/campaign\/\d+\/forecast/, (route) => route.fulfill({ status: 500, body: '' }))
  await held(/\/campaign\/\d+\/rehearsal/)
  const readCheck = await held(/\/campaign\/\d+\/start-check/)
  readPreview()
  const question = page.getByRole('dialog', { name: /^Start calling/ })
  await question.getByRole('button', { name: 'Not yet' }).waitFor()
  expect(await question.getByRole('button', { name: 'Start calling', disabled: true }).count()).toBe(1)
  await question.getByRole('alert').getByText('The forecast could not be read').waitFor()
  readCheck()
  const start = question.getByRole('button', { name: 'Start calling 1 person', disabled: false })
  await start.waitFor()
  // While the answer is on its way the question cannot be closed: a refusal would be lost with it.
  const answerStart = await held(/\/campaign\/\d+\/start$/)
  await start.click()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Not yet' }).click()
  expect(await question.isVisible()).toBe(true)
  answerStart()
  await question.waitFor({ state: 'detached' })
})
