/** The version stands once, in the package.json of the whole. */
import { readFileSync } from 'node:fs'
import { ROOT } from './places.ts'

export const VERSION: string = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).version
