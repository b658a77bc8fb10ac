/** The version is defined once, in the root package.json. */
import { readFileSync } from 'node:fs'
import { PROJECT_ROOT } from './project-paths.ts'

export const VERSION: string = JSON.parse(readFileSync(new URL('package.json', PROJECT_ROOT), 'utf8')).version
