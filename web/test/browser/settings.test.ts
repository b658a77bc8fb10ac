/** Keys that are shown once and archived; numbers that are never called. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { makeCampaign, openConsole, people, SAMPLE, signIn } from './console.ts'
import { test } from './drawn.ts'

const program = openConsole()

test('a key is shown once, may do what it was made for, and opens nothing once archived', async () => {
  const page = await program.signedIn('/settings')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Wallboard')
  await page.getByRole('radio', { name: 'Read' }).click()
  await page.getByRole('button', { name: 'Make the key' }).click()
  const key = await page.getByRole('region', { name: 'The new key' }).getByText(/^od_/).textContent()
  const ask = (method: string, path: string) =>
    fetch(`${program.url}/api/v1${path}`, { method, headers: { 'X-API-Key': key ?? '' } }).then(({ status }) => status)
  expect(await ask('GET', '/campaign/')).toBe(200)
  expect(await ask('DELETE', '/user/api-keys/1')).toBe(403)
  await page.getByRole('button', { name: 'Archive Wallboard…' }).click()
  await page.getByRole('button', { name: 'Archive the key' }).click()
  await page.getByRole('heading', { name: 'Archived' }).waitFor()
  await expect.poll(() => ask('GET', '/campaign/')).toBe(401)
})

test('is this number on the list: no, added, yes, and removed with a reason', async () => {
  const page = await program.signedIn('/do-not-call')
  const search = page.getByLabel('Is this number on the list?')
  await search.fill('+44 7700 900846')
  await page.getByText('+44 7700 900846 is not on the list').waitFor()
  await page.getByRole('button', { name: 'Add it' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Number').inputValue()).toBe('+44 7700 900846')
  await dialog.getByLabel('Reason').fill('asked by mail')
  await dialog.getByRole('button', { name: 'Add to do-not-call list' }).click()
  await page.getByText('+44 7700 900846 is never called').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await search.fill('07700 900846')
  await page.getByText('+44 7700 900846 is never called').waitFor()
  await page.getByRole('button', { name: 'Remove…', exact: true }).click()
  const removal = page.getByRole('dialog', { name: /Allow calls to/ })
  expect(await removal.getByRole('button', { name: 'Remove from the list' }).isDisabled()).toBe(true)
  await removal.getByLabel('Reason for the removal').fill('asked in writing')
  await removal.getByRole('button', { name: 'Remove from the list' }).click()
  await page.getByText('No entry contains these digits').waitFor()

  // A range counts too, and so does a number written with 00.
  await page.getByRole('button', { name: 'Add a range…' }).click()
  await page.getByLabel('Prefix or country').fill('+44770090')
  await page.getByRole('dialog').getByLabel('Reason').fill('test numbers')
  await page.getByRole('button', { name: 'Add the range' }).click()
  await page.getByText('Numbers that begin with +44770090').waitFor()
  await search.fill('0044 7700 900846')
  await page.getByText('+44 7700 900846 is never called').waitFor()
  await page.getByText('By the range +44770090').waitFor()
  await page.getByRole('button', { name: 'Remove +44770090…' }).click()
  await page.getByRole('button', { name: 'Remove the range' }).click()
  await page.getByText('+44 7700 900846 is not on the list').waitFor()

  // A whole file; rows that cannot be read are named. A row leads to the history of the number, not to its removal.
  await page.getByRole('button', { name: 'Import…' }).click()
  const buffer = Buffer.from('phone;reason\n+447700900846;wrote a letter\nnot a number;x\n')
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const result = page.getByRole('dialog', { name: '1 number added' })
  await result.getByText(/Row 3: not a number/).waitFor()
  await result.getByRole('button', { name: 'Close' }).click()
  // An exported file can be imported again.
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const exported = await text(await (await saved).createReadStream())
  expect(exported.split('\n')[0]).toMatch(/phone_number.*reason.*source.*expires_at/)
  expect(exported).toMatch(/\+447700900846.*wrote a letter/)
  await search.fill('')
  await page.getByRole('row', { name: /900846/ }).click()
  await page.getByRole('heading', { name: '+44 7700 900846', level: 1 }).waitFor()
  await page.getByText('Never called', { exact: true }).waitFor()
  await page.getByText('wrote a letter').first().waitFor()
  expect(page.url()).not.toContain('7700900')

  // What the person gave and took back, recorded by hand.
  await page.getByRole('button', { name: 'Record a consent…' }).click()
  const consent = page.getByRole('dialog', { name: /^Record a consent of/ })
  expect(await consent.getByRole('button', { name: 'Record the consent' }).isDisabled()).toBe(true)
  await consent.getByLabel('Kind').selectOption('Express, in writing')
  await consent.getByLabel('Given at').fill('2126-01-01T10:00')
  await consent.getByLabel('Source').fill('contract')
  await consent.getByRole('button', { name: 'Record the consent' }).click()
  await consent.getByRole('alert').first().waitFor()
  await consent.getByLabel('Given at').fill('2026-01-05T10:30')
  await consent.getByRole('button', { name: 'Record the consent' }).click()
  await page.getByText('Mon 5 Jan 2026, 10:30. Source: contract').waitFor()
  await page.getByRole('button', { name: 'Record a revocation…' }).click()
  await page.getByRole('dialog').getByLabel('Source').fill('letter')
  await page.getByRole('button', { name: 'Record the revocation' }).click()
  await page.getByText('Every consent taken back').waitFor()
  await page.getByText('Without effect: every consent was taken back later.').waitFor()
  await page.getByRole('button', { name: 'Record a consent…' }).click()
  await consent.getByLabel('Kind').selectOption('Opt-in, such as a form on a website')
  await consent.getByLabel('Given at').fill('2026-01-06T10:30')
  await consent.getByLabel('Source').fill('web form')
  await consent.getByRole('button', { name: 'Record the consent' }).click()
  await page.getByText(/^Recorded, but without effect/).waitFor()
})

test('a number that may belong on the list asks for a decision on the overview, and is added or dismissed', async () => {
  const { data: organization } = await program.client.GET('/api/v1/organization')
  await program.query(
    `insert into suppression_candidates (organization_id, phone_number, source, reason, offered_at)
     values ($1, '+447700900701', 'carrier', 'SIP 607', now()), ($1, '+447700900702', 'conversation', 'stop it', now())`,
    [organization!.id],
  )
  const page = await program.signedIn('/')
  const skip = page.getByRole('button', { name: 'Skip to the overview' })
  const asked = page.getByText('2 people may not want to be called again')
  await skip.or(asked).first().waitFor()
  if (await skip.isVisible()) await skip.click()
  await asked.waitFor()
  await page.getByRole('link', { name: 'Decide' }).click()
  const offered = (number: string) => page.getByRole('listitem', { name: number })
  await offered('+44 7700 900702').getByText('“stop it”').waitFor()
  await offered('+44 7700 900702').getByRole('button', { name: 'Dismiss' }).click()
  await offered('+44 7700 900702').waitFor({ state: 'detached' })
  await offered('+44 7700 900701').getByRole('button', { name: 'Never call again' }).click()
  await page.getByRole('row', { name: /900701.*marked as unwanted/ }).waitFor()
  const { suppressions } = await program.client.suppressions.list()
  expect(suppressions.some(({ phone_number }) => phone_number === '+447700900701')).toBe(true)
  expect(suppressions.some(({ phone_number }) => phone_number === '+447700900702')).toBe(false)
})

test('calling rules: a pack and a limit are saved as a version, a duty is confirmed, and the first version can be taken up again', async () => {
  const past = await makeCampaign(program, { name: 'Past', csv: 'phone_number\n+12025550140\n', start: true })
  const page = await program.signedIn('/settings/calling-rules')
  await page.getByText('Not legal advice').first().waitFor()
  // What a pack covers and where it comes from is read in whole lines.
  await page.locator('.packs details summary').first().click()
  const line = page.locator('.packs details[open] ul.dots li').first()
  expect((await line.boundingBox())!.width).toBeGreaterThan(300)
  await page.locator('.packs details[open] summary').first().click()
  await page.getByRole('checkbox', { name: /TCPA/ }).check()
  await page.getByRole('button', { name: 'Add a limit' }).click()
  await page.getByLabel('Within how many hours').fill('168')
  await page.getByText('2 changes').waitFor()
  await program.client.waitUntilCompleted(past)
  await page.getByRole('button', { name: 'Try these rules' }).click()
  await page.getByText('1 of 1 call would have been refused').waitFor()
  const example = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Call \d+$/ }) })
  expect((await example.boundingBox())!.width).toBeGreaterThan(300)
  // One's own save is never said to be another user's, not even for a moment.
  await page.evaluate(() => {
    document.body.dataset.seen = ''
    const look = () => {
      if (document.body.textContent?.includes('was saved by another user')) document.body.dataset.seen = 'seen'
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/us-federal · .*To one person at most 3 calls in 7 days/).waitFor()
  expect(await page.evaluate(() => document.body.dataset.seen)).toBe('')
  const { data } = await program.client.GET('/api/v1/organizations/policy')
  expect(data!.policy?.caps).toEqual([{ max: 3, hours: 168, count: 'attempts' }])

  await page.getByRole('button', { name: /^Confirm: Every person has given/ }).click()
  await page.getByLabel('Where the proof is').fill('folder 12')
  await page.getByRole('button', { name: 'I confirm' }).click()
  await page.getByText(/confirmed by .*folder 12/).waitFor()

  // Evidence for one list: the file is hashed here and stays here. A check that is too old for the rules says so.
  await page.getByRole('link', { name: 'Contact lists' }).click()
  await page.getByRole('button', { name: 'Evidence for people.csv…' }).first().click()
  const evidence = page.getByRole('dialog', { name: 'Evidence for people.csv' })
  const nothing = evidence.getByText('Nothing is on record for this list yet.')
  expect((await nothing.boundingBox())!.height).toBeLessThan(30)
  expect(await evidence.getByLabel('Registry').inputValue()).toBe('us-national-dnc')
  const record = evidence.getByRole('button', { name: 'Record the registry check' })
  await evidence.getByLabel('Checked on').fill('2026-01-05')
  await evidence
    .getByLabel('Checked file', { exact: true })
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('abc') })
  await expect
    .poll(() => evidence.getByLabel('SHA-256 of the checked file').inputValue())
    .toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(await record.isDisabled()).toBe(true)
  await evidence.getByLabel('Numbers in that file').fill('1')
  await record.click()
  await evidence
    .getByText(/^The National Do Not Call Registry checked on 2026-01-05: 1 number, .*no longer counts/)
    .waitFor()
  await evidence.getByRole('radio', { name: 'Duty' }).click()
  await evidence.getByLabel('Duty', { exact: true }).selectOption({ index: 1 })
  await evidence.getByLabel('Where the proof is').fill('folder 13')
  await evidence.getByRole('button', { name: 'I confirm' }).click()
  await evidence.getByText(/^Every person has given .* Confirmed by .*folder 13/).waitFor()
  await evidence.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Calling rules' }).click()

  await page.getByRole('checkbox', { name: /TCPA/ }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Restore version 2' }).click()
  await page.getByText('1 change').waitFor()
  expect(await page.getByRole('checkbox', { name: /TCPA/ }).isChecked()).toBe(true)
})

test('a webhook: its secret once, a test message, what arrived and what did not, and the same message again', async () => {
  let answer = 204
  const received: unknown[] = []
  const receiver = createServer((request, response) => {
    received.push(request.headers['webhook-id'])
    response.writeHead(answer).end(answer === 204 ? '' : 'out of paper')
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const page = await program.signedIn('/settings/webhooks')
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('Address').fill('nowhere')
  await form.getByRole('button', { name: 'Make the webhook' }).click()
  await form.getByRole('alert').first().waitFor()
  await form.getByLabel('Address').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
  await form.getByLabel('What for').fill('CRM')
  await form.getByRole('button', { name: 'Make the webhook' }).click()
  await page
    .getByRole('region', { name: 'The secret' })
    .getByText(/^whsec_/)
    .waitFor()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText(/^It arrived: 204/).waitFor()

  answer = 500
  await makeCampaign(program, { name: 'Told', csv: people(1) })
  const row = page.getByRole('row', { name: /campaign_created/ })
  await row.getByText('waits').waitFor()
  await row.getByRole('button', { name: 'campaign_created' }).click()
  await page.getByText('out of paper').first().waitFor()
  answer = 204
  const again = row.getByRole('button', { name: /again$/ })
  await again.click()
  await row.getByText('arrived').waitFor()
  // What arrived is never sent again by itself.
  const message = /^Send (\S+) again$/.exec((await again.getAttribute('aria-label')) ?? '')?.[1]
  const times = () => received.filter((id) => id === message).length
  const before = times()
  await again.click()
  await expect.poll(times).toBe(before + 1)
  receiver.close()
})

test('a credential and a tool are made and tested, and stand in the audit, newest first; a key that may only look cannot make any', async () => {
  const seen: (string | undefined)[] = []
  const shop = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`)
    response.setHeader('content-type', 'application/json').end('{"delivery":{"date":"Friday"}}')
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const { port } = shop.address() as AddressInfo
  const page = await program.signedIn('/settings/tools')
  await page.getByRole('button', { name: 'New credential' }).click()
  await page.getByLabel('Name').fill('Shop')
  await page.getByLabel('Token', { exact: true }).fill('a-long-secret')
  await page.getByRole('button', { name: 'Save the credential' }).click()
  await page.getByRole('listitem', { name: 'Shop' }).waitFor()
  await page.getByRole('button', { name: 'New tool' }).first().click()
  const form = page.getByRole('dialog', { name: 'New tool' })
  await form.getByLabel('Name', { exact: true }).fill('Find order')
  await form.getByLabel('Address').fill(`http://127.0.0.1:${port}/orders/{{order_number}}`)
  await form.getByLabel('Credential').selectOption('Shop')
  await form.getByLabel('What the agent must know first').fill('order_number: The number of the order.')
  await form.getByLabel('Values to keep from the answer').fill('arrival = delivery.date')
  await form.getByRole('button', { name: 'Make the tool' }).click()
  await page.getByRole('listitem', { name: 'Find order' }).getByRole('button', { name: 'Test…' }).click()
  await page.getByLabel('order_number').fill('4711')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.getByText('It worked: status 200').waitFor()
  await page.getByText('arrival = Friday').waitFor()
  expect(seen).toEqual(['/orders/4711 Bearer a-long-secret'])
  await page.getByRole('button', { name: /^Close/ }).click()
  await page.getByRole('listitem', { name: 'Find order' }).getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Find order is archived').waitFor()
  shop.close()

  await page.getByRole('link', { name: 'Audit' }).click()
  await page
    .getByRole('row', { name: /Archive tool/ })
    .first()
    .waitFor()
  // By the name that the operator gave it, not by an address of the API.
  expect(await page.locator('table.aud tr').first().textContent()).toMatch(/\d{4}, .*Archive tool Find order/)
  await page.getByLabel('Only this operation').selectOption('Create credential')
  await page.getByRole('row', { name: /Archive tool/ }).waitFor({ state: 'detached' })
  expect(await page.locator('table.aud').textContent()).not.toContain('a-long-secret')

  const id = await makeCampaign(program, { name: 'Only seen', csv: people(1, '40', 990) })
  const { data: key } = await program.client.POST('/api/v1/user/api-keys', { body: { name: 'viewer', scope: 'read' } })
  const viewer = await program.open()
  await signIn(viewer, key!.api_key, `${program.url}/sign-in?to=/settings/tools`)
  await viewer.getByText('You can only look').first().waitFor()
  expect(await viewer.getByRole('button', { name: 'New tool' }).count()).toBe(0)
  await viewer.goto(`${program.url}/campaigns/${id}`)
  await viewer.getByText('You can only look').waitFor()
  expect(await viewer.getByRole('button', { name: 'Start calling…' }).count()).toBe(0)
})

/** Half a second of a tone. */
function tone(): Buffer {
  const samples = Int16Array.from({ length: 8_000 }, (_, at) => Math.sin(at / 8) * 12_000)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(16_000, 24)
  header.writeUInt32LE(32_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer)])
}

