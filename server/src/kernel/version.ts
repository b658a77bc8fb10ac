/** The version stands once, in the package.json of the whole. The build lies one folder deeper than the sources. */
import { readFileSync } from 'node:fs'

const home = new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../../../', import.meta.url)

export const VERSION: string = JSON.parse(readFileSync(new URL('package.json', home), 'utf8')).version
