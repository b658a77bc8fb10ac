/** The page at `/`: for now a word that the program runs and where to go. */
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

/** Styles are written in the page; nothing else may load or run. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function registerHomePage(app: FastifyInstance, file: URL): void {
  app.get('/', async (_request, reply) => {
    const page = await readFile(file, 'utf8')
    return reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', POLICY).send(page)
  })
}
