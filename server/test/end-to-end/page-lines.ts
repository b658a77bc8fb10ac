/** The shell lines of a provider's page, run as they stand there: by a shell, with curl, one after the other. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Json } from '../interface/app.ts'

const run = promisify(execFile)
/** What the reader puts in: a value that ends in `…` is theirs, and so is their own phone. */
const GAP = /"[^"]*…"/
const OWN_PHONE = 'YOUR OWN PHONE'

export interface PageReader {
  url: string
  key: string
  phone: string
  /** What they call from. */
  number: string
  /** What they know: put in only where the page names it, so that a page which forgets something fails. */
  config: Json
  /** What no reader would write: where this test's carrier is, and how it behaves. */
  place: Json
  workflowId: number
  /** Seen after each request, with the line and its answer; waits for whatever the world does in between. */
  answered?(line: string, answer: Json): Promise<void>
}

/** The answers, in the order of the lines. */
export async function followPage(provider: string, reader: PageReader): Promise<Json[]> {
  const page = readFileSync(new URL(`../../../docs/providers/${provider}.md`, import.meta.url), 'utf8')
  const block = /```sh\n(API=[\s\S]*?)```/.exec(page)?.[1]
  if (block === undefined) throw new Error(`docs/providers/${provider}.md has no lines to follow`)
  const [first = '', ...lines] = block.trim().split('\n')
  const known: Record<string, number> = { WORKFLOW: reader.workflowId }
  const answers: Json[] = []
  for (const line of lines) {
    const variable = /^(CONFIG|WORKFLOW|CALL)=\d+ +# /.exec(line)?.[1]
    if (variable) {
      if (variable !== 'WORKFLOW') known[variable] = Number(answers.at(-1)?.id)
      continue
    }
    const assigned = Object.entries(known).map(([name, value]) => `${name}=${value}`)
    const script = [first.replace('http://127.0.0.1:8000', reader.url), ...assigned, filled(line, reader)].join('\n')
    const { stdout } = await run('bash', ['-c', script], { env: { ...process.env, KEY: reader.key } })
    const answer = JSON.parse(stdout) as Json
    if ('detail' in answer) throw new Error(`${line} was answered with ${stdout}`)
    answers.push(answer)
    await reader.answered?.(line, answer)
  }
  return answers
}

function filled(line: string, reader: PageReader): string {
  const withPhone = line.replace(OWN_PHONE, reader.phone).replace(/"address": "[^"]+"/, `"address": "${reader.number}"`)
  const config = /"config": (\{.*?\})\}'$/.exec(withPhone)?.[1]
  if (config === undefined) return withPhone
  const written = JSON.parse(config) as Json
  const missing = Object.keys(written).filter(
    (field) => GAP.test(JSON.stringify(written[field])) && !(field in reader.config),
  )
  if (missing.length > 0) throw new Error(`nobody knows ${missing.join(', ')}`)
  const named = Object.entries(reader.config).filter(([field]) => field in written)
  const whole = { ...written, ...Object.fromEntries(named), ...reader.place }
  return withPhone.replace(config, JSON.stringify(whole).replaceAll("'", "'\\''"))
}
