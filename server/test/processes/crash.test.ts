/** A program that meets an error nobody caught says so in its log, in one line that log pipelines can read. */
import { expect, test } from 'vitest'
import { serve } from '../child-program.ts'
import { testDatabase } from '../database.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const FAULTS = {
  uncaughtException: `setImmediate(() => { throw new Error('boom') })`,
  unhandledRejection: `Promise.reject(new Error('boom'))`,
}

for (const [event, fault] of Object.entries(FAULTS)) {
  test(`${event}: one fatal JSON line, then the end`, async () => {
    const { connectionString } = await testDatabase()
    const program = await serve({
      DATA_DIR: await temporaryFolder('crash'),
      DATABASE_URL: connectionString,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${fault} })`)}`,
    })
    program.process.kill('SIGUSR2')
    const { code, err } = await program.ended
    expect(code).toBe(1)
    const lines = err.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown).at(-1)).toMatchObject({
      level: 60,
      event,
      err: { type: 'Error', message: 'boom', stack: expect.stringContaining('boom') },
      msg: 'ending the program after an uncaught error',
    })
  })
}