test('a voice is recorded with the microphone of the browser, heard, and stored like a file', async () => {
  const page = await program.signedIn('/settings/recordings', { permissions: ['microphone'] })
  await page.getByRole('button', { name: 'Upload a recording' }).first().click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: 'Upload the recording' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  // The pretended microphone beeps once a second.
  await dialog.getByRole('timer').getByText(/^0:02/).waitFor()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  const heard = dialog.getByLabel('Listen to what you recorded')
  await expect.poll(() => heard.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1.9)
  await dialog.getByLabel('Name').fill('spoken here')
  await dialog.getByLabel(/^Transcript/).fill('Hello, this is the clinic.')
  await dialog.getByRole('button', { name: 'Upload the recording' }).click()
  await page.getByRole('listitem', { name: 'spoken here' }).getByText('“Hello, this is the clinic.”').waitFor()
  const { data } = await program.client.GET('/api/v1/workflow-recordings/')
  const stored = data!.recordings.find(({ metadata }) => metadata.name === 'spoken here')
  expect(stored!.metadata.duration_ms).toBeGreaterThan(1_500)
})

test('documents and recordings are uploaded, chosen in a step by name, and kept while a workflow uses them', async () => {
  const page = await program.signedIn('/settings/documents')
  await page.getByRole('button', { name: 'Upload a document' }).first().click()
  const prices = Buffer.from('# Parking\n\nParking costs two euros an hour.\n')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'prices.md',
    mimeType: 'text/markdown',
    buffer: prices,
  })
  await page.getByRole('button', { name: 'Upload the document' }).click()
  const document = page.getByRole('listitem', { name: 'prices.md' })
  await document.getByRole('button', { name: 'Try prices.md…' }).click()
  await page.getByLabel('Question').fill('What does parking cost?')
  await page.getByRole('button', { name: 'Look it up' }).click()
  await page.getByRole('dialog').getByText('Parking costs two euros an hour.').waitFor()
  await page.getByRole('button', { name: /^Close/ }).click()
  // What is before the agent as a whole is not searched, so there is nothing to try here.
  await document.getByRole('button', { name: 'Change prices.md…' }).click()
  await page.getByRole('radio', { name: 'Read whole' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await document.getByText('read whole').waitFor()
  expect(await document.getByRole('button', { name: 'Try prices.md…' }).count()).toBe(0)

  await page.getByRole('link', { name: 'Recordings', exact: true }).click()
  await page.getByRole('button', { name: 'Upload a recording' }).first().click()
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'hello.wav',
    mimeType: 'audio/wav',
    buffer: tone(),
  })
  await page.getByLabel(/^Transcript/).fill('Hello, this is the clinic.')
  await page.getByRole('button', { name: 'Upload the recording' }).click()
  await page.getByRole('listitem', { name: 'hello' }).getByText('“Hello, this is the clinic.”').waitFor()

  const workflowId = program.workflows[SAMPLE]!
  await page.goto(`${program.url}/workflows/${workflowId}`)
  await page.getByText('Can be saved').waitFor()
  await page.getByRole('application').getByText('Right person').first().click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('checkbox', { name: 'prices.md' }).check()
  await inspector
    .getByLabel(/^Recording/)
    .first()
    .selectOption('hello')
  await page.getByRole('button', { name: 'Save version 2' }).click()
  await page.getByText('Saved as version 2.').waitFor()

  await page.goto(`${program.url}/settings/documents`)
  await document.getByRole('button', { name: 'Delete prices.md…' }).click()
  await page.getByText(`Used by: ${SAMPLE}.`).waitFor()
  expect(await page.getByRole('button', { name: 'Delete the document' }).isDisabled()).toBe(true)
})

