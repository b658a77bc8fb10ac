// A real Chromium for tests and screenshots: an installed one if there is one, else Debian's headless shell, fetched with apt
// and unpacked below .cache/ without root and without installing anything.
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { debianPackages, librariesOf } from '../../scripts/debian-packages.mjs'

const CACHE = fileURLToPath(new URL('../../.cache/chromium', import.meta.url))
const PACKAGES = ['chromium-headless-shell', 'fonts-dejavu-core', 'fonts-inter', 'fontconfig-config']
const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Null where there is none and none can be fetched: the tests say so then, and what to do. */
export async function launchChromium(options = {}) {
  const found = findChromium()
  return found && chromium.launch({ ...found, ...options })
}

/** One that others connect to by its `wsEndpoint()`, so that it is started once for many test files. */
export async function serveChromium(options = {}) {
  const found = findChromium()
  return found && chromium.launchServer({ ...found, ...options })
}

/** Microphones are pretended ones, and nobody is asked for leave: there is nobody to ask. */
const ARGS = ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

function findChromium() {
  const installed = process.env.PLAYWRIGHT_CHROMIUM ?? onPath()
  if (installed) return { executablePath: installed, args: ARGS }
  const root = unpacked()
  if (!root) return null
  return {
    executablePath: join(root, 'usr/lib/chromium/chromium-headless-shell'),
    args: ARGS,
    env: { ...process.env, LD_LIBRARY_PATH: libraries(root), FONTCONFIG_FILE: fonts(root) },
  }
}

export const HOW_TO_GET_ONE = 'Install Chromium, or set PLAYWRIGHT_CHROMIUM to the path of one.'

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of INSTALLED) if (existsSync(join(folder, name))) return join(folder, name)
  }
  return null
}

function unpacked() {
  try {
    return debianPackages({ name: 'chromium', packages: PACKAGES })
  } catch (error) {
    console.error(`Chromium could not be fetched: ${error.message}`)
    return null
  }
}

function libraries(root) {
  const lib = librariesOf(root)
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
