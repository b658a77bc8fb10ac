/** SignalWire on loopback, from the description and the pages of its Compatibility API: Twilio's, with the differences below. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { CarrierReply } from '../conformance/loopback-carrier.ts'
import type { StandIn } from '../conformance/stand-in.ts'
import { failure, type Habits, isAddress, startTwilioStandIn } from './twilio.ts'

/** The other form in which errors come: a list, with the code as text. */
function listed(status: number, code: number): CarrierReply {
  const message = `The call to +14155550123 failed with ${code}`
  return { status, json: { errors: [{ code: String(code), message, more_info: 'https://developer.signalwire.com' }] } }
}

/** Every parameter of `CreateCallRequest` that we may use; an unknown one is refused, so that none is sent in vain. */
const DIAL_PARAMETERS = new Set([
  'To',
  'From',
  'Url',
  'Method',
  'StatusCallback',
  'StatusCallbackMethod',
  'StatusCallbackEvent',
  'Timeout',
  'MachineDetection',
  'AsyncAmd',
  'AsyncAmdStatusCallback',
  'AsyncAmdStatusCallbackMethod',
])

const REFUSALS: Habits['refusals'] = [
  ['4001 balance too low', 'halt', failure(402, 4001)],
  ['10000 undocumented argument', 'halt', failure(422, 10000)],
  ['10001 not enabled on the space', 'halt', failure(403, 10001)],
  ['20003 authenticate', 'halt', listed(401, 20003)],
  ['20010 not permitted to the account', 'halt', failure(403, 20010)],
  ['20404 no such project', 'halt', failure(404, 20404)],
  ['20429 too many requests', 'later', failure(429, 20429)],
  ['21201 no number', 'rejected', failure(400, 21201)],
  ['21205 invalid url', 'halt', failure(400, 21205)],
  ['21208 ring time-out', 'halt', failure(422, 21208)],
  ['21210 caller not owned', 'caller', listed(422, 21210)],
  ['21211 invalid number', 'never', listed(422, 21211)],
  ['21212 invalid caller', 'caller', failure(400, 21212)],
  ['21213 no caller', 'halt', failure(400, 21213)],
  ['21217 not valid', 'never', failure(400, 21217)],
  ['21219 trial', 'halt', failure(400, 21219)],
  ['21234 detection settings', 'halt', failure(422, 21234)],
  ['21262 detection address', 'halt', failure(422, 21262)],
  ['21611 queue full', 'later', failure(429, 21611)],
  ['30002 balance', 'halt', failure(400, 30002)],
  ['an undocumented 400', 'halt', failure(400, 99999)],
  ['unavailable', 'unknown', { status: 503 }],
  ['an internal error', 'unknown', failure(500, 20504)],
  ['accepted without an id', 'unknown', { status: 201, json: {} }],
  ['connection lost', 'unknown', 'lost'],
  ['time-out after accepting', 'unknown', 'silence'],
]

export const standIn: StandIn = {
  start() {
    const accountSid = randomUUID()
    const apiSecret = `PT${randomBytes(24).toString('hex')}`
    const signingKey = `PSK_${randomBytes(12).toString('hex')}`
    return startTwilioStandIn({
      accountSid,
      apiSecret,
      signingKey,
      root: '/api/laml/2010-04-01',
      numberSid: randomUUID(),
      newCallSid: randomUUID,
      credentials: (space_url) => ({
        space_url,
        project_id: accountSid,
        api_token: apiSecret,
        signing_key: signingKey,
      }),
      signatureHeader: 'X-SignalWire-Signature',
      sipCodeField: 'SipResultCode',
      reportsSignatures: false,
      machineWord: 'machine',
      faultOfDial(form) {
        if (!isAddress(form.get('Url'))) return 21205
        return [...form.keys()].every((name) => DIAL_PARAMETERS.has(name)) ? null : 10000
      },
      takesDocument: (form) => isAddress(form.get('Url')) && !form.has('Twiml'),
      listsVerifiedNumbers: false,
      limitsDuration: false,
      refusals: REFUSALS,
      mediaHabits: { version: '0.2.0', namesStream: 'in_start' },
    })
  },
}