test('a voice is heard, then used; the key of a speech service is saved and its fault is named', async () => {
  const page = await program.signedIn('/settings/model')
  const voice = page.getByRole('listitem', { name: 'rms' })
  const sample = page.waitForResponse((answer) => answer.url().endsWith('/voices/sample'))
  await voice.getByRole('button', { name: 'Hear rms' }).click()
  expect([(await sample).status(), (await sample).headers()['content-type']]).toEqual([200, 'audio/wav'])
  await page.getByRole('listitem', { name: 'slt' }).getByText('chosen').waitFor()
  await voice.getByRole('button', { name: 'Use rms' }).click()
  await voice.getByText('chosen').waitFor()
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Calls that begin from now on use it.').waitFor()
  expect((await program.client.models.get()).speech).toMatchObject({ engine: 'local', voice: 'rms' })

  await page.getByLabel('Service', { exact: true }).selectOption({ label: 'ElevenLabs' })
  const services = page.locator('section', { has: page.getByRole('heading', { name: 'Speech services' }) })
  await services.getByLabel(/^API key/).fill('not a real key')
  await services.getByLabel(/^Address/).fill('http://127.0.0.1:1')
  await services.getByRole('button', { name: 'Save' }).click()
  await page.getByText('ElevenLabs did not list its voices. The speech service could not be reached.').waitFor()
})

