// npm run release -- 0.2.0 [--dry-run]
// Gives all packages one version, dates the changelog, commits and tags. The workflow on the tag publishes (.github/workflows/release.yml).
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const PACKAGES = ['package.json', 'n8n/package.json', 'sdk/package.json', 'server/package.json', 'web/package.json']
const PYTHON = 'python/pyproject.toml'
const OPENAPI = 'docs/openapi.json'
const CHART = 'deploy/helm/Chart.yaml'
const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/
const UNRELEASED = '## Unreleased'
/** The heading of a released version. */
const DATED = /^## \d+\.\d+\.\d+\S* - \d{4}-\d{2}-\d{2}$/m

/** Every file of a release with its new text. Throws with a sentence if this cannot be released. */
export function planRelease({ version, today, files }) {
  const wanted = VERSION.exec(version)
  if (!wanted) throw new Error(`"${version}" is not a version such as 1.2.3.`)
  const current = JSON.parse(files['package.json']).version
  // The packages have the version of the first release before it is released.
  const isFirst = version === current && !DATED.test(files['CHANGELOG.md'])
  if (!isFirst && !isNewer(wanted, VERSION.exec(current))) throw new Error(`${version} is not newer than ${current}.`)
  const plan = {}
  for (const path of PACKAGES) plan[path] = withVersion(JSON.parse(files[path]), version)
  plan['package-lock.json'] = lockWithVersion(JSON.parse(files['package-lock.json']), version)
  plan[PYTHON] = files[PYTHON].replace(/^version = ".*"$/m, `version = "${version}"`)
  plan[OPENAPI] = files[OPENAPI].replace(/("info": \{[^}]*?"version": )"[^"]*"/, `$1"${version}"`)
  plan[CHART] = files[CHART].replace(/^(version|appVersion): .*$/gm, (_, name) => `${name}: "${version}"`)
  plan['CHANGELOG.md'] = dated(files['CHANGELOG.md'], version, today)
  return plan
}

function isNewer(wanted, current) {
  for (const part of [1, 2, 3]) {
    const difference = Number(wanted[part]) - Number(current[part])
    if (difference !== 0) return difference > 0
  }
  // 1.0.0 follows 1.0.0-rc.1.
  return current[4] !== undefined && (wanted[4] === undefined || wanted[4] > current[4])
}

const text = (value) => `${JSON.stringify(value, null, 2)}\n`

function withVersion(packed, version) {
  const dependencies = packed.dependencies?.['@outdial/sdk']
    ? { dependencies: { ...packed.dependencies, '@outdial/sdk': version } }
    : {}
  return text({ ...packed, version, ...dependencies })
}

function lockWithVersion(lock, version) {
  const packages = { ...lock.packages }
  for (const path of ['', 'sdk', 'server', 'web']) packages[path] = JSON.parse(withVersion(packages[path], version))
  return text({ ...lock, version, packages })
}

function dated(changelog, version, today) {
  const at = changelog.indexOf(UNRELEASED)
  if (at < 0) throw new Error(`CHANGELOG.md has no heading "${UNRELEASED}".`)
  const after = changelog.slice(at + UNRELEASED.length)
  const end = after.search(/\n## /)
  if (!/^- /m.test(end < 0 ? after : after.slice(0, end)))
    throw new Error('CHANGELOG.md says nothing under Unreleased.')
  return `${changelog.slice(0, at)}${UNRELEASED}\n\n## ${version} - ${today}${after}`
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

function release(version, dryRun) {
  const files = {}
  for (const path of [...PACKAGES, PYTHON, OPENAPI, CHART, 'package-lock.json', 'CHANGELOG.md'])
    files[path] = readFileSync(join(root, path), 'utf8')
  const plan = planRelease({ version, today: new Date().toISOString().slice(0, 10), files })
  const tag = `v${version}`
  if (git('tag', '--list', tag)) throw new Error(`The tag ${tag} exists already.`)
  if (dryRun) {
    console.log(`${tag} would change ${Object.keys(plan).join(', ')}, then commit and tag. Nothing was written.`)
    return
  }
  if (git('status', '--porcelain'))
    throw new Error('There are changes that are not committed. Commit or remove them first.')
  for (const [path, content] of Object.entries(plan)) writeFileSync(join(root, path), content)
  git('commit', '--quiet', '--all', '--message', `release: ${version}`)
  git('tag', '--annotate', tag, '--message', `Outdial ${version}`)
  console.log(`${tag} is committed and tagged. Publish it with: git push --follow-tags`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2)
  const [version, ...more] = words.filter((word) => word !== '--dry-run')
  try {
    if (!version || more.length > 0) throw new Error('npm run release -- VERSION [--dry-run]')
    release(version, words.includes('--dry-run'))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
