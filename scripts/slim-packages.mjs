// node scripts/slim-packages.mjs NODE_MODULES PACKAGE_JSON: leaves in a folder of installed packages what the packed program (scripts/pack.mjs)
// loads at run time: its dependencies and theirs, without types, source maps and parts for browsers. Licences stay.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Types, sources and source maps; texts that are no licence. */
const FOR_DEVELOPERS = /\.(map|[cm]?ts|tsx|flow|tsbuildinfo|markdown|md)$/
const LICENCE = /(^|\/)(licen[cs]e|notice|copying|authors)[^/]*$/i
const FOR_BROWSERS = /^@openai\/agents-realtime\/dist\/bundle\/|^libphonenumber-js\/bundle\//

/** `path` as below node_modules, with `/`. */
export function isUnused(path) {
  return !LICENCE.test(path) && (FOR_DEVELOPERS.test(path) || FOR_BROWSERS.test(path))
}

/** Names of the packages at the top of `folder` that `manifest` needs, also by way of others. What it brings along itself is not among them. */
export function neededPackages(folder, manifest) {
  const seen = new Set()
  const names = new Set()
  const visit = (from, { dependencies = {}, optionalDependencies = {}, peerDependencies = {} }, brought = []) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = brought.includes(name) ? null : placeOf(name, from, folder)
      if (found === null || seen.has(found)) continue
      seen.add(found)
      if (dirname(found) === folder || dirname(dirname(found)) === folder) names.add(name)
      visit(found, JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')))
    }
  }
  visit(folder, manifest, manifest.bundleDependencies)
  return names
}

/** Where Node finds a package that a file in `from` imports; null: optional, and not installed. */
function placeOf(name, from, folder) {
  for (let at = from; at.startsWith(folder); at = dirname(at)) {
    const place = at === folder ? join(folder, name) : join(at, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return place
  }
  return null
}

function slim(folder, manifest) {
  const needed = neededPackages(folder, manifest)
  for (const name of topLevel(folder)) if (!needed.has(name)) rmSync(join(folder, name), { recursive: true })
  clean(folder, folder)
  return needed.size
}

const topLevel = (folder) =>
  readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  )

function clean(root, folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    // A package inside another is looked at as that package.
    const name = relative(root, path).split(sep).join('/').split('node_modules/').at(-1)
    if (entry.isDirectory()) clean(root, path)
    else if (entry.isFile() && isUnused(name)) rmSync(path)
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

const sizeOf = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, manifest] = process.argv.slice(2)
  if (!folder || !manifest) throw new Error('node scripts/slim-packages.mjs NODE_MODULES PACKAGE_JSON')
  const before = sizeOf(folder)
  const count = slim(folder, JSON.parse(readFileSync(manifest, 'utf8')))
  const mb = (bytes) => Math.round(bytes / 1e6)
  console.log(`${count} packages are needed: ${mb(sizeOf(folder))} MB of ${mb(before)}`)
}
