/** A person signs in at a real identity provider, in a real browser, and is known by name afterwards. */
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@outdial/sdk'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Serving, serve } from '../../../server/test/child-program.ts'
import { freePort } from '../../../server/test/free-port.ts'
import { startIdentityProvider, type TestProvider } from '../../../server/test/identity-provider.ts'
import { end } from './console.ts'
import { SETTINGS } from './shared-program.ts'

let browser: Browser
let provider: TestProvider
let program: Serving
let url: string
let directory: string

beforeAll(async () => {
  browser = await chromium.connect(inject('shared').browser)
  directory = await mkdtemp(join(tmpdir(), 'outdial-sign-in-'))
  chmodSync(directory, 0o711)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  provider = await startIdentityProvider({
    redirectUri: `${url}/api/v1/sign-in/provider/callback`,
    claimsInToken: false,
  })
  const environment = {
    ...SETTINGS,
    DATA_DIR: directory,
    PORT: String(port),
    PUBLIC_URL: url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Example Login',
  }
  program = await serve(environment, { greeting: 'API key' })
})

afterAll(async () => {
  await browser?.close()
  if (program) await end(program, directory)
  await rm(directory, { recursive: true, force: true })
})

test('an invitation link, the provider, the console with the name; later the button alone', async () => {
  const client = createClient({ baseUrl: url, apiKey: /od_[\w-]{43}/.exec(program.out())?.[0] ?? '' })
  const { data } = await client.POST('/api/v1/invitations', { body: { role: 'administrator' } })
  provider.person = { sub: 'ada', name: 'Ada Byron', email: 'ada@example.com', email_verified: true }

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${url}/sign-in`)
  await stranger.getByRole('button', { name: 'Sign in with Example Login' }).click()
  await stranger.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  await stranger.getByText('Ask an administrator for an invitation link').waitFor()

  const page = await (await browser.newContext()).newPage()
  await page.goto(data!.link)
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click()
  await page.getByText('Ada Byron').first().waitFor()
  await page.goto(`${url}/settings/people`)
  await page.getByRole('row', { name: /Ada Byron.*ada@example\.com.*you/ }).waitFor()

  const later = await (await browser.newContext()).newPage()
  await later.goto(`${url}/sign-in`)
  await later.getByRole('button', { name: 'Sign in with Example Login' }).click()
  await later.getByText('Ada Byron').first().waitFor()
  const { data: sessions } = await client.GET('/api/v1/sessions')
  expect(sessions!.sessions.map(({ user_name }) => user_name)).toEqual(['Ada Byron', 'Ada Byron'])
})

test('an administrator invites, changes a role and deactivates a person on the page People', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/sign-in?to=/settings/people`)
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click()
  await page.getByText('Ada Byron').first().waitFor()
  await page.goto(`${url}/settings/people`)
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Grace')
  await dialog.getByRole('radio', { name: 'Viewer' }).click()
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = await page.getByRole('region', { name: 'The invitation link' }).getByText(/^http/).textContent()

  provider.person = { sub: 'grace', name: 'Grace Hopper' }
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link as string)
  await guest.getByRole('button', { name: 'Sign in with Example Login' }).click()
  await guest.getByText('Grace Hopper').first().waitFor()

  await page.reload()
  await page.getByLabel('Role of Grace Hopper').selectOption('operator')
  await page.getByText('Grace Hopper is Operator now.').waitFor()
  await page.getByRole('button', { name: 'Deactivate Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Activate Grace Hopper' }).waitFor()
  await guest.goto(url)
  await guest.getByRole('heading', { name: 'Sign in' }).waitFor()
})
