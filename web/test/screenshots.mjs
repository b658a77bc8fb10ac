// Pictures of the console for the documentation, against a program that runs:
//   node web/test/screenshots.mjs http://127.0.0.1:8000 od_... docs/images [look:name=/path ...]
// `/path#3` opens the third row of its list, `/path@list.csv` gives the page a file; looks are light, dark and 390.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { HOW_TO_GET_ONE, launchChromium } from './chromium.mjs'

const [url, key, folder, ...wanted] = process.argv.slice(2)
if (!url || !key || !folder) {
  console.error('node web/test/screenshots.mjs URL KEY FOLDER [look:name=/path ...]')
  process.exit(2)
}

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  390: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
}

const browser = await launchChromium()
if (!browser) {
  console.error(HOW_TO_GET_ONE)
  process.exit(1)
}
mkdirSync(folder, { recursive: true })
for (const [look, options] of Object.entries(LOOKS)) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((now) => now.pathname !== '/sign-in')
  for (const word of wanted) {
    const [, only, name, place, row, file] = /^(\w+):([\w-]+)=([^#@]*)(?:#(\d+))?(?:@(.*))?$/.exec(word) ?? []
    if (only !== look) continue
    await page.goto(url + place)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (file) await page.getByLabel('Contact list file').setInputFiles(file)
    await page.locator('[aria-label^="Reading"]').first().waitFor({ state: 'detached' })
    if (row) await page.getByRole('row').nth(Number(row)).click()
    // Bars settle and the forecast arrives.
    await page.waitForTimeout(3_000)
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
  }
  await context.close()
}
await browser.close()