test('chat endpoints in order with headers, and prices of models, are saved and shown masked', async () => {
  const page = await program.signedIn('/settings/model')
  await page.getByRole('radio', { name: 'Language model' }).click()
  const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
  const others = section('Other endpoints when it fails')
  for (const model of ['first spare', 'second spare']) {
    await others.getByRole('button', { name: 'Add an endpoint' }).click()
    const added = others.locator('.sheet').last()
    await added.getByLabel(/^Address/).fill('http://127.0.0.1:1/v1')
    await added.getByLabel(/^Model/).fill(model)
    await added.getByLabel(/^Headers/).fill('X-Team: a long secret value')
  }
  await others.getByRole('button', { name: 'Move endpoint 3 up' }).click()
  await others.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Calls that begin from now on use it.').waitFor()
  const { chat_fallback: saved } = await program.client.models.get()
  expect(saved.map(({ model }) => model)).toEqual(['second spare', 'first spare'])
  expect(saved[0]?.headers?.['X-Team']).toMatch(/^\*+/)
  // The masks are sent back with the next change, and stand for the values that are stored.
  await others.getByRole('button', { name: 'Remove endpoint 3' }).click()
  await others.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await program.client.models.get()).chat_fallback)
    .toMatchObject([{ model: 'second spare' }])

  const prices = section('Prices of models and speech services')
  await prices.getByRole('button', { name: 'Add a price' }).click()
  await prices.getByLabel('Model 1').fill('second spare')
  await prices.getByLabel('Input price 1').fill('0.30')
  await prices.getByLabel('Output price 1').fill('1,20')
  await prices.getByRole('button', { name: 'Add a speech service' }).click()
  await prices.getByLabel('Price of recognition 1').fill('0.0077')
  await prices.getByLabel('Currency').fill('eur')
  await prices.getByRole('button', { name: 'Save' }).click()
  await prices.getByText('Not saved').waitFor()
  await prices.getByLabel('Output price 1').fill('1.20')
  await prices.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Prices are saved.').waitFor()
  const price = { model: 'second spare', input_per_million: '0.30', output_per_million: '1.20' }
  const speech = [{ service: 'deepgram', recognition_per_minute: '0.0077', voice_per_million_characters: null }]
  expect((await program.client.models.get()).prices).toEqual({ currency: 'EUR', models: [price], speech })
})

test('retention is set in days, and one person is erased from everything but the do-not-call list', async () => {
  const id = await makeCampaign(program, { name: 'With a person', csv: people(2, '30') })
  const page = await program.signedIn('/settings/retention')
  await page.getByLabel('Recordings').fill('30')
  await page.getByText('Older data is deleted within an hour').first().waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. Expired data is deleted within an hour.').waitFor()
  expect((await program.client.GET('/api/v1/organizations/retention')).data!.recordings_days).toBe(30)

  await page.getByRole('button', { name: 'Erase a person…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Number' }).fill('+44 7700 90030')
  await dialog.getByLabel('Why').fill('asked by letter')
  await dialog.getByRole('button', { name: 'Erase the person' }).click()
  await page.getByText(/asked by letter/).waitFor()
  const params = { path: { campaign_id: id } }
  const { data } = await program.client.GET('/api/v1/campaign/{campaign_id}/contacts', { params })
  expect(data!.contacts.map(({ phone_number }) => phone_number)).toEqual(['erased', '+44770090130'])
  const { data: never } = await program.client.GET('/api/v1/suppressions')
  expect(JSON.stringify(never)).toContain('+44770090030')
})
