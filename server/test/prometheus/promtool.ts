/** Debian's promtool for tests, unpacked and not installed. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { debianPackages } from '../../../scripts/debian-packages.mjs'

/** Needed by the pages and the service of Prometheus alone. */
const UNNEEDED = [
  ...['adduser', 'init-system-helpers', 'fonts-glyphicons-halflings', 'libjs-bootstrap4', 'libjs-mustache'],
  ...['libjs-eonasdan-bootstrap-datetimepicker', 'libjs-jquery', 'libjs-jquery-hotkeys', 'libjs-moment'],
  ...['libjs-moment-timezone', 'libjs-popper.js', 'libjs-rickshaw', 'libjs-d3', 'libjs-jquery-ui'],
]

export interface PromtoolAnswer {
  status: number | null
  text: string
}

/** Runs promtool in the folder; null where there is no apt. */
export function openPromtool(): ((folder: string, ...args: string[]) => PromtoolAnswer) | null {
  const root = debianPackages({ name: 'promtool', packages: ['prometheus'], unneeded: UNNEEDED })
  if (root === null) {
    console.warn('\n*** TESTS OF THE ALERT RULES ARE SKIPPED: they need apt of a Debian system ***\n')
    return null
  }
  return (folder, ...args) => {
    const { status, stdout, stderr } = spawnSync(join(root, 'usr/bin/promtool'), args, {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, text: stdout + stderr }
  }
}
