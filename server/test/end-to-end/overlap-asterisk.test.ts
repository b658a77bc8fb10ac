/**
 * Dialing on evidence with a real Asterisk: campaigns over one list, judged by Asterisk's own log, and the faults of a trunk over
 * fifty contacts each, as the end of a call and through a dialplan. `npm run proof -- overlap-asterisk 1`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asterisk, asteriskAvailable, startAsterisk } from '../asterisk/asterisk.ts'
import { type RefusingTrunk, startRefusingTrunk } from '../asterisk/refusing-trunk.ts'
import type { Json } from '../interface/app.ts'
import {
  type CampaignBody,
  campaignOf,
  fresh,
  made,
  newConfiguration,
  newWorkflow,
  uploadCsv,
} from '../interface/things.ts'
import { QUESTIONNAIRE } from './callees.ts'
import { eventually, type Program, startProgram } from './program.ts'

const TIMEOUT_MS = 10 * 60_000
const LISTED = 60
const CAMPAIGNS = 3
const PEOPLE = 50

/** 96<three digits>: rings for a second, then answers, is busy or rings on, by the last digit. Asterisk logs when it begins and ends. */
const CALLEES = `
exten => _96XXX,1,Set(WHO=\${EXTEN})
 same => n,Verbose(1,live begin \${WHO} \${UNIQUEID})
 same => n,Ringing()
 same => n,Wait(1)
 same => n,GotoIf($[\${WHO:-1} > 6]?busy)
 same => n,GotoIf($[\${WHO:-1} > 3]?rings)
 same => n,Answer()
 same => n,Wait(4)
 same => n,Hangup()
 same => n(rings),Wait(3)
 same => n,Hangup(19)
 same => n(busy),Hangup(17)
exten => h,1,Verbose(1,live end \${WHO} \${UNIQUEID})
; 97<two digits>: rings, and nobody answers.
exten => _97XX,1,Ringing()
 same => n,Wait(60)

[refusing]
exten => _[+0-9]!,1,Dial(PJSIP/\${FILTER(0-9,\${EXTEN})}@refusing,60)
 same => n,Hangup(\${HANGUPCAUSE})

[ringing]
exten => _[+0-9]!,1,Dial(PJSIP/\${FILTER(0-9,\${EXTEN})}@self,60)
 same => n,Hangup(\${HANGUPCAUSE})
`

const LOGINS = Array.from({ length: 20 }, (_, index) => `row${index}`)

interface Row {
  name: string
  /** The numbers that are dialed. */
  prefix: string
  config: Json
  expected: Json
  event?: string
}

const busy = { state: 'completed', processed_rows: PEOPLE, outcomes: { busy: PEOPLE } }
const untouched = { processed_rows: 0, failed_rows: 0 }
const paused = { state: 'paused', ...untouched }
const direct = { endpoint_template: 'PJSIP/{digits}@refusing' }
const dialplan = { outbound_context: 'refusing' }
const unanswered = { state: 'completed', outcomes: { no_answer: PEOPLE } }
const offered = { state: 'completed', processed_rows: PEOPLE, outcomes: { declined: PEOPLE } }
const ROWS: Row[] = [
  ...(
    [
      ['direct', direct],
      ['through a dialplan', dialplan],
    ] as const
  ).flatMap(([form, config]): Row[] => [
    { name: `busy (486), ${form}`, prefix: '99486', config, expected: busy },
    { name: `no such number (404), ${form}`, prefix: '99404', config, expected: paused, event: 'dials_fail_alike' },
    {
      name: `trunk full (503), ${form}`,
      prefix: '99503',
      config,
      expected: { state: 'running', ...untouched },
      event: 'carrier_unavailable',
    },
    {
      name: `trunk refuses (403), ${form}`,
      prefix: '99403',
      config,
      expected: paused,
      event: 'carrier_account_refused',
    },
  ]),
  {
    name: 'calls unwanted (607), direct',
    prefix: '99607',
    config: direct,
    expected: offered,
    event: 'suppression_offered',
  },
  { name: 'caller ID refused (608), direct', prefix: '99608', config: direct, expected: paused },
  { name: 'no answer, direct', prefix: '97', config: {}, expected: unanswered },
  {
    name: 'no answer, through a dialplan',
    prefix: '97',
    config: { outbound_context: 'ringing' },
    expected: unanswered,
  },
  {
    name: 'trunk not registered: the answer to the dial',
    prefix: '98',
    config: { endpoint_template: 'PJSIP/{digits}@nocontact' },
    expected: untouched,
  },
]

