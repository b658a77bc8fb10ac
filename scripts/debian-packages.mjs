// Debian packages for tests, fetched with the machine's own apt and unpacked below .cache/: without root, without installing
// anything, without a maintainer script. Lists, archives and state are our own; nothing of the machine's is written.
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
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../.cache', import.meta.url))

/**
 * The folder into which the packages are unpacked, with what they need and the machine has not; null where there is no apt.
 * `unneeded`: dependencies that apt is told are there.
 */
export function debianPackages({ name, packages, unneeded = [] }) {
  const cache = join(CACHE, name)
  const root = join(cache, 'root')
  if (existsSync(root)) return root
  if (spawnSync('apt-get', ['--version']).status !== 0) return null
  mkdirSync(cache, { recursive: true })
  const work = mkdtempSync(join(cache, 'work-'))
  try {
    const folder = unpack(work, packages, statusWith(unneeded))
    // Another process may have been faster; what it has unpacked is as good.
    if (!existsSync(root)) renameSync(folder, root)
    return root
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Where the libraries of an unpacked root lie. */
export function librariesOf(root) {
  return join(root, 'usr/lib', process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu')
}

function run(command, args) {
  const result = spawnSync(command, args, { encoding: 'utf8' })
  if (result.status !== 0)
    throw new Error(result.stderr.trim().split('\n').at(-1) || `${command} ended with ${result.status}`)
  return result.stdout
}

function unpack(work, packages, status) {
  const settings = aptSettings(work, status)
  run('apt-get', ['-qq', '-c', settings, 'update'])
  // Reinstalled: also what the machine has is fetched, so that the version is the archive's and the place is ours.
  const fetch = ['-qq', '-y', '-c', settings, '--download-only', '--reinstall', '-o', 'Debug::NoLocking=1']
  run('apt-get', [...fetch, 'install', ...packages])
  const archives = join(work, 'cache/archives')
  const root = join(work, 'root')
  for (const file of readdirSync(archives))
    if (file.endsWith('.deb')) run('dpkg-deb', ['-x', join(archives, file), root])
  return root
}

/** What apt believes to be installed: the machine's packages, and those that nobody here needs. */
function statusWith(unneeded) {
  const machine = run('dpkg', ['--print-architecture']).trim()
  const there = readFileSync('/var/lib/dpkg/status', 'utf8')
  const missing = unneeded.filter((name) => !there.includes(`Package: ${name}\n`))
  const pretended = missing.map((name) =>
    [
      `Package: ${name}`,
      'Status: install ok installed',
      'Maintainer: none',
      `Architecture: ${machine}`,
      'Multi-Arch: foreign',
      'Version: 9:999',
      'Description: not needed',
    ].join('\n'),
  )
  return `${[there.trimEnd(), ...pretended].join('\n\n')}\n`
}

function aptSettings(work, status) {
  for (const folder of ['state/lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(join(work, folder), { recursive: true })
  const suite = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  if (!suite) throw new Error('this system does not name its release')
  const sources = [suite, `${suite}-security`].flatMap((name) => {
    const site = siteOf(name)
    return site ? [`deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${site} ${name} main`] : []
  })
  writeFileSync(join(work, 'sources.list'), `${sources.join('\n')}\n`)
  writeFileSync(join(work, 'status'), status)
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
