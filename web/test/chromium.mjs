// A real Chromium for tests and screenshots: an installed one if there is one, else Debian's headless shell, fetched with apt
// and unpacked below .cache/ without root and without installing anything.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const CACHE = fileURLToPath(new URL('../../.cache/chromium', import.meta.url))
const PACKAGES = ['chromium-headless-shell', 'fonts-dejavu-core', 'fonts-inter', 'fontconfig-config']
const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Null where there is none and none can be fetched: the tests are skipped then, and say so. */
export async function launchChromium(options = {}) {
  const installed = process.env.PLAYWRIGHT_CHROMIUM ?? onPath()
  if (installed) return chromium.launch({ executablePath: installed, args: ['--no-sandbox'], ...options })
  const root = unpacked()
  if (!root) return null
  return chromium.launch({
    executablePath: join(root, 'usr/lib/chromium/chromium-headless-shell'),
    args: ['--no-sandbox'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries(root), FONTCONFIG_FILE: fonts(root) },
    ...options,
  })
}

export const HOW_TO_GET_ONE = 'Install Chromium, or set PLAYWRIGHT_CHROMIUM to the path of one.'

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of INSTALLED) if (existsSync(join(folder, name))) return join(folder, name)
  }
  return null
}

function unpacked() {
  const root = join(CACHE, 'root')
  if (existsSync(root)) return root
  if (spawnSync('apt-get', ['--version']).status !== 0) return null
  mkdirSync(CACHE, { recursive: true })
  const work = mkdtempSync(join(CACHE, 'work-'))
  try {
    const folder = unpack(work)
    // Another process may have been faster; what it has unpacked is as good.
    if (!existsSync(root)) renameSync(folder, root)
    return root
  } catch (error) {
    console.error(`Chromium could not be fetched: ${error.message}`)
    return null
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function run(command, args) {
  const result = spawnSync(command, args, { encoding: 'utf8' })
  if (result.status !== 0)
    throw new Error(result.stderr.trim().split('\n').at(-1) || `${command} ended with ${result.status}`)
  return result.stdout
}

function unpack(work) {
  const settings = aptSettings(work)
  run('apt-get', ['-qq', '-c', settings, 'update'])
  const fetch = ['-qq', '-y', '-c', settings, '--download-only', '-o', 'Debug::NoLocking=1', 'install', ...PACKAGES]
  run('apt-get', fetch)
  const archives = join(work, 'cache/archives')
  const root = join(work, 'root')
  for (const name of readdirSync(archives))
    if (name.endsWith('.deb')) run('dpkg-deb', ['-x', join(archives, name), root])
  return root
}

/** Lists, archives and state of our own: nothing of the machine's is written, so no right beyond reading is needed. */
function aptSettings(work) {
  for (const folder of ['state/lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(join(work, folder), { recursive: true })
  const suite = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  if (!suite) throw new Error('this system does not name its release')
  const sources = [suite, `${suite}-security`].flatMap((name) => {
    const site = siteOf(name)
    return site ? [`deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${site} ${name} main`] : []
  })
  writeFileSync(join(work, 'sources.list'), `${sources.join('\n')}\n`)
  writeFileSync(join(work, 'status'), readFileSync('/var/lib/dpkg/status'))
  const lines = {
    'Dir::Etc::SourceList': join(work, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::Etc::Preferences': '/dev/null',
    'Dir::Etc::PreferencesParts': '/dev/null',
    'Dir::State': join(work, 'state'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    'Dir::Log': work,
    'Acquire::Check-Valid-Until': 'false',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': run('id', ['-un']).trim(),
  }
  const hooks = ['DPkg::Post-Invoke', 'APT::Update::Post-Invoke', 'APT::Update::Post-Invoke-Success']
  const text = [
    ...Object.entries(lines).map(([name, value]) => `${name} "${value}";`),
    ...hooks.map((hook) => `#clear ${hook};`),
  ]
  const file = join(work, 'apt.conf')
  writeFileSync(file, `${text.join('\n')}\n`)
  return file
}

function siteOf(suite) {
  const wanted = ['Created-By: Packages', `Release: ${suite}`, 'Component: main']
  return run('apt-get', ['indextargets', '--no-release-info', '--format', '$(SITE)', ...wanted]).split('\n')[0]
}

function libraries(root) {
  const machine = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  const lib = join(root, 'usr/lib', machine)
  return [lib, join(lib, 'pulseaudio'), join(root, 'usr/lib/chromium')].join(':')
}

/** Without a font the browser draws nothing and dies on larger pages; Inter stands for the reader's own system font. */
function fonts(root) {
  const file = join(CACHE, 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${root}/usr/share/fonts</dir><dir>/usr/share/fonts</dir>
<include ignore_missing="yes">/etc/fonts/conf.d</include><include ignore_missing="yes">${root}/etc/fonts/conf.d</include>
${['system-ui', 'sans-serif', 'sans'].map((name) => `<alias binding="same"><family>${name}</family><prefer><family>Inter</family></prefer></alias>`).join('')}
<cachedir>${join(CACHE, 'fontconfig')}</cachedir></fontconfig>\n`,
  )
  return file
}
