/** The version is defined once, in the root package.json. */
import { readFileSync } from 'node:fs'
import { ROOT } from './places.ts'

export const VERSION: string = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).version