describe.skipIf(!asteriskAvailable() || process.env.OUTDIAL_PROOF !== 'overlap')(
  'dialing on evidence with a real Asterisk',
  () => {
    let program: Program
    let asterisk: Asterisk
    let trunk: RefusingTrunk
    let workflowId: number

    beforeAll(async () => {
      program = await startProgram()
      trunk = await startRefusingTrunk()
      const logins = LOGINS.map(
        (name) => `[${name}]\ntype = user\nread_only = no\npassword = secret\npassword_format = plain\n`,
      )
      asterisk = await startAsterisk({
        append: {
          'extensions.conf': CALLEES,
          'ari.conf': logins.join('\n'),
          'modules.conf': 'load = app_verbose.so\n',
          'pjsip.conf': `[refusing](trunk)\naors = refusing\n[refusing](contact)\ncontact = sip:127.0.0.1:${trunk.port}\n`,
        },
      })
      workflowId = await newWorkflow(program.operator, QUESTIONNAIRE)
    }, TIMEOUT_MS)

    afterAll(async () => {
      await asterisk?.stop()
      await trunk?.close()
    })

    test(
      'campaigns over one list never have two live calls with one number, by the log of Asterisk',
      async () => {
        const numbers = Array.from({ length: LISTED }, (_, index) => `96${String(index).padStart(3, '0')}`)
        const source_id = await listOf(numbers)
        const configurationId = await newPbx('row19', {})
        const drafts = await Promise.all(Array.from({ length: CAMPAIGNS }, () => newDraft(source_id, configurationId)))
        await Promise.all(
          drafts.map(({ id }) => made(program.operator.request('POST', `/api/v1/campaign/${id}/start`))),
        )
        const waited = new Set<number>()
        for (const { id } of drafts) {
          await eventually(
            `campaign ${id} to complete`,
            async () => {
              const { rows } = await program.inside.pool.query(
                `select id from contacts where held_by = 'in_another_call'`,
              )
              for (const row of rows) waited.add(row.id)
              return (await campaignOf(program.operator, id)).state === 'completed'
            },
            TIMEOUT_MS,
          )
        }
        const lives = livesIn(asterisk.log())
        const twice = lives.flatMap((one) =>
          lives.filter((other) => other.who === one.who && other.id > one.id && overlap(one, other)),
        )
        expect(twice).toEqual([])
        for (const who of numbers) {
          expect(lives.filter((one) => one.who === who).length, `calls to ${who}`).toBeGreaterThanOrEqual(CAMPAIGNS)
        }
        const atOnce = Math.max(...lives.map((one) => lives.filter((other) => overlap(one, other)).length))
        // Without calls side by side and people who had to wait, nothing would be proven.
        expect(atOnce).toBeGreaterThan(3)
        expect(waited.size).toBeGreaterThan(0)
        tell(
          `${CAMPAIGNS} campaigns over ${LISTED} numbers: ${lives.length} calls in Asterisk's log, ${atOnce} at once, ` +
            `${waited.size} contacts waited for another call, 0 numbers in two live calls`,
        )
      },
      TIMEOUT_MS,
    )

    test.each(ROWS.map((row, index) => ({ ...row, login: LOGINS[index] as string })))(
      '$name, over fifty contacts',
      async ({ name, prefix, config, expected, event, login }) => {
        const numbers = Array.from({ length: PEOPLE }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`)
        const configurationId = await newPbx(login, config)
        const { id } = await newDraft(await listOf(numbers), configurationId)
        await made(program.operator.request('POST', `/api/v1/campaign/${id}/start`))
        const campaign = await eventually(
          `campaign ${id} to stop, complete or wait`,
          async () => {
            const found = await campaignOf(program.operator, id)
            const waits = found.logs.some(
              (entry) => entry.event === 'carrier_unavailable' || entry.event === 'call_refused',
            )
            return (found.state !== 'running' || (waits && (await quiet(id)))) && found
          },
          TIMEOUT_MS,
        )
        const seen = new Set(campaign.logs.map((entry) => entry.event))
        const { rows } = await program.inside.pool.query(
          `select count(*)::int as calls, (select cause from calls where campaign_id = $1 order by id desc limit 1) as cause,
                (select array_agg(distinct type) from events where campaign_id = $1) as events
           from calls where campaign_id = $1`,
          [id],
        )
        const { calls, cause, events } = rows[0]
        if (campaign.state === 'running') await made(program.operator.request('POST', `/api/v1/campaign/${id}/pause`))
        tell(
          `${name}: ${campaign.state}, ${campaign.processed_rows} of ${PEOPLE} finished ${JSON.stringify(campaign.outcomes)}, ${calls} calls kept, cause "${cause}", ${[...seen].filter((one) => !one.startsWith('campaign_')).join(' ')}`,
        )
        expect(campaign).toMatchObject(expected)
        if (event) expect(events).toContain(event)
      },
      TIMEOUT_MS,
    )

    /** No call is live, and some time has passed. */
    async function quiet(id: number): Promise<boolean> {
      const { rows } = await program.inside.pool.query(
        `select live_calls = 0 and now() > started_at + interval '10 seconds' as quiet from campaigns where id = $1`,
        [id],
      )
      return rows[0].quiet
    }

    async function newPbx(login: string, config: Json): Promise<number> {
      return newConfiguration(program.operator, {
        provider: 'ari',
        ari_endpoint: asterisk.endpoint,
        app_name: login,
        app_password: asterisk.password,
        endpoint_template: 'PJSIP/{digits}@self',
        calls_per_second: 20,
        ring_timeout_seconds: 15,
        ...config,
      })
    }

    function listOf(numbers: readonly string[]): Promise<string> {
      const csv = `phone_number,first_name\n${numbers.map((number) => `${number},Maria`).join('\n')}\n`
      return uploadCsv(program.operator, csv, '&allow_extensions=true')
    }

    function newDraft(source_id: string, telephony_configuration_id: number): Promise<CampaignBody> {
      const body = {
        name: fresh('campaign'),
        source_type: 'csv',
        source_id,
        workflow_id: workflowId,
        telephony_configuration_id,
        max_concurrency: 20,
        retry_config: { enabled: false },
        circuit_breaker: { enabled: false },
      }
      return made<CampaignBody>(program.operator.request('POST', '/api/v1/campaign/create', body))
    }
  },
)

interface Life {
  who: string
  id: string
  beginMs: number
  endMs: number
}

/** What Asterisk wrote down when calls reached the far end and when they left it. */
function livesIn(log: string): Life[] {
  const lives = new Map<string, Life>()
  for (const [, at, what, who, id] of log.matchAll(/^\[([^\]]+)\].*live (begin|end) (\d+) ([\d.]+)/gm)) {
    const atMs = Date.parse(`${(at as string).replace(' ', 'T')}Z`)
    if (what === 'begin')
      lives.set(id as string, { who: who as string, id: id as string, beginMs: atMs, endMs: Number.POSITIVE_INFINITY })
    else Object.assign(lives.get(id as string) ?? {}, { endMs: atMs })
  }
  return [...lives.values()]
}

function overlap(one: Life, other: Life): boolean {
  return one.beginMs < other.endMs && other.beginMs < one.endMs
}

function tell(line: string): void {
  process.stdout.write(`  proof: ${line}\n`)
}
